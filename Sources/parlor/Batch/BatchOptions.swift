import Language

/// How scripts are run.
struct BatchOptions {
  /// Whether each line is printed before its reply, so that the output is a scenario.
  var echoes = false
  /// Whether the lines after a refused one are run.
  var keepsGoing = false
  /// The seed of the first game.
  var seed = 0
  /// Whether replies are framed as responses of the Go Text Protocol.
  var isFramed = false
  /// The format of replies.
  var format = ReplyFormat.text
  /// Which time the session has.
  var clock = SessionClock.Kind.virtual
  /// Where results and house rules are kept.
  var profile = Profile.ofOneSession

  /// The settings of a session that runs scripts.
  var settings: Settings {
    var settings = Settings.program()
    settings.seed = seed
    settings.format = format
    settings.clock = clock
    settings.use(profile)
    if !profile.isScratch { settings.keeper = SessionStore(profile, keepsLines: false) }
    return settings
  }
}
