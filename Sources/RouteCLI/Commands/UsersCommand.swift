// `waypost users`: edits the file that `waypost serve --users` reads.

import AccessControl
import ArgumentParser
import Foundation
import RouteService

struct UsersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users", abstract: "Manage the users of a server.",
        discussion: """
            waypost users add ann --file users.txt
            waypost serve --network town --users users.txt

            waypost users add root --administrator --file users.txt

            The file holds salted hashes and no passwords. A running server reads it again when it \
            changes: the earlier tokens of a user that is removed or gets a new password become \
            invalid.
            """,
        subcommands: [
            AddUserCommand.self, RemoveUserCommand.self, ListUsersCommand.self,
        ])
}

/// The file for all three commands.
struct UserFileOption: ParsableArguments {
    @Option(help: ArgumentHelp("The file of users.", valueName: "file"))
    var file: String

    /// Changes the users in the file under a lock, so that no concurrent change is lost.
    func change<Result>(_ body: (inout UserFile) throws -> Result) throws -> Result {
        let before = ExposedFile(file)
        do {
            let result = try UserFile.change(file, body)
            if let before {
                Console.note([
                    "warning: \(file) could be read or changed by users other than its owner (mode "
                        + "\(before.modeText)); it has 600 now, but the passwords can be guessed "
                        + "from a copy of its hashes"
                ])
            }
            return result
        } catch let failure as CommandFailure {
            throw failure
        } catch let invalid as InvalidUserFile {
            throw invalid
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
            Asks for the password twice; without a terminal, reads it from the first line of \
            standard input. It is never an argument, because other users can see arguments.
            """)

    @Argument(help: "The name that the user logs in with.")
    var name: String

    @Flag(
        inversion: .prefixedNo,
        help: """
            Give the user the right to administer the server, such as to reload its networks, or \
            take it. Without either, a user keeps what it has.
            """)
    var administrator: Bool?

    @OptionGroup
    var file: UserFileOption

    func run() throws {
        guard UserFile.accepts(name: name) else {
            throw CommandFailure(
                .invalidInput, "\"\(name)\" is not a valid user name: \(UserFile.nameRule)")
        }
        // Report problems with the file before prompting for a password.
        _ = try UserFile.readIfPresent(file.file)
        let hash = try PasswordHash(of: try PasswordPrompt.newPassword(for: name))
        let isNew = try file.change { users in
            let isNew = users.hashes[name] == nil
            users.set(name, hash)
            if let administrator { users.setAdministrator(name, administrator) }
            return isNew
        }
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
        // A missing file is an error: the command does not create it.
        _ = try UserFile.read(file.file)
        try file.change { users in
            guard users.remove(name) else {
                throw CommandFailure(.invalidInput, "\(file.file) has no user \"\(name)\"")
            }
        }
        Console.write("\(name) removed", to: .standardError)
    }
}

struct ListUsersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the users by name, with their rights.")

    @OptionGroup
    var file: UserFileOption

    func run() throws {
        if let exposed = ExposedFile(file.file) {
            Console.note(["warning: \(exposed)"])
        }
        let users = try UserFile.read(file.file)
        for name in users.names {
            Console.write(users.administrators.contains(name) ? "\(name) administrator" : name)
        }
    }
}
