import ParlorKit
import PluginRunner

PluginRunner.main(remote: { BellTower(session: $0) }, definition: BellTower.definition)
