// Plays a game of Farkle by a script and prints each reply, the table and the log.
import GameCatalog
import ParlorEngine
import ParlorKit

let session = Interpreter(Settings(games: GameCatalog.games))
let script = [
  "new farkle Ann Bob target=1000", "roll 1 1 1 5 2 3", "hold best", "bank", "roll", "hold 7",
  "hold best", "bank",
]
for line in script {
  print("> \(line)")
  for reply in session.execute(line) { print(reply.output, terminator: "") }
}

guard let game = session.openGame else { preconditionFailure("the script opens a game") }
var table = TextWriter()
game.view.writeTable(to: &table)
print("\nThe table of \(game.name):\n\(table.string)")
print("The log:")
for line in game.lines { print("  \(line)") }
if case .over(let winners) = game.status {
  print("Won by \(winners.map { game.players[$0] }.joined(separator: ", ")).")
} else {
  print("Legal now: \(game.legal.lines.joined(separator: ", "))")
}
