import Language

extension Settings {
  /// Adds what a profile keeps: the commands that tell of it, and house rules.
  mutating func use(_ profile: Profile) {
    commands += RecordsCommands.all(profile)
    houseRules = ProfileRules(profile)
    archive = GameArchive(profile)
    stateFolder = profile.sessions
    if !profile.keepsAnything { capabilities.remove(.profile) }
  }
}
