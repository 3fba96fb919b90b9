import Platform
import TestKit

/// The program under test, as it was built together with the tests.
enum Program {
  /// There is no program to test.
  struct Missing: Error {}

  /// Where it is: what the variable PARLOR_PROGRAM says, or beside the tests.
  static func path() throws -> String {
    guard let path = FileSystem.environment("PARLOR_PROGRAM") ?? BuiltProgram.path(of: "parlor")
    else { throw Missing() }
    return path
  }

  /// What is set for the program when nothing is asked for: nothing that it could depend on.
  static let environment = ["PATH": "/usr/bin:/bin"]

  /// Starts it.
  static func start(
    _ arguments: [String] = [], environment: [String: String] = environment,
    input: Child.Channel = .pipe, output: Child.Channel = .pipe, errors: Child.Channel = .pipe
  ) throws -> Child {
    try Child(
      try path(), arguments, environment: environment, input: input, output: output,
      errors: errors)
  }

  /// Runs it from beginning to end with `input` on standard input.
  static func run(
    _ arguments: [String] = [], input: some Sequence<UInt8> = "".utf8,
    environment: [String: String] = environment, output: Child.Channel = .pipe,
    errors: Child.Channel = .pipe
  ) throws -> Outcome {
    let child = try start(arguments, environment: environment, output: output, errors: errors)
    return try child.finish(input: Array(input))
  }

  /// Runs a command of the shell, in which `"$0"` is the program and `"$1"` and so on the words.
  static func shell(
    _ command: String, _ words: [String] = [], input: some Sequence<UInt8> = "".utf8,
    environment: [String: String] = environment
  ) throws -> Outcome {
    let child = try Child(
      "/bin/sh", ["-c", command, try path()] + words, environment: environment)
    return try child.finish(input: Array(input))
  }

  /// Runs it in a folder.
  static func run(
    in folder: String, _ arguments: [String], environment: [String: String] = environment,
    input: some Sequence<UInt8> = "".utf8
  ) throws -> Outcome {
    try shell(
      #"cd "$1" && shift && exec "$0" "$@""#, [folder] + arguments, input: input,
      environment: environment)
  }
}
