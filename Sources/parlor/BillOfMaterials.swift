import ParlorKit
import Platform
import ProgramKit

/// The components of the program, from a CycloneDX file that may be installed with it.
enum BillOfMaterials {
  /// The place of the file, relative to the folder of the program.
  private static let place = "share/parlor/sbom.cdx.json"

  /// The output of `parlor --version --verbose`: the version and the platform, then the file's
  /// path, the commit and the components with their versions.
  static var report: [UInt8] {
    var text = TextWriter()
    text.write("parlor ", Release.version, " of ", Release.date, "\n")
    text.write("platform: ", SystemInformation.platform, " ", SystemInformation.processor, "\n")
    guard let program = SystemInformation.programFolder else {
      text.write("bill of materials: not found; /proc is missing\n")
      return text.bytes
    }
    // Without the last part, `bin`.
    let prefix = program.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let path = "\(prefix.joined(separator: "/"))/\(place)"
    do throws(FileError) {
      let bytes = try FileSystem.read(path)
      write(path, bytes, to: &text)
    } catch {
      let isMissing = FileSystem.kind(of: path) == .missing
      text.write(
        "bill of materials: ",
        isMissing ? "none at \(path)" : error.message, "\n")
    }
    return text.bytes
  }

  private static func write(_ path: String, _ bytes: [UInt8], to text: inout TextWriter) {
    guard let bill = try? JSONReader.read(bytes), bill["bomFormat"]?.string == "CycloneDX",
      let components = bill["components"]?.array
    else {
      text.write("bill of materials: \(path) is not a file of CycloneDX\n")
      return
    }
    text.write("bill of materials: ", path, "\n")
    let properties = bill["metadata"]?["component"]?["properties"]?.array ?? []
    for property in properties where property["name"]?.string == "parlor:commit" {
      text.write("commit: ", shown(property["value"]), "\n")
    }
    for component in components {
      text.write("  ", shown(component["name"]), " ", shown(component["version"]), "\n")
    }
  }

  /// A text of the file on one line, without characters that affect the terminal.
  private static func shown(_ value: Value?) -> String {
    (value?.string ?? "?").displayable.replacing("\n", with: " ")
  }
}
