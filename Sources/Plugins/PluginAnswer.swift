package import ParlorKit
import Synchronization

/// An object in an answer of a plugin, whose members are read when they are needed.
package struct PluginAnswer: Sendable {
  private enum Form {
    case checked(CheckedJSON)
    case read(Value)
  }

  private let form: Form

  /// A value that was read.
  init(_ value: Value) { form = .read(value) }

  private init(_ object: CheckedJSON) { form = .checked(object) }

  /// Reads the object of an answer.
  package init(reading bytes: ArraySlice<UInt8>) throws(JSONError) {
    if let object = CheckedJSON(Array(bytes)) {
      form = .checked(object)
    } else {
      form = .read(try JSONReader.read(bytes))
    }
  }

  /// Whether it is an object; nothing else has members.
  var isObject: Bool {
    switch form {
    case .checked: true
    case .read(let value): value.fields != nil
    }
  }

  /// The value of a name.
  package subscript(name: String) -> Value? {
    switch form {
    case .checked(let object): object[name]
    case .read(let value): value[name]
    }
  }

  /// The object of a name; `nil` if there is none.
  package func object(_ name: String) -> PluginAnswer? {
    if case .checked(let object) = form, let part = object.object(name) {
      return PluginAnswer(part)
    }
    return self[name].flatMap { $0.fields == nil ? nil : PluginAnswer($0) }
  }

  /// The strings of an array of strings, if nothing was read yet.
  func strings(_ name: String) -> [String]? {
    guard case .checked(let object) = form else { return nil }
    return object.strings(name)
  }

  /// The whole object.
  var value: Value {
    switch form {
    case .checked(let object): object.value
    case .read(let value): value
    }
  }
}

/// A value that is made when it is first needed.
final class Deferred<Value: Sendable>: Sendable {
  private enum State {
    case pending(@Sendable () -> Value)
    case made(Value)
  }

  private let state: Mutex<State>

  init(_ make: @escaping @Sendable () -> Value) { state = Mutex(.pending(make)) }

  var value: Value {
    state.withLock { state in
      switch state {
      case .made(let value): return value
      case .pending(let make):
        let value = make()
        state = .made(value)
        return value
      }
    }
  }
}
