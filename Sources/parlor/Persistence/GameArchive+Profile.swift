import Language
import Platform
import Records

extension GameArchive {
  /// The finished games of a profile.
  init(_ profile: Profile) {
    self.init { number throws(FileError) in
      let results = try ResultsFile(try profile.results()).last(number).results
      guard results.count >= number else { return nil }
      let path = "\(try profile.finished())/\(results[number - 1].id).parlor"
      // Results that were imported come without their logs.
      guard FileSystem.kind(of: path) != .missing else { return nil }
      return Entry(path: path, bytes: try FileSystem.read(path))
    }
  }
}
