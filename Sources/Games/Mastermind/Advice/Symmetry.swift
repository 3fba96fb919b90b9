/// A permutation of slots, and of colours as far as guesses say, that turns every guess into itself.
struct Symmetry {
  /// For each slot the one from which its peg comes.
  private var slots: [Int]
  /// The image of each colour; 0 for those in no guess.
  private var colors = [Int](repeating: 0, count: Code.mostColors + 1)

  /// All permutations of slots; only the identity for more than six.
  static func all(_ slots: Int) -> [Symmetry] {
    var orders: [[Int]] = [[]]
    for slot in 0..<slots {
      orders =
        slots > 6
        ? orders.map { $0 + [slot] }
        : orders.flatMap { order in
          (0...order.count).map { place in
            var order = order
            order.insert(slot, at: place)
            return order
          }
        }
    }
    return orders.map { Symmetry(slots: $0) }
  }

  private init(slots: [Int]) { self.slots = slots }

  /// The permutation, if it can also map another guess to itself.
  func fixing(_ guess: Code) -> Symmetry? {
    let pegs = Array(guess)
    var fixing = self
    for (slot, color) in pegs.enumerated() {
      let source = pegs[slots[slot]]
      if fixing.colors[source] == 0 {
        if fixing.colors.contains(color) { return nil }
        fixing.colors[source] = color
      } else if fixing.colors[source] != color {
        return nil
      }
    }
    return fixing
  }

  /// Whether the permutation lowers the guess, with unused colours named in order.
  func lowers(_ guess: Code, _ used: UInt32) -> Bool {
    var names: (UInt64, UInt64) = (0, 0)
    var next = 1
    let bits = guess.bits
    for slot in slots.indices {
      let source = Int(truncatingIfNeeded: bits >> UInt64(5 * slots[slot]) & 31)
      var color = colors[source]
      if color == 0 {
        let shift = UInt64(truncatingIfNeeded: 5 * ((source - 1) % 10))
        let known = (source <= 10 ? names.0 : names.1) >> shift & 31
        if known > 0 {
          color = Int(known)
        } else {
          while used & (1 << UInt32(next)) != 0 { next += 1 }
          color = next
          next += 1
          if source <= 10 {
            names.0 |= UInt64(color) << shift
          } else {
            names.1 |= UInt64(color) << shift
          }
        }
      }
      let own = Int(truncatingIfNeeded: bits >> UInt64(5 * slot) & 31)
      if color != own { return color < own }
    }
    return false
  }
}
