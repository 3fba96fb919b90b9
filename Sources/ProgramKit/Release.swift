/// The release that the programs belong to: the one place of its version.
public enum Release {
  /// As `--version`, the manual pages and the protocols of other programs give it.
  public static let version = "0.3.0"
  /// The day of the release, YYYY-MM-DD.
  public static let date = "2026-11-24"
}
