extension Board {
  /// A hidden cell that single numbers show to be safe, much faster than a ``Solver`` finds one:
  /// the neighbours of a number that are certainly mines are as many as the number.
  var plainlySafeCell: Int? {
    // The last four rows: the certain mines around a number are sought in three of them, and safe
    // cells one row before.
    var (first, second, third) = (RowBits(), RowBits(), RowBits())
    let inside = (1 << UInt64(shape.columns) - 1) << 1 as UInt64
    for row in 1...shape.rows + 2 {
      var fourth = RowBits()
      if row <= shape.rows { fourth.hidden = hiddenCells(ofRow: row) }
      let hidden = second.hidden | third.hidden | fourth.hidden
      third.open = (hidden | hidden << 1 | hidden >> 1) & ~third.hidden & inside
      if row == 1 || row > shape.rows + 1 { third.open = 0 }
      if third.open != 0 {
        third.numbers = numbers(ofRow: row - 1)
        let full = third.numbers(equalTo: BitCounts(second.hidden, third.hidden, fourth.hidden))
        let near = full | full << 1 | full >> 1
        second.mined |= second.hidden & near
        third.mined |= third.hidden & near
        fourth.mined |= fourth.hidden & near
      }
      if second.open != 0 {
        let met = second.numbers(equalTo: BitCounts(first.mined, second.mined, third.mined))
        if let safe = RowBits.safeCell(around: met, first, second, third) {
          return (row - 2 + safe.row) * shape.stride + safe.column
        }
      }
      (first, second, third) = (second, third, fourth)
    }
    return nil
  }

  /// The hidden cells of a row as bits, column 1 at bit 1.
  func hiddenCells(ofRow row: Int) -> UInt64 {
    var hidden: UInt64 = 0
    forEachWord(ofRow: row) { digits, shift in
      // No byte overflows into the next one, since marks are less than 128.
      hidden |= Self.gather((digits &+ (127 - 8) &* Self.lowest) &>> 7) &<< shift
    }
    return hidden & (1 << UInt64(shape.columns) - 1) << 1
  }

  /// The numbers of a row; something else where cells are hidden.
  private func numbers(ofRow row: Int) -> BitCounts {
    var numbers = BitCounts()
    forEachWord(ofRow: row) { digits, shift in
      numbers.ones |= Self.gather(digits) &<< shift
      numbers.twos |= Self.gather(digits &>> 1) &<< shift
      numbers.fours |= Self.gather(digits &>> 2) &<< shift
      numbers.eights |= Self.gather(digits &>> 3) &<< shift
    }
    return numbers
  }

  /// Calls a closure with eight marks at a time, less that of zero, some of them after the row, and
  /// with the column of the first.
  @inline(__always)
  private func forEachWord(ofRow row: Int, _ body: (_ digits: UInt64, _ column: UInt64) -> Void) {
    let zeros = UInt64(Mark.zero) &* Self.lowest
    let first = row * shape.stride + 1
    marks.withUnsafeBytes { marks in
      var column = 0
      while column < shape.columns {
        let start = first + column
        var word: UInt64 = 0
        if start + 8 <= marks.count {
          word = marks.loadUnaligned(fromByteOffset: start, as: UInt64.self).littleEndian
        } else {
          for mark in marks[start...].reversed() { word = word << 8 | UInt64(mark) }
        }
        column += 8
        body(word ^ zeros, UInt64(truncatingIfNeeded: column - 7))
      }
    }
  }

  /// The lowest bit of each byte.
  private static let lowest: UInt64 = 0x0101_0101_0101_0101

  /// The lowest bits of bytes, one after the other.
  @inline(__always)
  private static func gather(_ bytes: UInt64) -> UInt64 {
    ((bytes & lowest) &* 0x0102_0408_1020_4080) &>> 56
  }
}

/// The cells of a row as sets of bits.
private struct RowBits {
  var hidden: UInt64 = 0
  /// The hidden cells that are certainly mines, as far as they are known.
  var mined: UInt64 = 0
  /// The open cells next to hidden ones, and their numbers.
  var open: UInt64 = 0
  var numbers = BitCounts()

  /// The open cells with these numbers.
  func numbers(equalTo counts: BitCounts) -> UInt64 {
    let ones = numbers.ones ^ counts.ones
    let twos = numbers.twos ^ counts.twos
    let fours = numbers.fours ^ counts.fours
    let eights = numbers.eights ^ counts.eights
    return open & ~(ones | twos | fours | eights)
  }

  /// A safe cell next to the first of some numbers of a row that have no other mines.
  ///
  /// - Returns: its row, from -1 for the row above to 1, and its column.
  static func safeCell(
    around met: UInt64, _ above: RowBits, _ row: RowBits, _ below: RowBits
  ) -> (row: Int, column: Int)? {
    let high = above.hidden & ~above.mined
    let same = row.hidden & ~row.mined
    let low = below.hidden & ~below.mined
    let all = high | same | low
    let numbers = met & (all | all << 1 | all >> 1)
    if numbers == 0 { return nil }
    let near: UInt64 = 7 &<< UInt64(numbers.trailingZeroBitCount - 1)
    if low & near != 0 { return (1, (low & near).trailingZeroBitCount) }
    if same & near != 0 { return (0, (same & near).trailingZeroBitCount) }
    return (-1, (high & near).trailingZeroBitCount)
  }
}

/// For each column a number from 0 to 15, bit by bit.
struct BitCounts {
  var ones: UInt64 = 0
  var twos: UInt64 = 0
  var fours: UInt64 = 0
  var eights: UInt64 = 0

  init() {}

  /// The number of neighbours in a set, from the rows of the set above, at and below cells.
  init(_ above: UInt64, _ row: UInt64, _ below: UInt64) {
    let (first, second) = (Self.sum(above << 1, above, above >> 1), Self.sum(row << 1, 0, row >> 1))
    let third = Self.sum(below << 1, below, below >> 1)
    let low = Self.sum(first.low, second.low, third.low)
    let middle = Self.sum(first.high, second.high, third.high)
    ones = low.low
    twos = middle.low ^ low.high
    let carry = middle.low & low.high
    fours = middle.high ^ carry
    eights = middle.high & carry
  }

  /// The sets of neighbours of a cell, added up.
  static func around(_ index: Int, _ shape: Shape, _ bits: (Int) -> UInt64) -> BitCounts {
    var counts = BitCounts()
    shape.forEachNeighbor(of: index) { neighbor in
      var carry = bits(neighbor)
      (counts.ones, carry) = (counts.ones ^ carry, counts.ones & carry)
      (counts.twos, carry) = (counts.twos ^ carry, counts.twos & carry)
      (counts.fours, carry) = (counts.fours ^ carry, counts.fours & carry)
      counts.eights |= carry
    }
    return counts
  }

  /// The number of a column.
  func number(at column: UInt64) -> UInt8 {
    UInt8(
      truncatingIfNeeded: ones &>> column & 1 | (twos &>> column & 1) << 1
        | (fours &>> column & 1) << 2 | (eights &>> column & 1) << 3)
  }

  private static func sum(
    _ one: UInt64, _ other: UInt64, _ third: UInt64
  ) -> (low: UInt64, high: UInt64) {
    (one ^ other ^ third, one & other | third & (one | other))
  }
}
