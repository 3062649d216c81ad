// The user file: one line per user, `NAME:HASH` or `NAME:HASH:administrator`. `waypost users`
// writes it.

import Foundation

/// A server's users, as a file stores them.
public struct UserFile: Hashable, Sendable {
    /// The most users a file may hold.
    public static let maximumUsers = 100_000

    /// The word that marks an administrator's line.
    private static let administratorWord = "administrator"

    /// Password hashes by user name.
    public private(set) var hashes: [String: PasswordHash] = [:]
    /// The users who may administer the server.
    public private(set) var administrators: Set<String> = []

    /// Makes a file without users.
    public init() {}

    /// Parses a file's text. Empty lines and lines that begin with `#` are ignored.
    ///
    /// - Throws: ``InvalidUserFile`` with the first line that is wrong.
    public init(text: String, file: String) throws(InvalidUserFile) {
        for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let line = line.trimmingPrefix(while: \.isWhitespace)
            guard let first = line.first, first != "#" else { continue }
            let parts = line.split(
                separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count >= 2, Self.accepts(name: String(parts[0])) else {
                throw InvalidUserFile(
                    file: file, line: place + 1,
                    text: "must be \"NAME:HASH\"; \(Self.nameRule)")
            }
            let name = String(parts[0])
            if parts.count == 3 {
                let word = parts[2].filter { !$0.isWhitespace }
                guard word == Self.administratorWord else {
                    throw InvalidUserFile(
                        file: file, line: place + 1,
                        text: "has \"\(word.prefix(40))\" after the hash; only "
                            + "\"\(Self.administratorWord)\" is allowed there")
                }
                administrators.insert(name)
            }
            let written = parts[1].filter { !$0.isWhitespace }
            guard let hash = PasswordHash(written) else {
                throw InvalidUserFile(
                    file: file, line: place + 1,
                    text: "has no supported password hash; "
                        + "write it with \"waypost users add\"")
            }
            guard hashes.updateValue(hash, forKey: name) == nil else {
                throw InvalidUserFile(
                    file: file, line: place + 1, text: "names \"\(name)\" a second time")
            }
            guard hashes.count <= Self.maximumUsers else {
                throw InvalidUserFile(
                    file: file, line: place + 1,
                    text: "is one user more than the maximum of \(Self.maximumUsers)")
            }
        }
    }

    /// Reads a file.
    ///
    /// - Throws: ``InvalidUserFile`` if it cannot be read or holds something else.
    public static func read(_ path: String) throws(InvalidUserFile) -> UserFile {
        let text: String
        do {
            text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
        } catch {
            let reason =
                FileManager.default.fileExists(atPath: path)
                ? "cannot be read as UTF-8 text"
                : "does not exist; create it with \"waypost users add NAME --file \(path)\""
            throw InvalidUserFile(file: path, line: nil, text: reason)
        }
        return try UserFile(text: text, file: path)
    }

    /// The user names, sorted.
    public var names: [String] { hashes.keys.sorted() }

    /// The file's text.
    public var text: String {
        "# Users of a Waypost server; written by \"waypost users\".\n"
            + names.map { name in
                "\(name):\(hashes[name]?.text ?? "")"
                    + (administrators.contains(name) ? ":\(Self.administratorWord)\n" : "\n")
            }.joined()
    }

    /// Adds a user, or replaces an existing user's hash but not the user's rights.
    public mutating func set(_ name: String, _ hash: PasswordHash) { hashes[name] = hash }

    /// Gives or takes a user's right to administer the server.
    ///
    /// - Precondition: The user exists.
    public mutating func setAdministrator(_ name: String, _ isAdministrator: Bool) {
        precondition(hashes[name] != nil, "only users have rights")
        if isAdministrator { administrators.insert(name) } else { administrators.remove(name) }
    }

    /// Removes a user.
    ///
    /// - Returns: Whether the user existed.
    public mutating func remove(_ name: String) -> Bool {
        administrators.remove(name)
        return hashes.removeValue(forKey: name) != nil
    }

    /// Writes the file as a whole or not at all, readable only by its owner. Its old text is lost;
    /// to keep other writers' changes, use ``change(_:_:)``.
    ///
    /// - Throws: File system errors.
    public func write(to path: String) throws {
        try PrivateFile.write(text, to: path)
    }

    /// Reads, changes and replaces a file under its lock, so simultaneous changes do not overwrite
    /// each other.
    ///
    /// - Parameters:
    ///   - path: The file, or a symbolic link to it.
    ///   - body: Changes the users in the file; there are none if the file does not exist yet. If
    ///     it throws, the file stays as it was.
    /// - Returns: The result of `body`.
    /// - Throws: The error thrown by `body`; ``InvalidUserFile`` if the file holds something else;
    ///   file system errors.
    public static func change<Result>(
        _ path: String, _ body: (inout UserFile) throws -> Result
    ) throws -> Result {
        try PrivateFile.change(path) {
            var users = try readIfPresent(path)
            let result = try body(&users)
            guard users.hashes.count <= maximumUsers else {
                throw InvalidUserFile(
                    file: path, line: nil,
                    text: "has \(maximumUsers) users, which is the maximum; remove one "
                        + "before another is added")
            }
            return (users.text, result)
        }
    }

    /// Reads a file; returns no users if it does not exist yet.
    ///
    /// - Throws: ``InvalidUserFile`` if it cannot be read or holds something else.
    public static func readIfPresent(_ path: String) throws(InvalidUserFile) -> UserFile {
        FileManager.default.fileExists(atPath: path) ? try read(path) : UserFile()
    }

    /// The rule for names, for messages.
    public static let nameRule =
        "a name has 1 to 64 letters, digits and . _ - @ of ASCII"

    /// Returns whether a text can be a user's name.
    public static func accepts(name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "-"), UInt8(ascii: "@"):
                    true
                default:
                    false
                }
            }
    }
}

/// An error in a user file, a token key or a file of ended log-ins.
public struct InvalidUserFile: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file with the error.
    public var file: String
    /// The line, counted from 1; `nil` if the error concerns the whole file.
    public var line: Int?
    /// What is wrong, and what would work.
    public var text: String

    /// Makes an error.
    public init(file: String, line: Int?, text: String) {
        self.file = file
        self.line = line
        self.text = text
    }

    /// The file, the line and what is wrong there.
    public var description: String { "\(file)\(line.map { ":\($0)" } ?? "") \(text)" }
}
