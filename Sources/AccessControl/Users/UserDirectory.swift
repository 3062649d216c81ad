// The users of a running server. When the file changes it is read again, so a user who is removed
// from it loses access without a restart.

import Cryptography
import Foundation
package import Logging
import Synchronization
import SystemResources

/// A server's users.
///
/// It holds the users from a ``UserFile`` and reads the file again when it is replaced; before each
/// answer it only asks the file system whether that has happened. If the new file is missing or
/// damaged, the old users stay and an error is logged. Passwords are checked by scrypt on separate
/// threads, at most eight at a time, because each check takes 32 MiB and a tenth of a second. A
/// check reveals neither by its answer nor by its duration whether the name or the password was
/// wrong. ``stamp(of:)`` changes with the password, which ends tokens issued before;
/// ``TokenService`` compares it for every token.
package final class UserDirectory: Sendable {
    /// A password's stamp: bytes that change when the password does.
    package typealias Stamp = [UInt8]

    /// A stamp's length in bytes.
    package static let stampBytes = 8

    private struct State {
        var users: UserFile
        /// The version of the file that was last read or tried; `nil` if it was missing.
        var version: FileIdentity?
        var checksInProgress = 0
    }

    /// How many password checks may run or wait at once; each takes 32 MiB while it runs.
    private static let maximumChecks = 8

    private let path: String?
    private let logger: Logger
    private let threads: any PasswordThreads
    private let state: Mutex<State>
    /// A hash to check passwords against if the name is unknown, so that the check takes just as
    /// long.
    private let decoy: PasswordHash

    /// Reads a user file.
    ///
    /// - Throws: ``InvalidUserFile``; errors from hashing.
    package convenience init(
        path: String, checking threads: any PasswordThreads = CallingThread(), logger: Logger
    ) throws {
        try self.init(UserFile.read(path), path: path, checking: threads, logger: logger)
    }

    /// Takes users from memory, or from a file if `path` names one.
    ///
    /// - Parameter threads: Where to check passwords.
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

    /// Returns the stamp of a user's current password, or `nil` if the user does not exist.
    package func stamp(of name: String) -> Stamp? {
        reload()
        return state.withLock { $0.users.hashes[name] }.map(Self.stamp)
    }

    /// Returns whether the user exists and may administer the server.
    package func isAdministrator(_ name: String) -> Bool {
        reload()
        return state.withLock { $0.users.administrators.contains(name) }
    }

    /// Checks a password on a separate thread.
    ///
    /// - Parameter network: The client's network, whose checks take turns with others'.
    /// - Returns: The password's stamp if it is the user's, `nil` if the name or the password is
    ///   wrong. Neither the answer nor its duration reveals which.
    /// - Throws: ``LogInRefusal/busy`` if too many checks are running; errors from hashing.
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

    /// Reads the file again if it has been replaced. If it is missing or cannot be read, the old
    /// users stay and an error is logged.
    private func reload() {
        guard let path else { return }
        let version = FileIdentity(path: path)
        guard state.withLock({ $0.version != version }) else { return }
        guard version != nil else {
            // Log once for each time the file disappears.
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
            // Log once for each version of the file.
            state.withLock { $0.version = version }
            logger.error(
                "the new file of users cannot be read; the old users stay",
                metadata: ["error": "\(error)"])
        }
    }
}

/// Where passwords are checked: a check takes a core for a tenth of a second, and 32 MiB.
package protocol PasswordThreads: Sendable {
    /// Checks a password for a client in a network.
    ///
    /// - Throws: ``LogInRefusal/busy`` if too many checks wait; the error thrown by `work`.
    func check(
        for network: String, _ work: @escaping @Sendable () throws -> Bool
    ) async throws -> Bool
}

/// Checks passwords on the calling thread, for programs without lanes.
package struct CallingThread: PasswordThreads {
    package init() {}

    package func check(
        for network: String, _ work: @escaping @Sendable () throws -> Bool
    ) async throws -> Bool { try work() }
}
