import TestKit

extension TemporaryFolder {
  /// A command for `--via` in place of a server. It answers a line with the line; `WORDS` with its
  /// arguments, `TEXT` and `FAIL` as given, and `CLOSE` not at all: then it ends.
  func answeringCommand(
    roll text: String = "",
    fail: String =
      #"{"ok":false,"output":"","error":{"code":"not-now","message":"no","help":[]}}"#
  ) throws -> String {
    try add("text", text + "\n")
    try add("fail", fail + "\n")
    let script = try add(
      "answer.sh",
      """
      while read -r line; do
        case $line in
          answer | "answer stop") echo '{"ready":"a test"}' ;;
          quit) echo '{"ok":true,"output":"","end":"quit"}'; exit ;;
          TEXT | FAIL) cat "${0%/*}/$(echo "$line" | tr A-Z a-z)" ;;
          WORDS) printf '{"ok":true,"output":"%s\\\\n"}\\n' "$*" ;;
          CLOSE) exit ;;
          roll | bank) printf '{"ok":true,"output":"%s\\\\n"}\\n' "$line" ;;
        esac
      done
      """)
    return "sh \(script)"
  }
}
