import LineSyntax
import ParlorEngine

/// The header of a scenario before its first command: lines such as `(skip: reason)`, and a fenced
/// block `for each`.
struct ScenarioHeader: Sendable {
  var tags: [String] = []
  /// The timeout of each command, in milliseconds; 0 means never.
  var timeout: Int?
  /// Why the file is skipped; `nil` if it is not.
  var skipReason: String?
  private var tables: [Table] = []

  /// Parameters with their values, one row for each run.
  private struct Table {
    var names: [String]
    var rows: [[String]]
    var line: Int
  }

  /// The maximum number of runs of a file.
  private static let rowLimit = 1000

  /// The rows of all tables combined, the last table varying first; one empty row without tables.
  var rows: [ScenarioRow] {
    tables.reduce([ScenarioRow()]) { rows, table in
      rows.flatMap { row in
        table.rows.map { values in
          var next = row
          next.parameters += zip(table.names, values).map(ScenarioRow.Parameter.init)
          return next
        }
      }
    }
  }

  /// The rows to run, with their numbers from 1: all, or the one with a number.
  ///
  /// - Throws: an error if there is no such row.
  func rows(
    selected number: Int?
  ) throws(ScenarioError.Reason) -> [(number: Int, row: ScenarioRow)] {
    let all = rows.enumerated().map { (number: $0.offset + 1, row: $0.element) }
    guard let number else { return all }
    guard !tables.isEmpty, all.indices.contains(number - 1) else {
      throw .noSuchRow(of: all.count)
    }
    return [all[number - 1]]
  }

  var hasParameters: Bool { !tables.isEmpty }

  /// The parameters, each with its line.
  var parameters: [(name: String, line: Int)] {
    tables.flatMap { table in table.names.map { ($0, table.line) } }
  }

  /// Reads a line of prose.
  ///
  /// - Returns: whether the line is one of the header.
  mutating func read(
    _ text: ArraySlice<UInt8>, line: Int
  ) throws(ScenarioError.Reason) -> Bool {
    let sentence = String(decoding: text, as: UTF8.self)
    guard text.first == UInt8(ascii: "("), text.last == UInt8(ascii: ")") else {
      if sentence.hasPrefix("for each "), sentence.contains(" = ") {
        throw .misspelledMarker(sentence, suggestion: "(\(sentence))")
      }
      return false
    }
    let inner = sentence.dropFirst().dropLast()
    if inner.hasPrefix("for each ") || inner.hasPrefix("foreach ") {
      let parts = inner.split(separator: "=", maxSplits: 1)
      guard inner.hasPrefix("for "), parts.count == 2 else {
        throw .misspelledMarker(sentence, suggestion: "(for each NAME = VALUE, VALUE)")
      }
      let values = try Self.words(of: parts[1], separatedBy: ",")
      let name = parts[0].dropFirst("for each ".count).trimmed
      try add([name], rows: values.map { [$0] }, line: line)
      return true
    }
    let words = inner.split(separator: " ", maxSplits: 2)
    if words.count == 3, words[2].contains("="), TranscriptSyntax.isForEach(words[0], words[1]) {
      throw .misspelledMarker(sentence, suggestion: "(for each NAME = VALUE, VALUE)")
    }
    guard let colon = inner.firstIndex(of: ":") else { return false }
    let name = String(inner[..<colon])
    let value = inner[inner.index(after: colon)...].trimmed
    switch name {
    case "tags":
      let words = try Self.words(of: value[...], separatedBy: ",")
      guard words.allSatisfy({ !$0.contains(" ") }) else { throw .invalidTags }
      tags += words
    case "timeout":
      guard value.first != "+", let milliseconds = Span.milliseconds(of: value) else {
        throw .invalidTimeout(value)
      }
      timeout = milliseconds
    case "skip":
      if value.isEmpty { throw .missingSkipReason }
      skipReason = value
    default:
      for known in ["tags", "timeout", "skip"]
      where name.lowercased() == known || "\(name)s" == known
        || TranscriptSyntax.isNear(name, known)
      {
        throw .misspelledMarker(sentence, suggestion: "(\(known): …)")
      }
      return false
    }
    return true
  }

  /// Reads the lines of a block `for each`: the names of the parameters, then rows of values.
  mutating func readTable(
    _ lines: [ArraySlice<UInt8>], line: Int
  ) throws(ScenarioError.Reason) {
    var rows: [[String]] = []
    for text in lines where !text.isEmpty {
      rows.append(
        try Self.words(of: Substring(decoding: text, as: UTF8.self), separatedBy: " "))
    }
    guard rows.count > 1, let names = rows.first else { throw .emptyTable }
    guard rows.allSatisfy({ $0.count == names.count }) else { throw .unevenTable(names.count) }
    try add(names, rows: Array(rows.dropFirst()), line: line)
  }

  private mutating func add(
    _ names: [String], rows: [[String]], line: Int
  ) throws(ScenarioError.Reason) {
    for name in names {
      let text = Array("<\(name)>".utf8)[...]
      guard case .use(let sum)? = TranscriptSyntax.nextPlaceholder(in: text, from: 0)?.content,
        sum.single == name
      else { throw .invalidParameter(name) }
      guard !parameters.contains(where: { $0.name == name }),
        names.count(where: { $0 == name }) == 1
      else { throw .repeatedParameter(name) }
    }
    let count = tables.reduce(rows.count) { $0.multipliedReportingOverflow(by: $1.rows.count).0 }
    guard count <= Self.rowLimit else { throw .tooManyRows(limit: Self.rowLimit) }
    tables.append(Table(names: names, rows: rows, line: line))
  }

  /// The words of a text; a quoted word may contain the separator.
  private static func words(
    of text: Substring, separatedBy separator: Character
  ) throws(ScenarioError.Reason) -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    var wasQuoted = false
    func end() {
      let trimmed = wasQuoted ? word : word[...].trimmed
      if wasQuoted || !trimmed.isEmpty || separator == "," { words.append(trimmed) }
      (word, wasQuoted) = ("", false)
    }
    for character in text {
      if character == "\"" {
        if !isQuoted { word = "" }
        isQuoted.toggle()
        wasQuoted = true
      } else if !isQuoted, character == separator || separator == " " && character == "\t" {
        end()
      } else if isQuoted || !wasQuoted {
        word.append(character)
      }
    }
    end()
    guard !isQuoted, words.allSatisfy({ !$0.isEmpty }) else { throw .emptyValue }
    return words
  }
}

/// The values of the parameters in one run of a scenario.
struct ScenarioRow: Sendable, Equatable {
  struct Parameter: Sendable, Equatable {
    var name: String
    var value: String
  }

  var parameters: [Parameter] = []

  /// The row in failures, such as `rules=patch seed=2`; `nil` without parameters.
  var label: String? {
    parameters.isEmpty
      ? nil : parameters.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
  }

  var captures: CaptureValues {
    var values = CaptureValues()
    for parameter in parameters { values.set(parameter.name, to: parameter.value) }
    return values
  }

  /// A text with the values in place of `<name>`.
  func filled(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if parameters.isEmpty { return text }
    let values = captures
    var output: [UInt8] = []
    var start = text.startIndex
    var search = text.startIndex
    while let placeholder = TranscriptSyntax.nextPlaceholder(in: text, from: search) {
      search = placeholder.range.upperBound
      guard case .use(let sum) = placeholder.content else { continue }
      let use = CaptureUse(sum: sum, kind: sum.single == nil ? .int : .word, isLocal: false)
      guard
        let value = values.spellings(of: use).first(where: {
          sum.single != nil || !$0.contains(",")
        })
      else { continue }
      output += text[start..<placeholder.range.lowerBound] + Array(value.utf8)
      start = search
    }
    return output[...] + text[start...]
  }

  /// A line with `<name>` in place of whole words that equal a value.
  func generalized(_ line: [UInt8]) -> [UInt8] {
    var line = line
    for parameter in parameters {
      let value = Array(parameter.value.utf8)
      var index = 0
      while index + value.count <= line.count {
        let end = index + value.count
        let isWord =
          line[index..<end].elementsEqual(value)
          && (index == 0 || !Self.isWordByte(line[index - 1]))
          && (end == line.count || !Self.isWordByte(line[end]))
        guard isWord else {
          index += 1
          continue
        }
        let name = Array("<\(parameter.name)>".utf8)
        line.replaceSubrange(index..<end, with: name)
        index += name.count
      }
    }
    return line
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    ScalarSet.wordCharacters.contains(UInt32(byte)) || byte >= 0x80 || byte == UInt8(ascii: ",")
      || byte == UInt8(ascii: ".")
  }
}

extension Substring {
  /// The text without blanks at its ends.
  fileprivate var trimmed: String {
    let start = drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
