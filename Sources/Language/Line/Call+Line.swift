package import ParlorKit

extension CommandDeclaration {
  /// The line that is read as a call of this command.
  package func line(of call: Call) -> String {
    let parameters = forms.indices.contains(call.form) ? forms[call.form].parameters : []
    var words = [verb] + parameters.words(of: call.arguments)
    for option in options {
      guard let value = call.options[option.name] else { continue }
      words.append(Word.written(option: option.name, option.text(of: value)))
    }
    return words.joined(separator: " ")
  }
}

extension [Parameter] {
  /// The words that are read as these arguments, literal words included.
  package func words(of arguments: [Argument]) -> [String] {
    let literals = count { $0.isLiteral }
    var next = 0
    var words: [String] = []
    for (parameter, count) in shares(of: arguments.count + literals) {
      if case .literal(let word) = parameter.kind {
        if count > 0 { words.append(word) }
        continue
      }
      for argument in arguments[next..<Swift.min(next + count, arguments.count)] {
        words.append(parameter.word(of: argument))
      }
      next = Swift.min(next + count, arguments.count)
    }
    return words
  }

  /// How many of so many words each parameter takes: as many as it may, as long as enough are left
  /// for those that follow.
  func shares(of words: Int) -> [(parameter: Parameter, count: Int)] {
    var rest = words
    return indices.map { index in
      let needed = self[(index + 1)...].reduce(0) { $0 + $1.count.lowerBound }
      let (least, most) = (self[index].count.lowerBound, self[index].count.upperBound)
      let count = Swift.min(most, Swift.max(least, rest - needed))
      rest -= count
      return (self[index], count)
    }
  }
}

extension Parameter {
  fileprivate var isLiteral: Bool { if case .literal = kind { true } else { false } }

  /// An argument as it is typed.
  fileprivate func word(of argument: Argument) -> String {
    switch argument {
    case .word(let word): Word.written(word)
    case .integer(let number): kind == .duration ? "\(number)ms" : String(number)
    }
  }
}
