import ParlorEngine
import ParlorKit

/// The definition of a game as the objects of the protocol.
extension GameDefinition {
  func data(bots: [Fields], statistics: StatisticsDefinition? = nil) -> Value {
    var fields: Fields = [
      "name": .string(name), "title": .string(title), "summary": .string(summary),
      "rules": .strings(rules),
      "setup": .array(setup.map(\.data)), "options": .array(options.map(\.data)),
      "presets": .array(presets.map(\.data)), "commands": .array(commands.map(\.data)),
    ]
    var words: Fields = [:]
    for (word, line) in shortcuts.sorted(by: { $0.key < $1.key }) { words[word] = .string(line) }
    fields["shortcuts"] = .object(words)
    fields["traits"] = .strings(traits.names)
    fields["bots"] = .array(bots.map { .object($0) })
    fields["statistics"] = statistics?.data
    return .object(fields)
  }
}

extension StatisticsDefinition {
  fileprivate var data: Value {
    var fields: Fields = [
      "modes": .strings(modes), "statistics": .array(statistics.map(\.data)),
    ]
    if let otherModes { fields["otherModes"] = .string(otherModes.form) }
    if let ranking {
      fields["ranking"] = .object([
        "definition": .string(ranking.definition), "columns": .array(ranking.columns.map(\.data)),
      ])
    }
    return .object(fields)
  }
}

extension Ranking.Column {
  fileprivate var data: Value {
    .object([
      "key": .string(key), "title": .string(title), "unit": .string(unit.rawValue),
      "prefersMore": .bool(prefersMore),
    ])
  }
}

extension Statistic {
  fileprivate var data: Value {
    .object([
      "key": .string(key), "title": .string(title), "definition": .string(definition),
      "unit": .string(unit.rawValue), "aggregation": .array(aggregation),
    ])
  }

  /// The kind of aggregation, then its metrics.
  private var aggregation: [Value] {
    switch fold {
    case .sum(let name): ["sum".value, name.value]
    case .highest(let name): ["highest".value, name.value]
    case .lowest(let name): ["lowest".value, name.value]
    case .average(let name): ["average".value, name.value]
    case .ratio(let name, let other): ["ratio".value, name.value, other.value]
    case .games(let name): ["games".value, name.value]
    case .wins(let name, let least): ["wins".value, name.value, least.value]
    case .largest(let names): ["largest".value] + names.map(\.value)
    }
  }
}

extension GameTraits {
  fileprivate var names: [String] {
    let all: [(GameTraits, String)] = [
      (.readsClock, "reads-clock"), (.hidesDraws, "hides-draws"), (.endless, "endless"),
      (.drawsAtStart, "draws-at-start"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}

extension PresetDeclaration {
  fileprivate var data: Value {
    var fields: Fields = [:]
    for (name, value) in values.sorted(by: { $0.key < $1.key }) { fields[name] = value.data }
    return .object([
      "name": .string(name), "summary": .string(summary), "values": .object(fields),
    ])
  }
}

extension CommandDeclaration {
  fileprivate var data: Value {
    var fields: Fields = ["verb": .string(verb), "summary": .string(summary)]
    if !aliases.isEmpty { fields["aliases"] = .strings(aliases) }
    fields["forms"] = .array(
      forms.map { form in
        .object([
          "parameters": .array(form.parameters.map(\.data)), "summary": .string(form.summary),
        ])
      })
    if !options.isEmpty { fields["options"] = .array(options.map(\.data)) }
    if isQuestion { fields["question"] = .bool(true) }
    fields["details"] = .strings(details)
    fields["examples"] = .strings(examples)
    return .object(fields)
  }
}

extension Parameter {
  fileprivate var data: Value {
    var fields: Fields = ["name": .string(name)]
    switch kind {
    case .literal(let word):
      fields["name"] = .string(word)
      fields["kind"] = .string("literal")
    case .integer(let range):
      fields["kind"] = .string("integer")
      fields["from"] = .integer(range.lowerBound)
      fields["to"] = .integer(range.upperBound)
    case .die(let sides):
      fields["kind"] = .string("die")
      fields["sides"] = .integer(sides)
    case .choice(let words):
      fields["kind"] = .string("choice")
      fields["values"] = .strings(words)
    case .name: fields["kind"] = .string("name")
    case .file: fields["kind"] = .string("file")
    case .word: fields["kind"] = .string("word")
    case .duration: fields["kind"] = .string("duration")
    case .secret: fields["kind"] = .string("secret")
    }
    if count != 1...1 {
      let most: Value = count.upperBound == .max ? .null : .integer(count.upperBound)
      fields["count"] = .array([.integer(count.lowerBound), most])
    }
    return .object(fields)
  }
}

extension OptionDeclaration {
  var data: Value {
    var fields: Fields = ["name": .string(name)]
    switch kind {
    case .integer(let range), .points(let range):
      let isPoints = if case .points = kind { true } else { false }
      fields["kind"] = .string(isPoints ? "points" : "integer")
      fields["from"] = .integer(range.lowerBound)
      fields["to"] = .integer(range.upperBound)
    case .integers(let values):
      fields["kind"] = .string("integers")
      fields["values"] = .integers(values)
    case .choice(let values):
      fields["kind"] = .string("choice")
      fields["values"] = .strings(values)
    case .flag: fields["kind"] = .string("flag")
    case .text(let limit):
      fields["kind"] = .string("text")
      fields["limit"] = .integer(limit)
    }
    fields["default"] = fallback.data
    fields["summary"] = .string(summary)
    if isSecret { fields["secret"] = .bool(true) }
    return .object(fields)
  }
}

extension Bot {
  var data: Fields {
    var fields: Fields = ["name": .string(name), "summary": .string(summary)]
    fields["parameter"] = parameter?.data
    return fields
  }
}
