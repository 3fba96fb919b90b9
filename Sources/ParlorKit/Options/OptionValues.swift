/// A value for every option of a sheet.
public struct OptionValues: Sendable, Equatable {
  private var values: [String: OptionValue]

  /// The values in force: those given, else those of the preset, else the defaults.
  ///
  /// - Parameters:
  ///   - sheet: the declarations.
  ///   - preset: the preset; the first of the sheet if none is named.
  ///   - given: values by name; each must be declared and in its range.
  public init(
    for definition: GameDefinition, preset: Preset? = nil, given: [String: OptionValue] = [:]
  ) {
    values = [:]
    let preset = preset ?? definition.presets.first
    for option in definition.options {
      values[option.name] = given[option.name] ?? preset?.values[option.name] ?? option.fallback
    }
  }

  /// The value of a declared option.
  public subscript(name: String) -> OptionValue {
    get {
      guard let value = values[name] else { preconditionFailure("no option is named \(name)") }
      return value
    }
    set {
      precondition(values[name] != nil, "no option is named \(name)")
      values[name] = newValue
    }
  }

  /// The number of an option declared as one.
  public func integer(_ name: String) -> Int {
    guard case .integer(let number) = self[name] else {
      preconditionFailure("\(name) is not a number")
    }
    return number
  }

  /// The state of an option declared as a flag.
  public func flag(_ name: String) -> Bool {
    guard case .flag(let flag) = self[name] else { preconditionFailure("\(name) is not a flag") }
    return flag
  }

  /// The word or text of an option declared as one.
  public func text(_ name: String) -> String {
    guard case .text(let text) = self[name] else { preconditionFailure("\(name) is not a text") }
    return text
  }
}
