import FarkleGame
import PluginRunner

PluginRunner.main(Farkle(), as: "farkle-plugin")
