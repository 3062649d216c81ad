// A file of options: `waypost serve --settings waypost.yaml`.

import ArgumentParser
import DataStructures
import DefinitionFiles
import Foundation

/// The option that names a file of options. ``SettingsFile`` reads the file before the command line
/// is parsed.
struct SettingsOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A YAML file of options by their names without dashes.", valueName: "file"))
    var settings: String?
}

/// Options in a YAML file: the name of each without dashes, and its value.
///
/// ```yaml
/// network: [town, region]
/// port: 8080
/// public-url: https://maps.example
/// sharing: true
/// ```
///
/// The file's options become arguments in front of the command line's, so that the parser checks
/// both alike and the command line wins. Paths are relative to the working directory, as on the
/// command line.
///
/// swift-configuration would be a second way to name, type and document each option. A program asks
/// it for the keys that it knows, so a misspelled key is never noticed, and its errors name a key,
/// not a line. Here an unknown key is refused with file, line and the nearest name.
struct SettingsFile {
    /// The largest file that is read.
    static let maximumBytes = 1 << 20

    /// The commands that read settings.
    private static let commands: [any ParsableCommand.Type] = [
        ServeCommand.self, WorkerCommand.self,
    ]

    /// Inserts the options of the files that `--settings` names behind the command.
    ///
    /// - Throws: ``CommandFailure`` if a file cannot be read or is too large;
    ///   `InvalidDefinitions` with file and line if an option is unknown or its value has the wrong
    ///   form.
    static func expanded(_ arguments: [String]) throws -> [String] {
        let settings = try settings(of: arguments)
        return arguments.prefix(1) + settings.flatMap(\.arguments) + arguments.dropFirst()
    }

    /// Returns the place of the setting that a command's message is about, such as
    /// `waypost.yaml:3`: the message names its option, or repeats its value.
    ///
    /// Returns `nil` if the command line, or nothing, is to blame.
    static func place(blamedBy message: String, in arguments: [String]) -> String? {
        guard let settings = try? settings(of: arguments) else { return nil }
        func isGiven(_ setting: Setting) -> Bool {
            arguments.contains {
                $0 == "--\(setting.name)" || $0.hasPrefix("--\(setting.name)=")
            }
        }
        let own = settings.filter { !isGiven($0) }
        let blamed =
            own.first { names("--\($0.name)", in: message) }
            ?? own.first { $0.values.contains { repeats($0, in: message) } }
        return blamed?.place
    }

    /// Whether a message repeats a value: in quotes, or, if the value is a path or an address, as
    /// whole words. A plain word, such as `json`, may stand in any message.
    private static func repeats(_ value: String, in message: String) -> Bool {
        message.contains("\"\(value)\"") || message.contains("'\(value)'")
            || (value.contains { "/.".contains($0) } && names(value, in: message))
    }

    /// Whether a message has a text as whole words.
    private static func names(_ text: String, in message: String) -> Bool {
        func isPart(_ character: Character?) -> Bool {
            character.map { $0.isLetter || $0.isNumber || "-_".contains($0) } ?? false
        }
        return message.ranges(of: text).contains { range in
            let before = message[..<range.lowerBound].last
            return !isPart(before) && before != "." && before != "/"
                && !isPart(message[range.upperBound...].first)
        }
    }

    /// Reads the files that `--settings` names, if the command reads settings.
    private static func settings(of arguments: [String]) throws -> [Setting] {
        guard let name = arguments.first,
            let command = commands.first(where: { $0._commandName == name })
        else { return [] }
        let options = try options(of: command)
        return try paths(in: arguments).flatMap {
            try SettingsFile(path: $0, options: options).settings
        }
    }

    /// An option that the file sets.
    private struct Setting {
        var name: String
        var values: [String]
        /// The arguments that it stands for.
        var arguments: [String]
        /// The file and line.
        var place: String
    }

    private let settings: [Setting]

    private init(path: String, options: [String: Option]) throws {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
        } catch {
            throw CommandFailure(
                .invalidInput, "--settings: \"\(path)\" cannot be read; name a YAML file")
        }
        guard data.count <= Self.maximumBytes else {
            throw CommandFailure(
                .invalidInput,
                "--settings: \"\(path)\" has \(data.count) bytes; a file of options has at most "
                    + "\(Self.maximumBytes)")
        }
        try self.init(text: String(decoding: data, as: UTF8.self), file: path, options: options)
    }

    private init(text: String, file: String, options: [String: Option]) throws {
        settings = try DefinitionNode(text: text, file: file).entries().map { key, value in
            guard let option = options[key] else {
                throw value.error(
                    "there is no option \"\(key)\""
                        + NearestName.question(for: key, among: options.keys.sorted()))
            }
            return Setting(
                name: key, values: try option.isFlag ? [] : value.texts(),
                arguments: try option.arguments(key, value),
                place: file + (value.line.map { ":\($0)" } ?? ""))
        }
    }

    /// Returns the files that `--settings` names.
    private static func paths(in arguments: [String]) -> [String] {
        var paths: [String] = []
        for (place, argument) in arguments.enumerated() {
            if argument == "--" { break }
            if argument == "--settings", place + 1 < arguments.count {
                paths.append(arguments[place + 1])
            } else if argument.hasPrefix("--settings=") {
                paths.append(String(argument.dropFirst("--settings=".count)))
            }
        }
        return paths
    }
}

extension SettingsFile {
    /// How an option is written on the command line.
    private struct Option {
        var isFlag: Bool
        var isRepeating: Bool

        /// Returns the arguments for the option's value in a file.
        func arguments(_ key: String, _ value: DefinitionNode) throws -> [String] {
            if isFlag {
                let isSet = try value.word(of: ["true": true, "false": false])
                return isSet ? ["--\(key)"] : []
            }
            let texts = try value.texts()
            guard isRepeating || texts.count == 1 else {
                throw value.error("\"\(key)\" has \(texts.count) values and takes one")
            }
            return texts.map { "--\(key)=\($0)" }
        }
    }

    /// Lists the options that a file may set, by their long names.
    private static func options(of command: any ParsableCommand.Type) throws -> [String: Option] {
        var options = try CommandOption.all(of: command).mapValues {
            Option(isFlag: $0.isFlag, isRepeating: $0.isRepeating)
        }
        // A file names no further file, and asks for no help.
        for name in ["settings", "help", "version", "check"] { options[name] = nil }
        return options
    }
}
