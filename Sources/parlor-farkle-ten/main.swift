import CurlTransport
import FarkleTenClient
import Platform
import PluginRunner
import RemoteTransport

// The client of Farkle Ten as a plugin: Parlor starts it for `new farkle-ten`. With
// PARLOR_FARKLE_TEN_TEST=1 dice may be dictated to a service that lets them.
let isTest = FileSystem.environment("PARLOR_FARKLE_TEN_TEST") == "1"
PluginRunner.main(
  remote: { session in
    FarkleTen(ClientEnvironment(session, isTest: isTest) { CurlTransport($0) })
  }, definition: FarkleTen.definition)
