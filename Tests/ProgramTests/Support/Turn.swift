/// One turn of Farkle with given dice, as in the README, and what it replies.
enum Turn {
  static let lines = ["new farkle Ann Bob", "roll 1 5 5 2 3 6", "hold 1 5 5", "bank"]

  static let script = lines.map { $0 + "\n" }.joined()

  /// What a prompt says once after the first line, where lines can be edited.
  static let offer = "`seat Bob medium` lets the program play for Bob.\n"

  /// The reply to each of the lines.
  static let replies = [
    """
    Farkle: Ann, Bob. First to 10,000. Seed 0.
    Ann to roll.

    """,
    """
    Ann rolls 1 5 5 2 3 6.
    Hold 1 5 5 for 200, 1 5 for 150, 1 for 100, 5 5 for 100 or 5 for 50.

    """,
    """
    Ann holds 1 5 5 for 200.
    Roll 3 dice or bank 200.

    """,
    """
    Ann banks 200 and has 200.
    Bob to roll.

    """,
  ]

  /// All that a run of it prints.
  static let output = replies.joined()

  /// All that a run with `--echo` prints.
  static let transcript = zip(lines, replies).map { "> \($0)\n\($1)" }.joined()

  /// The lines of the file that it is saved in, without the digests and the checksum.
  static let log = [
    "# parlor-log 1", "# checked by the sum in the last line",
    "new farkle Ann Bob rules=standard seed=0 # =", "roll 1 5 5 2 3 6 # =",
    "hold 1 5 5 # =", "bank # =", "# sum ",
    "",
  ]
}
