import ParlorKit

/// A permutation of slots and one of colours. To apply it to a guess and a code changes no answer.
struct Renaming {
  /// For each slot the one from which its peg comes.
  var slots = SIMD16<UInt8>()
  /// The image of each colour, from 0.
  var colors = SIMD32<UInt8>()

  static let identity: Self = {
    var identity = Self()
    for slot in 0..<Code.mostPegs { identity.slots[slot] = UInt8(slot) }
    for color in 0..<Code.mostColors { identity.colors[color] = UInt8(color) }
    return identity
  }()

  /// Swaps the images of two colours.
  mutating func swapColors(_ one: Int, _ other: Int) {
    (colors[one], colors[other]) = (colors[other], colors[one])
  }
}

/// The guesses of some rules, by index, and sets of codes that differ only by a ``Renaming``.
final class CodeSets {
  /// The guesses; first those that can be the secret.
  let guesses: [Code]
  /// How many of them can be the secret.
  let codes: Int
  private let slots: Int
  private let colors: Int
  /// The colours of each guess, from 0.
  private let pegs: UnsafeMutablePointer<UInt8>
  /// The index of each guess, by its colours as the digits of a number.
  private let places: [UInt16]
  /// How often each slot of some codes has each colour, and a random number for each slot that says it.
  private let tallies: UnsafeMutablePointer<UInt64>
  private let slotMarks: UnsafeMutablePointer<UInt64>
  /// For each guess an equivalent one with a lower index, or itself; -1 outside of a comparison.
  private let twins: UnsafeMutablePointer<Int32>
  /// The renamings that a set of codes may get its key by.
  private var names: [Renaming] = []
  /// The orders of slots by which symmetries are sought.
  private let orders: [SIMD16<UInt8>]

  /// The maximum number of guesses.
  static let mostGuesses = 1 << 16
  /// The maximum number of orders of slots that a key is the lowest for.
  private static let mostOrders = 720
  /// The maximum number of permutations of colours that are tried with an order of slots.
  private static let mostTries = 50

  /// Numbers the guesses of some rules.
  ///
  /// - Parameters:
  ///   - codes: all codes that can be the secret.
  ///   - count: the number of guesses, at most ``mostGuesses``.
  init(_ rules: MastermindRules, _ codes: [Code], guesses count: Int) {
    (slots, colors) = (rules.slots, rules.colors)
    self.codes = codes.count
    var odometer = Odometer(slots: slots, digits: Array(1...colors))
    var others: [Code] = []
    for _ in 0..<count {
      if let guess = Code(odometer.values), !rules.allows(guess) { others.append(guess) }
      odometer.advance()
    }
    guesses = codes + others
    pegs = .allocate(capacity: count * slots)
    var places = [UInt16](repeating: 0, count: count)
    for (place, guess) in guesses.enumerated() {
      var number = 0
      for (slot, color) in guess.enumerated() {
        pegs[place * slots + slot] = UInt8(color - 1)
        number = number * colors + color - 1
      }
      places[number] = UInt16(place)
    }
    self.places = places
    tallies = .allocate(capacity: slots * colors)
    slotMarks = .allocate(capacity: slots)
    twins = .allocate(capacity: count)
    twins.initialize(repeating: -1, count: count)
    orders = Self.orders(slots)
  }

  deinit {
    pegs.deallocate()
    for numbers in [tallies, slotMarks] { numbers.deallocate() }
    twins.deallocate()
  }

  /// All orders of slots but the given one; of more than six slots those that swap two.
  private static func orders(_ slots: Int) -> [SIMD16<UInt8>] {
    var order = Renaming.identity.slots
    var orders: [SIMD16<UInt8>] = []
    if slots <= 6 {
      while advance(&order, 0..<slots) { orders.append(order) }
      return orders
    }
    for one in 0..<slots {
      for other in one + 1..<slots {
        order = Renaming.identity.slots
        (order[one], order[other]) = (order[other], order[one])
        orders.append(order)
      }
    }
    return orders
  }

  /// Changes a part of an order to the next one, or after the last to the first.
  ///
  /// - Returns: whether it was not the last.
  private static func advance(_ order: inout SIMD16<UInt8>, _ range: Range<Int>) -> Bool {
    var (low, high) = (range.lowerBound, range.upperBound - 1)
    let next = range.dropLast().last { order[$0] < order[$0 + 1] }
    if let next {
      var other = high
      while order[other] < order[next] { other -= 1 }
      (order[next], order[other]) = (order[other], order[next])
      low = next + 1
    }
    while low < high {
      (order[low], order[high]) = (order[high], order[low])
      (low, high) = (low + 1, high - 1)
    }
    return next != nil
  }

  // MARK: Renamings

  /// The guess that a renaming makes of a guess.
  func renamed(_ guess: Int, by renaming: Renaming) -> Int {
    var number = 0
    for slot in 0..<slots {
      let color = pegs[guess * slots + Int(renaming.slots[slot])]
      number = number * colors + Int(renaming.colors[Int(color)])
    }
    return Int(places[number])
  }

  /// The renaming that takes another back.
  func inverse(of renaming: Renaming) -> Renaming {
    var inverse = Renaming.identity
    for slot in 0..<slots { inverse.slots[Int(renaming.slots[slot])] = UInt8(slot) }
    for color in 0..<colors { inverse.colors[Int(renaming.colors[color])] = UInt8(color) }
    return inverse
  }

  private func count(_ codes: UnsafeBufferPointer<UInt16>) {
    tallies.update(repeating: 0, count: slots * colors)
    for code in codes {
      let first = Int(code) * slots
      for slot in 0..<slots { tallies[slot * colors + Int(pegs[first + slot])] &+= 1 }
    }
    for slot in 0..<slots {
      var mark: UInt64 = 0
      for color in 0..<colors { mark &+= (tallies[slot * colors + color] &+ 1).mixed }
      slotMarks[slot] = mark
    }
  }

  // MARK: Keys

  /// A number that is equal for two sets only if a renaming maps one to the other, and mostly if one
  /// does: the lowest hash of the set by renamings that sort its tallies. Also the renaming that
  /// gives it.
  func key(of codes: UnsafeBufferPointer<UInt16>) -> (key: UInt64, name: Renaming) {
    count(codes)
    findNames()
    var best: (hash: UInt64, name: Renaming) = (.max, names[0])
    for name in names {
      let hash = hash(of: codes, name)
      if hash < best.hash { best = (hash, name) }
    }
    return ((best.hash &+ UInt64(codes.count) &* 0x9E37_79B9_7F4A_7C15).mixed, best.name)
  }

  /// The same of the codes with these indices.
  func key(of codes: [Int]) -> UInt64 {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: codes.count) { memory in
      for (place, code) in codes.enumerated() { memory[place] = UInt16(truncatingIfNeeded: code) }
      return key(of: UnsafeBufferPointer(memory)).key
    }
  }

  private func hash(of codes: UnsafeBufferPointer<UInt16>, _ name: Renaming) -> UInt64 {
    var hash: UInt64 = 0
    for code in codes {
      var number: UInt64 = 0
      for slot in 0..<slots {
        let color = pegs[Int(code) * slots + Int(name.slots[slot])]
        number = number << 5 | UInt64(name.colors[Int(color)])
      }
      hash &+= (number &+ 1).mixed
    }
    return hash
  }

  /// Finds the renamings that sort the slots, then the colours, by their tallies.
  private func findNames() {
    names.removeAll(keepingCapacity: true)
    var order = Renaming.identity.slots
    for slot in 1..<max(slots, 1) {
      var place = slot
      while place > 0, slotMarks[Int(order[place - 1])] < slotMarks[slot] {
        order[place] = order[place - 1]
        place -= 1
      }
      order[place] = UInt8(slot)
    }
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * colors) { memory in
      let (marks, top) = (memory.baseAddress, memory.baseAddress.map { $0 + colors })
      guard let marks, let top else { return }
      var left = Self.mostOrders
      repeat {
        addName(order, marks, top)
        left -= 1
      } while left > 0 && advanceAlike(&order)
    }
  }

  /// Changes an order to the next one in which only slots of equal tallies change their places.
  private func advanceAlike(_ order: inout SIMD16<UInt8>) -> Bool {
    var end = slots
    while end > 0 {
      var start = end - 1
      let mark = slotMarks[Int(order[start])]
      while start > 0, slotMarks[Int(order[start - 1])] == mark { start -= 1 }
      if Self.advance(&order, start..<end) { return true }
      end = start
    }
    return false
  }

  /// Adds the renaming with an order of slots and the colours sorted by their tallies, unless another
  /// order has higher tallies; if this one has, the others are dropped.
  ///
  /// - Parameters:
  ///   - marks: memory for a number for each colour.
  ///   - top: the highest tallies.
  private func addName(
    _ order: SIMD16<UInt8>, _ marks: UnsafeMutablePointer<UInt64>,
    _ top: UnsafeMutablePointer<UInt64>
  ) {
    var sorted = SIMD32<UInt8>()
    for color in 0..<colors {
      var mark: UInt64 = 0
      for slot in 0..<slots {
        let tally = tallies[Int(order[slot]) * colors + color]
        mark = mark &* 0x9E37_79B9_7F4A_7C15 &+ tally &+ 1
      }
      marks[color] = mark
      var place = color
      while place > 0, marks[Int(sorted[place - 1])] < mark {
        sorted[place] = sorted[place - 1]
        place -= 1
      }
      sorted[place] = UInt8(color)
    }
    var isHigher = names.isEmpty
    if !isHigher {
      for place in 0..<colors {
        let mark = marks[Int(sorted[place])]
        if mark == top[place] { continue }
        if mark < top[place] { return }
        isHigher = true
        break
      }
    }
    if isHigher {
      names.removeAll(keepingCapacity: true)
      for place in 0..<colors { top[place] = marks[Int(sorted[place])] }
    }
    var name = Renaming(slots: order)
    for place in 0..<colors { name.colors[Int(sorted[place])] = UInt8(place) }
    names.append(name)
  }

  // MARK: Symmetries

  /// Renamings that map a set of codes to itself. They generate all that do, or nearly.
  func symmetries(of codes: UnsafeBufferPointer<UInt16>) -> [Renaming] {
    count(codes)
    var matching = Matching(codes: codes, hash: hash(of: codes, .identity))
    matching.alike = Array(0..<colors)
    var found: [Renaming] = []
    for one in 0..<colors {
      for other in one + 1..<max(colors, one + 1) where matching.alike[other] == other {
        let isAlike = (0..<slots).allSatisfy {
          tallies[$0 * colors + one] == tallies[$0 * colors + other]
        }
        if !isAlike { continue }
        var swap = Renaming.identity
        swap.swapColors(one, other)
        guard hash(of: codes, swap) == matching.hash else { continue }
        found.append(swap)
        matching.alike[other] = matching.alike[one]
      }
    }
    for order in orders
    where (0..<slots).allSatisfy({ slotMarks[Int(order[$0])] == slotMarks[$0] }) {
      matching.renaming = Renaming(slots: order)
      matching.used = 0
      matching.tries = 0
      if completes(&matching, from: 0) { found.append(matching.renaming) }
    }
    return found
  }

  /// For each guess whether it is the lowest of those that symmetries map to each other.
  func areLowest(_ guesses: [Int], under symmetries: [Renaming]) -> [Bool] {
    for guess in guesses { twins[guess] = Int32(truncatingIfNeeded: guess) }
    for symmetry in symmetries {
      for guess in guesses {
        let image = renamed(guess, by: symmetry)
        if twins[image] < 0 { continue }
        let (one, other) = (lowestTwin(of: guess), lowestTwin(of: image))
        if one != other { twins[max(one, other)] = Int32(truncatingIfNeeded: min(one, other)) }
      }
    }
    let areLowest = guesses.map { lowestTwin(of: $0) == $0 }
    for guess in guesses { twins[guess] = -1 }
    return areLowest
  }

  private func lowestTwin(of guess: Int) -> Int {
    var guess = guess
    while Int(twins[guess]) != guess {
      twins[guess] = twins[Int(twins[guess])]
      guess = Int(twins[guess])
    }
    return guess
  }

  /// The search for a permutation of colours that together with one of slots maps codes to
  /// themselves.
  private struct Matching {
    let codes: UnsafeBufferPointer<UInt16>
    let hash: UInt64
    /// The lowest colour that can be swapped with each.
    var alike: [Int] = []
    var renaming = Renaming()
    /// The images that are taken, one bit each.
    var used: UInt32 = 0
    var tries = 0
  }

  /// Finds images of a colour and those after it.
  private func completes(_ matching: inout Matching, from color: Int) -> Bool {
    if color == colors {
      matching.tries += 1
      return hash(of: matching.codes, matching.renaming) == matching.hash
    }
    var seen: UInt32 = 0
    for image in 0..<colors {
      let kind: UInt32 = 1 << UInt32(matching.alike[image])
      if matching.used & (1 << UInt32(image)) != 0 || seen & kind != 0 { continue }
      let fits = (0..<slots).allSatisfy {
        let source = Int(matching.renaming.slots[$0])
        return tallies[$0 * colors + image] == tallies[source * colors + color]
      }
      if !fits { continue }
      seen |= kind
      matching.used |= 1 << UInt32(image)
      matching.renaming.colors[color] = UInt8(image)
      if completes(&matching, from: color + 1) { return true }
      if matching.tries > Self.mostTries { return false }
      matching.used &= ~(1 << UInt32(image))
    }
    return false
  }
}
