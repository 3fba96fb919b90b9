import ParlorKit

/// Replies as one JSON object on a line, its keys in a fixed order.
enum JSONReply: ReplyEncoder {
  static let detail = Reporter.Detail.data

  static func write(_ reply: Reply, to text: inout TextWriter) -> Int? {
    // The JSON continues the text, without a copy of it.
    var json = JSONWriter()
    swap(&json.text, &text)
    json.writeObject { json in
      if let id = reply.id {
        json.write(key: "id")
        json.write(id)
      }
      if reply.isNews {
        json.write(key: "event")
        json.write(true)
      }
      json.write(key: "ok")
      json.write(reply.problem == nil)
      if let problem = reply.problem {
        json.write(key: "error")
        problem.write(to: &json)
      } else {
        json.write(key: "command")
        json.write(reply.command)
        json.write(key: "events")
        json.writeArray { json in
          for event in reply.events { write(event, to: &json) }
        }
        for value in reply.written { json.write(key: value.key, written: value.json) }
      }
      json.write(fields: reply.data.fields)
      if reply.data.hasText {
        var text = TextWriter()
        _ = TextReply.write(reply, to: &text)
        json.write(key: "text")
        json.write(text.string)
      }
    }
    swap(&json.text, &text)
    text.breakLine()
    return nil
  }

  private static func write(_ event: any Event, to json: inout JSONWriter) {
    json.writeObject { json in
      json.write(key: "type")
      json.write(event.type)
      json.write(fields: event.fields)
    }
  }
}
