import ParlorKit

extension Profile {
  /// Writes the figures and the finished games.
  func write(to text: inout TextWriter) {
    text.write(Styled(.strong, name))
    if let title { text.write(" ", Styled(.faint, title)) }
    let width = figures.map(\.name.count).max() ?? 0
    for figure in figures {
      text.write(
        "\n  ", figure.name, String(repeating: " ", count: width - figure.name.count + 2))
      text.write(Styled(figure.key == "achscore" ? .treasure : .strong, figure.value))
    }
    for game in games {
      text.write(
        "\n  ", Styled(game.isWon ? .good : .bad, "\(game.title) - \(game.isWon ? "Win" : "Loss")"))
      if let finished = game.finished { text.write("  ", Styled(.faint, finished)) }
    }
  }

  /// The profile as data.
  var fields: Fields {
    var fields: Fields = [
      "id": .integer(id), "name": .string(name), "title": .optional(title),
    ]
    for figure in figures { fields[figure.key] = .string(figure.value) }
    fields["games"] = .array(
      games.map {
        .object([
          "game": .integer($0.id), "title": .string($0.title), "won": .bool($0.isWon),
          "finished": .optional($0.finished),
        ])
      })
    return fields
  }
}

extension Friend {
  /// The friend as data.
  var fields: Fields {
    ["id": .integer(id), "name": .string(name), "title": .optional(title)]
  }
}
