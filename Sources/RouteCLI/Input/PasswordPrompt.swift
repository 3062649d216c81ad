// Reads a new password, typed without echo or piped in.

import AccessControl
import Foundation
import RouteService

enum PasswordPrompt {
    /// The minimum length of a new password, in characters.
    private static let leastCharacters = 8

    /// Asks for a new password: typed twice at a terminal, otherwise the first line on standard
    /// input.
    ///
    /// - Throws: ``CommandFailure`` if no password is typed, or if it is not acceptable.
    static func newPassword(for name: String) throws -> String {
        guard isatty(STDIN_FILENO) == 1 else {
            guard let line = readLine(strippingNewline: true) else {
                throw CommandFailure(.invalidInput, "standard input has no password")
            }
            return try accepted(line)
        }
        let first = try accepted(try typed("Password for \(name): "))
        guard try typed("Repeat: ") == first else {
            throw CommandFailure(.invalidInput, "the two passwords differ; nothing was changed")
        }
        return first
    }

    private static func accepted(_ password: String) throws -> String {
        guard password.count >= leastCharacters,
            password.utf8.count <= PasswordHash.longestPasswordBytes
        else {
            throw CommandFailure(
                .invalidInput,
                "a password needs \(leastCharacters) characters at least and "
                    + "\(PasswordHash.longestPasswordBytes) bytes at most")
        }
        return password
    }

    /// Reads a line while the terminal hides it.
    private static func typed(_ prompt: String) throws -> String {
        Console.write(bytes: Array(prompt.utf8), to: .standardError)
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else {
            throw CommandFailure(.failed, "the terminal cannot hide a password")
        }
        var hidden = before
        hidden.c_lflag &= ~tcflag_t(ECHO)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0 else {
            throw CommandFailure(.failed, "the terminal cannot hide a password")
        }
        let line = readLine(strippingNewline: true)
        _ = tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
        Console.write("", to: .standardError)
        guard let line else { throw CommandFailure(.cancelled, "no password was given") }
        return line
    }
}
