import ParlorKit

extension Minesweeper {
  private static let cell = [
    Parameter("R", .integer(Shape.sides)), Parameter("C", .integer(Shape.sides)),
  ]

  /// The commands of the game.
  static let commands: [CommandDeclaration] = [
    CommandDeclaration(
      "reveal", cell,
      options: [
        .text(
          "layout", limit: Layout.longestText, isSecret: true,
          "where the mines are, at the first reveal")
      ],
      summary: "reveal the cell in row R and column C",
      details: [
        "A mine loses. A number tells how many of the eight neighbours are mines; where there is"
          + " none, the neighbours are revealed as well, and so on.",
        "Mines are laid at the first reveal, never under that cell. The time runs from then.",
        "Flagged cells stay hidden: revealing one is ignored.",
        "The log tells where the mines were laid, and so may you:"
          + " rows parted by `/`, `*` a mine, `.` none.",
      ],
      examples: ["reveal 3 4"]),
    CommandDeclaration(
      "flag",
      forms: [
        .init([], "the same for the cell named last"),
        .init(cell, "put a flag on a hidden cell, or take it off"),
      ],
      summary: "put a flag on a hidden cell, or take it off",
      details: ["A flagged cell cannot be revealed. Flags need not be right."],
      examples: ["flag 3 4", "flag"]),
    CommandDeclaration(
      "chord", cell,
      summary: "reveal what is hidden around a number with that many flags",
      details: [
        "The number must have exactly as many flags around it. If one of them is wrong, a mine is"
          + " revealed and the game is lost."
      ],
      examples: ["chord 3 4"]),
    CommandDeclaration(
      "mark", cell,
      summary: "put a question mark on a hidden cell, or take it off",
      details: ["A question mark protects nothing. It takes the place of a flag."],
      examples: ["mark 3 4"]),
    CommandDeclaration(
      "mode",
      forms: [
        .init([], "tell the mode"),
        .init(
          [Parameter("NAME", .choice(Mode.ladder.map(\.rawValue) + ["easier", "harder"]))],
          "open a board of another mode"),
      ],
      isQuestion: true,
      summary: "tell the mode, or open a board of another",
      details: [
        "The modes are easy, medium, hard and custom. `left` is `mode easier`, `right` is `mode"
          + " harder`.",
        "Custom boards have the size they had last, at first 16×16 with 40 mines.",
      ],
      examples: ["mode", "mode hard", "mode easier"]),
    CommandDeclaration(
      "difficulty", isQuestion: true,
      summary: "tell the 3BV and the openings of the board",
      details: [
        "The 3BV is the fewest reveals that clear the board. An opening is a region of cells"
          + " without mines around them.",
        "Only once the game is over, or if the layout was given.",
      ],
      examples: ["difficulty"]),
  ]
}
