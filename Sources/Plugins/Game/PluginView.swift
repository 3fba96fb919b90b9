package import ParlorKit

/// What a plugin shows of its game at a time, and the state that it is a view of.
package struct PluginView: GameView {
  let state: PluginState
  let time: GameTime
  private let picture: PluginPicture

  init(_ state: PluginState, at time: GameTime, _ picture: PluginPicture) {
    self.state = state
    self.time = time
    self.picture = picture
  }

  package var fields: Fields { picture.fields }
  package var caption: String { picture.caption }
  package var prompt: String { picture.prompt }
  package func writeTable(to text: inout TextWriter) { picture.table.write(to: &text) }
  package func writeSituation(to text: inout TextWriter) { picture.situation.write(to: &text) }
}
