import ParlorKit
import Testing

@Suite struct MoveRecordTests {
  @Test(arguments: [10, 63, 64, 65, 127, 128, 150])
  func `moves that are dropped are no longer given, and the others still are`(_ end: Int) {
    var record = MoveRecord<Int>(readsClock: false)
    for place in 0..<200 {
      record.append(place, at: place, after: 0)
      if place % 3 == 0 { record.noteGiven() }
    }
    record.append(0, at: end, after: 0)
    for place in 0..<200 {
      #expect(record.isGiven(at: place) == (place % 3 == 0 && place < end), "\(place)")
    }
  }
}
