#if Server
  import Foundation

  /// The bodies of requests. A number may be written as a string.
  enum LogikRequest {
    /// `POST login`.
    struct Login: Decodable {
      var user: String
      var password: String
      /// How long the token is to last, in seconds.
      var timeToLive: LenientInteger?

      enum CodingKeys: String, CodingKey {
        case user = "user_id"
        case password
        case timeToLive = "time-to-live"
      }
    }

    /// `POST logik/start`.
    struct Start: Decodable {
      var slots: LenientInteger
    }

    /// `POST logik/guess`.
    struct Guess: Decodable {
      var gameId: String
      var guess: [LenientInteger]
    }

    /// Reads a body.
    static func read<Body: Decodable>(_ type: Body.Type, from bytes: [UInt8]) throws -> Body {
      do {
        return try JSONDecoder().decode(type, from: Data(bytes))
      } catch DecodingError.keyNotFound(let key, _) {
        throw LogikFault.badRequest("the body lacks `\(key.stringValue)`")
      } catch {
        throw LogikFault.badRequest("the body is not the JSON object that is expected")
      }
    }
  }

  /// A whole number, written as one or as a string.
  struct LenientInteger: Decodable {
    let value: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        value = number
      } else if let number = Int(try container.decode(String.self)) {
        value = number
      } else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no whole number")
      }
    }
  }
#endif
