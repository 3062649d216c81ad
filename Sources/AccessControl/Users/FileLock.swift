// Locks a file that is replaced when it is written, for one writer at a time.

import Foundation
import Glibc

/// Locks a file against other writers, in this process and in others.
///
/// The file itself cannot be locked: a waiting writer would then hold the lock on a file that has
/// been replaced. Instead an empty file beside it is locked, `.NAME.lock`. It is never removed,
/// because then one writer could hold the lock on the removed file and another the lock on a new
/// one.
package enum FileLock {
    /// How long a writer waits for another. Work under the lock takes milliseconds.
    package static let patience = Duration.seconds(10)

    /// Runs `body` while it holds a file's lock.
    ///
    /// - Parameter target: The file, with all symbolic links resolved.
    /// - Throws: ``FileIsLocked`` if other writers hold the lock for longer than `patience`; file
    ///   system errors; the error thrown by `body`.
    package static func holding<Result>(
        _ target: String, patience: Duration = patience, _ body: () throws -> Result
    ) throws -> Result {
        let url = URL(fileURLWithPath: target)
        let path = url.deletingLastPathComponent()
            .appendingPathComponent(".\(url.lastPathComponent).lock").path
        let (descriptor, isNew) = try open(path)
        // Closing the file releases the lock.
        defer { close(descriptor) }
        // An existing lock file may be a hard link to another account's file.
        if isNew { try FileOwner(of: target)?.give(descriptor) }
        let end = ContinuousClock.now + patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw POSIXError(of: errno) }
            guard ContinuousClock.now < end else { throw FileIsLocked(lock: path) }
            usleep(1_000)
        }
        return try body()
    }

    /// Opens a lock file.
    private static func open(_ path: String) throws -> (descriptor: Int32, isNew: Bool) {
        let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW
        let made = Glibc.open(path, flags | O_CREAT | O_EXCL, 0o600)
        if made >= 0 { return (made, true) }
        guard errno == EEXIST else { throw POSIXError(of: errno) }
        let found = Glibc.open(path, flags)
        guard found >= 0 else { throw POSIXError(of: errno) }
        return (found, false)
    }
}

/// A file's owner and permissions.
package struct FileOwner: Hashable, Sendable {
    package let mode: UInt32
    private let account: UInt32
    private let group: UInt32

    /// Reads a file's owner and permissions; `nil` if it does not exist.
    ///
    /// - Parameter target: The file, with all symbolic links resolved.
    package init?(of target: String) {
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: target)
            guard let mode = attributes[.posixPermissions] as? NSNumber,
                let account = attributes[.ownerAccountID] as? NSNumber,
                let group = attributes[.groupOwnerAccountID] as? NSNumber
            else { return nil }
            self.mode = mode.uint32Value
            self.account = account.uint32Value
            self.group = group.uint32Value
        } catch {
            return nil
        }
    }

    /// Gives another file to the same owner; needed if root writes it for a server's account.
    package func give(_ descriptor: Int32) throws {
        guard geteuid() == 0, fchown(descriptor, account, group) != 0 else { return }
        throw POSIXError(of: errno)
    }
}

/// Another process holds a file's lock for too long.
package struct FileIsLocked: LocalizedError {
    package let lock: String

    package init(lock: String) {
        self.lock = lock
    }

    package var errorDescription: String? {
        "another process is writing the file and holds its lock \(lock); end that process and "
            + "try again"
    }
}

extension POSIXError {
    /// Makes the error for an `errno` code.
    package init(of code: Int32) { self.init(POSIXErrorCode(rawValue: code) ?? .EIO) }
}
