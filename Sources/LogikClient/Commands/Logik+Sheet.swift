import MastermindGame
package import ParlorKit
import RemoteTransport

extension Logik {
  /// The facts of the game.
  package static let definition = GameDefinition(
    name: "logik", title: "Logik",
    summary: "Mastermind at a service on the network, which knows the code and counts the guesses.",
    commands: service + play, traits: [.endless])

  private static let service: [CommandDeclaration] = [
    LogikService.facts.connectCommand(
      summary: "choose the service to play at",
      examples: ["connect local", "connect cassette:evening.cassette"]),
    ServiceFacts.recordCommand,
    CommandDeclaration(
      "login", [Parameter("USER", .word), Parameter("PASSWORD", .secret)],
      options: [
        .integer("ttl", 30...3600, default: 3600, "how long the login holds, in seconds")
      ],
      summary: "log in to the service",
      details: ["A login that has run out is renewed once by itself. Nothing of it is kept."],
      examples: ["login ann @password.txt", "login ann @password.txt ttl=60"]),
    CommandDeclaration(
      "start",
      options: [
        .integer("slots", 1...Code.mostPegs, default: 4, "the pegs of the code"),
        .integer("colors", 2...Code.mostColors, default: 6, "the colours that the service uses"),
      ],
      summary: "begin a game", examples: ["start", "start slots=6"]),
    CommandDeclaration(
      "ranking", isQuestion: true, summary: "show the finished games of all players",
      examples: ["ranking"]),
  ]

  /// What a game of Mastermind has as well. A plugin names its parameters by plain words.
  private static let play = Mastermind().definition.commands.map { command in
    var command = command
    if command.verb == "feedback" {
      command.details.insert("CODES are a guess and a secret with a `/` between them.", at: 0)
      for form in command.forms.indices {
        for index in command.forms[form].parameters.indices {
          command.forms[form].parameters[index].name = "CODES"
        }
      }
    }
    return command
  }
}
