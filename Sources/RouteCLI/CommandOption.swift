// The options of a command, as the parser knows them.

import ArgumentParser
import DataStructures
import Foundation
import Geo

/// One of a command's options.
struct CommandOption: Hashable {
    var isFlag: Bool
    var isRepeating: Bool

    /// Lists a command's options by their long names.
    ///
    /// - Throws: If the parser's description cannot be read.
    static func all(of command: any ParsableCommand.Type) throws -> [String: CommandOption] {
        struct Tool: Decodable {
            struct Name: Decodable {
                var kind: String
                var name: String
            }
            struct Argument: Decodable {
                var kind: String
                var names: [Name]?
                var isRepeating: Bool
            }
            struct Command: Decodable {
                var arguments: [Argument]?
            }
            var command: Command
        }
        let tool = try JSONDecoder().decode(Tool.self, from: Data(command._dumpHelp().utf8))
        var options: [String: CommandOption] = [:]
        for argument in tool.command.arguments ?? [] {
            for name in argument.names ?? [] where name.kind == "long" {
                options[name.name] = CommandOption(
                    isFlag: argument.kind == "flag", isRepeating: argument.isRepeating)
            }
        }
        return options
    }

    /// Returns a sentence about the first option that the command does not have; `nil` if it has
    /// all.
    ///
    /// The parser speaks of a missing option before it speaks of a misspelled one, which is mostly
    /// why the other is missing.
    static func problem(in arguments: [String]) -> String? {
        let (command, path) = CommandNames.command(of: arguments)
        guard command != Waypost.self, let known = try? all(of: command) else { return nil }
        for argument in arguments.dropFirst(path.count - 1) {
            if argument == "--" { return nil }
            guard argument.hasPrefix("--") else { continue }
            let name = String(argument.dropFirst(2).prefix { $0 != "=" })
            let positive = name.hasPrefix("no-") ? String(name.dropFirst(3)) : name
            guard known[name] == nil, known[positive] == nil, !Self.ofAll.contains(name) else {
                continue
            }
            // A beginning, such as --best, means the options that begin so.
            let begun = known.keys.filter { name.count > 2 && $0.hasPrefix(name) }
            return "there is no option --\(name.excerpt(60)) of \(path.joined(separator: " "))"
                + (begun.isEmpty
                    ? NearestName.question(
                        for: "--\(name)", among: known.keys.sorted().map { "--\($0)" })
                    : "; did you mean "
                        + begun.sorted().map { "\"--\($0)\"" }.joined(separator: " or ") + "?")
        }
        return nil
    }

    private static let ofAll: Set<String> = ["help", "help-hidden", "version"]
}
