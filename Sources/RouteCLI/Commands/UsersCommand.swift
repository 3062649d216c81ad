// `waypost users`: the file of users that `waypost serve --users` reads.

import ArgumentParser
import Foundation
import RouteService

struct UsersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users", abstract: "Keep the users of a server.",
        discussion: """
            waypost users add ann --file users.txt
            waypost serve --network town --users users.txt

            The file holds salted hashes and no passwords. A running server reads it again when it \
            changes: a user who is removed, or has a new password, loses the tokens of before.
            """,
        subcommands: [
            AddUserCommand.self, RemoveUserCommand.self, ListUsersCommand.self,
        ])
}

/// The file that all three commands work on.
struct UserFileOption: ParsableArguments {
    @Option(help: ArgumentHelp("The file of users.", valueName: "file"))
    var file: String

    /// The users in the file; none when it does not exist yet.
    func readIfPresent() throws -> UserFile {
        FileManager.default.fileExists(atPath: file) ? try UserFile.read(file) : UserFile()
    }

    func write(_ users: UserFile) throws {
        do {
            try users.write(to: file)
        } catch {
            throw CommandFailure(
                .failed, "\(file) cannot be written: \(error.localizedDescription)")
        }
    }
}

struct AddUserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a user, or give one a new password.",
        discussion: """
            Asks for the password twice; without a terminal the first line of standard input is \
            taken. It is never an argument, since those can be seen by others.
            """)

    @Argument(help: "The name that the user logs in with.")
    var name: String

    @OptionGroup
    var file: UserFileOption

    func run() throws {
        guard UserFile.accepts(name: name) else {
            throw CommandFailure(
                .invalidInput, "\"\(name)\" is no name of a user: \(UserFile.nameRule)")
        }
        var users = try file.readIfPresent()
        let isNew = users.hashes[name] == nil
        let password = try PasswordPrompt.newPassword(for: name)
        users.set(name, try PasswordHash(of: password))
        try file.write(users)
        Console.write("\(name) \(isNew ? "added" : "has a new password")", to: .standardError)
    }
}

struct RemoveUserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a user.")

    @Argument(help: "The user's name.")
    var name: String

    @OptionGroup
    var file: UserFileOption

    func run() throws {
        var users = try UserFile.read(file.file)
        guard users.remove(name) else {
            throw CommandFailure(.invalidInput, "\(file.file) has no user \"\(name)\"")
        }
        try file.write(users)
        Console.write("\(name) removed", to: .standardError)
    }
}

struct ListUsersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the users by name.")

    @OptionGroup
    var file: UserFileOption

    func run() throws {
        for name in try UserFile.read(file.file).names { Console.write(name) }
    }
}
