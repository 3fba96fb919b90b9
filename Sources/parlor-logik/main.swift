import CurlTransport
import LogikClient
import PluginRunner
import RemoteTransport

// The client of Mastermind over HTTP as a plugin: Parlor starts it for `new logik`.
PluginRunner.main(
  remote: { session in Logik(ClientEnvironment(session) { CurlTransport($0) }) },
  definition: Logik.definition)
