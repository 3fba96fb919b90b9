/// How Farkle Ten is played.
enum Instructions {
  /// The rules in short; those of the dice are the preset `farkle-ten` of Farkle.
  static let text = """
    Ten rounds each, in your own time; the highest total wins. In a round, roll six dice, hold
    what scores, then roll the rest or bank the points. A roll without a scoring die is a farkle:
    the round brings nothing. When all six dice are held, six fresh ones are rolled.
    A tie adds a round for everybody, up to round 15; then the best single round wins.
      1 is 100, 5 is 50; three of a kind 100 times the face, three ones 1,000
      four, five, six of a kind: 2, 3, 4 times the three
      straight 1,000; three pairs, or four and two, 750; two triplets 2,500
    A finished game brings experience, a won one more, and a round above 750 a little.
    """
}
