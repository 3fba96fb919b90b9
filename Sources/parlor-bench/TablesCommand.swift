import ArgumentParser
import FarkleGame
import ParlorKit
import Platform

/// `parlor-bench tables`: writes the tables that are part of the program.
struct TablesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tables",
    abstract: "Computes the tables that are part of the program and writes them to a folder.",
    discussion: "A table that fits the rules is left as it is.")

  @ArgumentParser.Argument(help: "The folder, such as Sources/CFarkleTables/tables.")
  var folder: String

  func run() throws {
    for table in ShippedTables.all {
      let (path, name) = ("\(folder)/\(table.file).table", ShippedTables.name(of: table))
      let isThere = (try? FileSystem.read(path)).map { TableFile.table($0, name) != nil } ?? false
      let line = "\(path): \(name)\(isThere ? ", unchanged" : "")\n"
      try FileSystem.write(Array(line.utf8), to: 1, named: "standard output")
      if !isThere { try FileSystem.write(try ShippedTables.contents(of: table), to: path) }
    }
  }
}
