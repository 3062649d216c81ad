// The file of users: one line for each, `NAME:HASH` or `NAME:HASH:administrator`, which
// `waypost users` writes.

import Foundation

/// The users of a server, as a file holds them.
public struct UserFile: Hashable, Sendable {
    /// The most users that a file may hold.
    public static let maximumUsers = 100_000

    /// The word in the line of a user that is an administrator.
    private static let administratorWord = "administrator"

    /// The hashes by name.
    public private(set) var hashes: [String: PasswordHash] = [:]
    /// The names of the users with the right to administer the server.
    public private(set) var administrators: Set<String> = []

    /// Makes a file without users.
    public init() {}

    /// Reads the text of a file. Empty lines and lines that begin with `#` are ignored.
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
    /// - Throws: ``InvalidUserFile`` when it cannot be read or holds something else.
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

    /// The names in order.
    public var names: [String] { hashes.keys.sorted() }

    /// The text of the file.
    public var text: String {
        "# Users of a Waypost server; written by \"waypost users\".\n"
            + names.map { name in
                "\(name):\(hashes[name]?.text ?? "")"
                    + (administrators.contains(name) ? ":\(Self.administratorWord)\n" : "\n")
            }.joined()
    }

    /// Adds a user, or replaces the hash of a user with this name, whose rights stay.
    public mutating func set(_ name: String, _ hash: PasswordHash) { hashes[name] = hash }

    /// Gives a user the right to administer the server, or takes it.
    ///
    /// - Precondition: There is a user with this name.
    public mutating func setAdministrator(_ name: String, _ isAdministrator: Bool) {
        precondition(hashes[name] != nil, "only users have rights")
        if isAdministrator { administrators.insert(name) } else { administrators.remove(name) }
    }

    /// Removes a user.
    ///
    /// - Returns: Whether there was a user with this name.
    public mutating func remove(_ name: String) -> Bool {
        administrators.remove(name)
        return hashes.removeValue(forKey: name) != nil
    }

    /// Writes the file as a whole or not at all, readable for its owner only. Its old text is lost.
    ///
    /// - Throws: The error of the file system.
    public func write(to path: String) throws {
        try PrivateFile.write(text, to: path)
    }

    /// Changes the users of a file, one caller at a time: it is read, changed and replaced under a
    /// lock, so that none of several changes at once is lost.
    ///
    /// - Parameters:
    ///   - path: The file, or a symbolic link to it.
    ///   - body: Changes the users that the file holds then; there are none when it does not exist
    ///     yet. When it throws, the file stays as it was.
    /// - Returns: The result of `body`.
    /// - Throws: What `body` throws; ``InvalidUserFile`` for a file that holds something else; the
    ///   error of the file system.
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

    /// Reads a file; without users when it does not exist yet.
    ///
    /// - Throws: ``InvalidUserFile`` when it cannot be read or holds something else.
    public static func readIfPresent(_ path: String) throws(InvalidUserFile) -> UserFile {
        FileManager.default.fileExists(atPath: path) ? try read(path) : UserFile()
    }

    /// The rule of names, for messages.
    public static let nameRule =
        "a name has 1 to 64 letters, digits and . _ - @ of ASCII"

    /// Whether a text can be the name of a user.
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

/// The error of a file of users, of a token key or of ended log-ins.
public struct InvalidUserFile: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public var file: String
    /// The line, from 1, or `nil` for an error of the whole file.
    public var line: Int?
    /// What is wrong, and what would work.
    public var text: String

    /// Makes an error.
    public init(file: String, line: Int?, text: String) {
        self.file = file
        self.line = line
        self.text = text
    }

    /// The file, the line and what is wrong with it.
    public var description: String { "\(file)\(line.map { ":\($0)" } ?? "") \(text)" }
}
