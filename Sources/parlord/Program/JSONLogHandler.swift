#if Server
  import Logging
  import Platform

  /// Writes the log as JSON Lines on standard error: time, level, message, then what is known besides
  /// in the order of its names.
  struct JSONLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let all = metadata.merging(event.metadata ?? [:]) { $1 }
      var json = JSONWriter()
      json.writeObject { json in
        json.write(key: "time")
        json.write(SystemClock.now.iso8601)
        json.write(key: "level")
        json.write(event.level.rawValue)
        json.write(key: "message")
        json.write("\(event.message)")
        for (key, value) in all.sorted(by: { $0.key < $1.key }) {
          json.write(key: key)
          json.write("\(value)")
        }
      }
      try? FileSystem.write(json.bytes + [0x0A], to: 2, named: "standard error")
    }
  }
#endif
