// `waypost network …`: street networks as files.

import ArgumentParser

struct NetworkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "network", abstract: "Build street networks and look into them.",
        subcommands: [
            BuildCommand.self, InspectCommand.self, PlacesCommand.self, VerifyCommand.self,
            ExportCommand.self,
        ])
}
