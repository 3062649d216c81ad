// The users of a running server. The file is read again when it changes, so that a user removed
// from it loses access without a restart.

import Cryptography
import DataStructures
import Foundation
package import Logging
import Synchronization

/// The users of a server.
package final class UserDirectory: Sendable {
    /// The stamp of one user's password: bytes that change when the password does.
    package typealias Stamp = [UInt8]

    /// The number of bytes of a stamp.
    package static let stampBytes = 8

    private struct State {
        var users: UserFile
        /// The file that was read, or was tried to be; `nil` for a missing one.
        var version: FileIdentity?
        var checksInProgress = 0
    }

    /// Password checks that run or wait at once; each takes 32 MiB while it runs.
    private static let maximumChecks = 8

    private let path: String?
    private let logger: Logger
    private let threads: any PasswordThreads
    private let state: Mutex<State>
    /// A hash that passwords of unknown names are checked against, so that the check takes as long
    /// as that of a known name.
    private let decoy: PasswordHash

    /// Reads a file of users.
    ///
    /// - Throws: ``InvalidUserFile``; what hashing throws.
    package convenience init(
        path: String, checking threads: any PasswordThreads = CallingThread(), logger: Logger
    ) throws {
        try self.init(UserFile.read(path), path: path, checking: threads, logger: logger)
    }

    /// Takes users from memory, or from a file when `path` names one.
    ///
    /// - Parameter threads: Where passwords are checked.
    package init(
        _ users: UserFile, path: String? = nil,
        checking threads: any PasswordThreads = CallingThread(), logger: Logger
    ) throws {
        self.threads = threads
        self.path = path
        self.logger = logger
        let cost = users.hashes.values.first?.cost ?? .standard
        decoy = try PasswordHash(of: UUID().uuidString, cost: cost)
        state = Mutex(State(users: users, version: path.flatMap(FileIdentity.init(path:))))
    }

    /// The stamp of a user's present password, or `nil` when there is no such user.
    package func stamp(of name: String) -> Stamp? {
        reload()
        return state.withLock { $0.users.hashes[name] }.map(Self.stamp)
    }

    /// Whether there is a user with this name and the right to administer the server.
    package func isAdministrator(_ name: String) -> Bool {
        reload()
        return state.withLock { $0.users.administrators.contains(name) }
    }

    /// Checks a password on a thread for that.
    ///
    /// - Parameter network: The network of the client, whose checks take turns with others'.
    /// - Returns: The stamp of the password when it is the user's, `nil` when the name or the
    ///   password is wrong. Neither the answer nor its time reveals which of the two it is.
    /// - Throws: ``LogInRefusal/busy`` when too many are checked already; what hashing throws.
    package func check(
        _ name: String, password: String, for network: String = ""
    ) async throws -> Stamp? {
        reload()
        let known = try state.withLock { state -> PasswordHash? in
            guard state.checksInProgress < Self.maximumChecks else { throw LogInRefusal.busy }
            state.checksInProgress += 1
            return state.users.hashes[name]
        }
        defer { state.withLock { $0.checksInProgress -= 1 } }
        let hash = known ?? decoy
        let isRight = try await threads.check(for: network) { try hash.matches(password) }
        guard isRight, let known else { return nil }
        return Self.stamp(known)
    }

    private static func stamp(_ hash: PasswordHash) -> Stamp {
        Array(SHA256.hash(Array(hash.text.utf8)).prefix(stampBytes))
    }

    /// Reads the file again when it was replaced. A file that cannot be read, or is missing,
    /// changes nothing: the users that were read before stay, and an error is logged.
    private func reload() {
        guard let path else { return }
        let version = FileIdentity(path: path)
        guard state.withLock({ $0.version != version }) else { return }
        guard version != nil else {
            // Logged once for each time that it goes.
            state.withLock { $0.version = nil }
            logger.error(
                "the file of users is missing; the users that were read stay",
                metadata: ["path": "\(path)"])
            return
        }
        do throws(InvalidUserFile) {
            let users = try UserFile.read(path)
            state.withLock { state in
                state.users = users
                state.version = version
            }
        } catch {
            // Logged once for each version of the file.
            state.withLock { $0.version = version }
            logger.error(
                "the new file of users cannot be read; the old users stay",
                metadata: ["error": "\(error)"])
        }
    }
}

/// Where passwords are checked: a check takes a core for a tenth of a second, and 32 MiB.
package protocol PasswordThreads: Sendable {
    /// Checks a password for a client of a network.
    ///
    /// - Throws: ``LogInRefusal/busy`` when too many wait; the error of `work`.
    func check(
        for network: String, _ work: @escaping @Sendable () throws -> Bool
    ) async throws -> Bool
}

/// Checks passwords on the calling thread, for programs that have no lanes.
package struct CallingThread: PasswordThreads {
    package init() {}

    package func check(
        for network: String, _ work: @escaping @Sendable () throws -> Bool
    ) async throws -> Bool { try work() }
}
