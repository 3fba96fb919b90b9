import ParlorKit

/// Replies as comma-separated values: the data of events as tables, each below a line with the
/// names of its columns.
///
/// An event is a row. A list of objects in it is a table of its own instead, whose rows repeat what
/// stands around the list; lists of plain values and objects stay within their row. So a program
/// finds a table by its first column, `type`: the type of the event and the names of the lists.
enum CSVReply: ReplyEncoder {
  static let detail = Reporter.Detail.data

  static func write(_ reply: Reply, to text: inout TextWriter) -> Int? {
    if reply.problem != nil { return TextReply.write(reply, to: &text) }
    var tables = Tables()
    for event in reply.events { tables.add(event.fields, of: event.type) }
    for value in reply.written {
      let json = String(decoding: value.json, as: UTF8.self)
      tables.add([value.key: .string(json)], of: reply.command)
    }
    tables.write(to: &text)
    return nil
  }

  /// The tables of a reply, in the order in which they begin.
  private struct Tables {
    private var tables: [Table] = []
    private var places: [String: Int] = [:]

    mutating func add(_ fields: Fields, of type: String) {
      add(fields, at: type, list: type, below: [])
    }

    /// Adds an object: a row, or the rows of the lists in it.
    ///
    /// - Parameters:
    ///   - path: the type of the event, and the names of the lists around the object.
    ///   - list: the last of these names.
    ///   - outer: the cells of what stands around the lists.
    private mutating func add(
      _ fields: Fields, at path: String, list: String, below outer: [Cell]
    ) {
      var row = Row(cells: outer, list: list)
      row.add(fields, prefix: "")
      guard !row.lists.isEmpty else {
        let place = places[path] ?? tables.count
        if place == tables.count { tables.append(Table(type: path)) }
        places[path] = place
        return tables[place].add(row.cells)
      }
      for inner in row.lists {
        for element in inner.elements {
          add(element, at: "\(path).\(inner.name)", list: inner.name, below: row.cells)
        }
      }
    }

    func write(to text: inout TextWriter) {
      for table in tables {
        CSV.write(["type"] + table.columns, to: &text)
        text.breakLine()
        for row in table.rows {
          CSV.write([table.type] + table.columns.map { row[$0] ?? "" }, to: &text)
          text.breakLine()
        }
      }
    }
  }

  /// Rows of one type. A row lacks the columns that only others have.
  private struct Table {
    let type: String
    var columns: [String] = []
    var rows: [[String: String]] = []
    private var known: Set<String> = []

    init(type: String) { self.type = type }

    mutating func add(_ cells: [Cell]) {
      for cell in cells where known.insert(cell.name).inserted { columns.append(cell.name) }
      rows.append([String: String](cells.map { ($0.name, $0.text) }) { $1 })
    }
  }

  private typealias Cell = (name: String, text: String)

  /// A row that is made of an object.
  private struct Row {
    var cells: [Cell]
    /// The name of the list that the object is in.
    let list: String
    var lists: [(name: String, elements: [Fields])] = []

    mutating func add(_ fields: Fields, prefix: String) {
      for field in fields {
        let name = prefix + field.name
        switch field.value {
        case .object(let object): add(object, prefix: "\(name).")
        case .array(let values) where !values.isEmpty && values.allSatisfy({ $0.fields != nil }):
          lists.append((name, values.compactMap(\.fields)))
        default:
          let isTaken = name == "type" || cells.contains { $0.name == name }
          cells.append((isTaken ? "\(list).\(name)" : name, Row.text(of: field.value)))
        }
      }
    }

    /// A value as a cell. Characters that a line cannot have are escaped as in JSON.
    private static func text(of value: Value) -> String {
      switch value {
      case .null: return ""
      case .string(let text):
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 }
        return CSV.harmless(isPlain ? text : String(value.json.dropFirst().dropLast()))
      case .array(let values) where values.allSatisfy({ $0.array == nil && $0.fields == nil }):
        return CSV.harmless(values.map { text(of: $0) }.joined(separator: ";"))
      default: return value.json
      }
    }
  }
}
