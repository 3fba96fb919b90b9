#if Server
  import ArgumentParser
  import NIOSSL

  /// Where the daemon listens.
  struct AddressOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp("Where HTTP is served.", valueName: "[host:]port"),
      transform: AddressOptions.address)
    var http = ListenAddress(loopback: 8080)

    @Option(
      help: ArgumentHelp("Where the line protocol is served.", valueName: "[host:]port"),
      transform: AddressOptions.address)
    var lines = ListenAddress(loopback: 7777)

    @Flag(help: "Serve no line protocol.")
    var noLines = false

    @Option(
      help: ArgumentHelp(
        "A chain of certificates in PEM; both ports then speak TLS.", valueName: "file"))
    var certificate: String?

    @Option(help: ArgumentHelp("The private key of the certificate in PEM.", valueName: "file"))
    var key: String?

    func validate() throws {
      if (certificate == nil) != (key == nil) {
        throw ValidationError("`--certificate` and `--key` are given together.")
      }
    }

    /// The certificate, if there is one.
    func tls() throws -> TLSConfiguration? {
      guard let certificate, let key else { return nil }
      do {
        let chain = try NIOSSLCertificate.fromPEMFile(certificate).map {
          NIOSSLCertificateSource.certificate($0)
        }
        let privateKey = try NIOSSLPrivateKey(file: key, format: .pem)
        return .makeServerConfiguration(
          certificateChain: chain, privateKey: .privateKey(privateKey))
      } catch {
        throw ProgramError(
          status: 3, message: "the certificate or its key cannot be used: \(error)")
      }
    }

    @Sendable private static func address(_ text: String) throws -> ListenAddress {
      guard let address = ListenAddress(text) else {
        throw ValidationError("`\(text)` is no address such as 8080, 127.0.0.1:8080 or [::1]:8080.")
      }
      return address
    }
  }
#endif
