import ArgumentParser
import FarkleGame
import ParlorKit
import Platform

/// `parlor-bench tables`: writes the tables that are part of the program.
struct TablesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tables",
    abstract: "Computes the tables of Farkle's presets and writes them to a folder.",
    discussion: "A table that fits the rules is left as it is.")

  @ArgumentParser.Argument(help: "The folder, such as Sources/CFarkleTables/tables.")
  var folder: String

  func run() throws {
    for (preset, rules) in ShippedTables.presets {
      let (path, name) = ("\(folder)/\(preset).table", ShippedTables.name(for: rules))
      let isThere = (try? FileSystem.read(path)).map { TableFile.table($0, name) != nil } ?? false
      let line = "\(path): \(name)\(isThere ? ", unchanged" : "")\n"
      try FileSystem.write(Array(line.utf8), to: 1, named: "standard output")
      if !isThere { try FileSystem.write(try ShippedTables.file(for: rules), to: path) }
    }
  }
}
