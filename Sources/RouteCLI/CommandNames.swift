// Guesses what a misspelled command means.

import ArgumentParser
import DataStructures

/// Finds words on the command line where a command should stand and none does.
enum CommandNames {
    /// Returns a failure that names the wrong command, or `nil` if all are right.
    ///
    /// Words before the first option are compared with the commands, level by level.
    static func problem(in arguments: [String]) -> CommandFailure? {
        var command: any ParsableCommand.Type = Waypost.self
        var path = ["waypost"]
        for argument in arguments {
            let commands = command.configuration.subcommands
            guard !commands.isEmpty, !argument.hasPrefix("-") else { return nil }
            let names = commands.map { $0._commandName }
            guard let place = names.firstIndex(of: argument) else {
                // Every command has `help`.
                if argument == "help" { return nil }
                return CommandFailure(
                    .usage,
                    "there is no command \"\(argument)\" of \(path.joined(separator: " "))"
                        + (NearestName.question(for: argument, among: names).isEmpty
                            ? "; its commands are \(names.joined(separator: ", "))"
                            : NearestName.question(for: argument, among: names)))
            }
            command = commands[place]
            path.append(argument)
        }
        return nil
    }

    /// Finds the command that a command line is for, with its path from the program on.
    static func command(
        of arguments: [String]
    ) -> (command: any ParsableCommand.Type, path: [String]) {
        var command: any ParsableCommand.Type = Waypost.self
        var path = ["waypost"]
        for argument in arguments {
            let commands = command.configuration.subcommands
            guard let found = commands.first(where: { $0._commandName == argument }) else { break }
            command = found
            path.append(argument)
        }
        return (command, path)
    }
}
