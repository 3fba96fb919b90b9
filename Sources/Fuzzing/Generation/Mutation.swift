import ParlorKit

/// A small change of a line.
struct Mutation: Sendable {
  /// Changes a line that is not empty; the second line is another one to take parts from.
  let apply: @Sendable (inout [UInt8], [UInt8], inout Chance) -> Void

  /// Every mutation, each as likely as the others.
  static let all = [flip, replace, insert, remove, truncate, repeatPart, swap, splice, word]

  private static let flip = Mutation { line, _, chance in
    line[chance.index(line.count)] ^= 1 << UInt8(chance.index(8))
  }

  private static let replace = Mutation { line, _, chance in
    line[chance.index(line.count)] = chance.byte()
  }

  private static let insert = Mutation { line, _, chance in
    line.insert(chance.byte(), at: chance.index(line.count + 1))
  }

  private static let remove = Mutation { line, _, chance in
    line.remove(at: chance.index(line.count))
  }

  private static let truncate = Mutation { line, _, chance in
    line.removeLast(1 + chance.index(line.count))
  }

  private static let repeatPart = Mutation { line, _, chance in
    let part = Mutation.part(of: line, &chance)
    line.insert(contentsOf: part, at: chance.index(line.count + 1))
  }

  private static let swap = Mutation { line, _, chance in
    line.swapAt(chance.index(line.count), chance.index(line.count))
  }

  private static let splice = Mutation { line, other, chance in
    line.replaceSubrange(chance.index(line.count)..., with: Mutation.part(of: other, &chance))
  }

  private static let word = Mutation { line, _, chance in
    line.append(UInt8(ascii: " "))
    line.append(contentsOf: Words.stray(&chance).utf8)
  }

  private static func part(of line: [UInt8], _ chance: inout Chance) -> ArraySlice<UInt8> {
    let start = chance.index(line.count)
    return line[start...].prefix(1 + chance.index(line.count))
  }
}
