# A regression script as engines that play Go have them: commands with numbers, and below each the
# pattern that its response must match as a whole. Run it through
#
#     parlor --format gtp < farkle.tst
#
# and compare the responses of the same numbers. `!` before a pattern: it must not match.

1 protocol_version
#? [2]
2 name
#? [Parlor]
3 known_command hold
#? [true]
4 known_command genmove
#? [false]

new farkle Ann Bob seed=7	# a tab and a comment
10 roll
#? [Ann rolls 6 5 1 1 3 5\.\nHold 1 1 5 5 for 300.*]
12 hold best
#? [Ann holds 1 1 5 5 for 300\.\nRoll 2 dice or bank 300\.]
13 state turn.points
#? [300]
14 undo#no blank before a comment
#? [Undone: hold 1 1 5 5\. Ann's turn\.\n.*]
15 state turn.points
#? [!300]
16 set format json
#? [\{"id":16,"ok":true,"command":"set".*\}]
18 set format text
19 log
#? [new farkle Ann Bob rules=standard seed=7\nroll 6 5 1 1 3 5]
20 quit
