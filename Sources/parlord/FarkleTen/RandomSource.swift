import ParlorKit

/// Where chance comes from: the system's generator in service, numbers in a row in tests.
struct RandomSource: Sendable {
  /// Fresh draws, each time others.
  let chance: @Sendable () -> Chance
  /// So many bytes that nobody can guess.
  let bytes: @Sendable (Int) -> [UInt8]

  /// The generator of the operating system.
  static let system = RandomSource(
    chance: {
      var generator = SystemRandomNumberGenerator()
      return Chance(seed: generator.next(), draw: 0)
    },
    bytes: { count in
      var generator = SystemRandomNumberGenerator()
      return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    })

  /// A token of 64 hexadecimal digits.
  func token() -> String { Hex.text(bytes(32)) }
}
