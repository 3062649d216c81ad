// `waypost network …`: street networks as files.

import ArgumentParser

struct NetworkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "network", abstract: "Build and inspect street networks.",
        subcommands: [
            BuildCommand.self, InspectCommand.self, PlacesCommand.self, VerifyCommand.self,
            ExportCommand.self,
        ])
}
