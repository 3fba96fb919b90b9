package import ParlorKit
package import Platform

/// Why a line was refused, as a fact. Ranges are of bytes in the line. `CommandError+Wording` words it.
package enum CommandError: Error {
  // The line.
  case lineTooLong
  case notText(at: Int)
  case strayQuote(at: Int)
  case openQuote(at: Int)
  case unknownEscape(at: Int)
  case idTooLarge(range: Range<Int>)
  // The command and its words.
  case unknownCommand(String, range: Range<Int>, near: [String], games: [String])
  case missingArgument([Parameter], after: Int, CommandDeclaration)
  case badArgument(String, range: Range<Int>, [Parameter], CommandDeclaration)
  case surplusArgument(String, range: Range<Int>, CommandDeclaration)
  case unknownOption(String, range: Range<Int>, known: [String])
  case repeatedOption(String, range: Range<Int>)
  case badOption(OptionDeclaration, range: Range<Int>)
  // The moment.
  case noGame(examples: [String])
  case unknownGame(String, range: Range<Int>, known: [String])
  case unknownGameNumber(Int, open: Int)
  case unknownFinishedGame(Int)
  case noFile
  case notGranted(String)
  case needsProfile(String)
  case tooManyGames
  case nothingToUndo(asked: Int, possible: Int)
  case nothingToRedo(asked: Int, possible: Int)
  case undoForbidden
  case noSuchMove(Int, moves: Int)
  case realClock
  case noLog
  case hiddenSeed
  case notRecording
  case recordingAlready(String)
  case unknownPlayer(String, range: Range<Int>, known: [String])
  case unknownTopic(String, near: [String])
  case unknownSetting(String, known: [String])
  case badSetting(String, value: String, known: [String])
  case unknownPath(String)
  case unknownRules(String, known: [String])
  case noRules(String)
  case badRulesName(String, reason: String)
  case badHouseRules(String, option: String)
  case badEcho(range: Range<Int>)
  case openSecret(range: Range<Int>)
  case badSecret(range: Range<Int>)
  case tooDeep
  case interrupted
  // The game and the system.
  case refused(GameError, range: Range<Int>?, legal: LegalSummary?)
  case io(FileError)
  case notALog
  /// A scenario without a command.
  case noCommands(String)
  case noPlugin(String)
  case badSave(path: String, line: Int, reason: String)
  /// The plugin of a saved game is missing or fails; nothing is wrong with the file.
  case saveWithoutPlugin(path: String, line: Int, reason: String)
  case newerSave(path: String, version: Int)
  indirect case located(CommandError, range: Range<Int>)
  indirect case inSource(path: String, line: Int, CommandError)
}
