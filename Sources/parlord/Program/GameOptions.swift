#if Server
  import ArgumentParser

  /// What is played, and how.
  struct GameOptions: ParsableArguments {
    @Flag(help: "Announce a Farkle Ten tournament whenever there is none.")
    var tournaments = false

    @Flag(help: "Let experience count twice.")
    var doubleXP = false

    @Option(help: "The colours of Mastermind codes, 2 to 20.")
    var colors = LogikRules().colors

    @Flag(help: "Let no colour stand twice in a secret.")
    var noRepeats = false

    @Flag(help: "Tests only: clients may say how the dice fall (`newdice`).")
    var dictatedDice = false

    @Flag(help: "Tests only: `?sleepy=true` and `?badServer=true` delay and break replies.")
    var misbehave = false

    func validate() throws {
      guard 2...20 ~= colors else { throw ValidationError("`--colors` takes 2 to 20.") }
    }

    /// The rules of Farkle Ten that the operator decides.
    var options: ServerOptions {
      ServerOptions(
        allowsDictatedDice: dictatedDice, holdsTournaments: tournaments, doublesExperience: doubleXP
      )
    }

    /// The rules of the codes.
    var logikRules: LogikRules { LogikRules(colors: colors, repeats: !noRepeats) }
  }
#endif
