/// A program that can be measured.
struct Program: Sendable {
  /// What the table calls it.
  let name: String
  /// Where it is; nothing if it is not installed.
  let path: @Sendable (Bench) -> String?

  /// The program that this bench is about.
  static let parlor = Program(name: "parlor") { $0.parlor }

  /// A program that does comparable work.
  static func peer(_ name: String) -> Program {
    Program(name: name) { _ in ProgramPath.find(name) }
  }

  static let sqlite3 = peer("sqlite3")
  static let bash = peer("bash")
  static let bc = peer("bc")
  static let gnugo = peer("gnugo")
}
