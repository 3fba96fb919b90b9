/// A command as it was called, its arguments parsed and within the ranges of their parameters.
public struct Call: Sendable {
  /// The verb of the declaration, whatever alias was typed.
  public var verb: String
  /// Which of the declaration's forms it is, counted from 0.
  public var form: Int
  /// The arguments, without the literal words of the form.
  public var arguments: [Argument]
  /// The options that were given.
  public var options: [String: OptionValue]

  /// A call.
  public init(
    verb: String, form: Int = 0, arguments: [Argument] = [], options: [String: OptionValue] = [:]
  ) {
    self.verb = verb
    self.form = form
    self.arguments = arguments
    self.options = options
  }

  /// The arguments that are integers, dice and milliseconds included, in order.
  public var integers: [Int] { arguments.compactMap(\.integer) }

  /// The integer at an index, if there is one.
  public func integer(_ index: Int) -> Int? {
    arguments.indices.contains(index) ? arguments[index].integer : nil
  }

  /// The word at an index, if there is one.
  public func word(_ index: Int) -> String? {
    guard arguments.indices.contains(index), case .word(let word) = arguments[index] else {
      return nil
    }
    return word
  }
}

/// An argument of a call.
public enum Argument: Sendable, Equatable {
  /// An integer, the face of a die, or a span of time in milliseconds.
  case integer(Int)
  /// A word, a name, a choice or a path.
  case word(String)

  /// The integer, if it is one.
  public var integer: Int? {
    if case .integer(let number) = self { number } else { nil }
  }
}
