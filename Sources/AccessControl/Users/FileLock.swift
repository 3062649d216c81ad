// One writer at a time for a file that is replaced by another of its name.

import Foundation
import Glibc

/// Locks files against other writers, in this process and in others.
///
/// The file itself cannot be locked: a writer that waited would hold the lock of the file that was
/// replaced meanwhile. What is locked is an empty file beside it, `.NAME.lock`. It stays: were it
/// removed, one writer could hold the lock of the removed file and another that of a new one.
package enum FileLock {
    /// How long a writer waits for another. What happens under the lock takes milliseconds.
    package static let patience = Duration.seconds(10)

    /// Does `body` while nobody else holds the lock of the file.
    ///
    /// - Parameter target: The file, behind all symbolic links.
    /// - Throws: ``FileIsLocked`` when others hold it for as long as the patience; what the file
    ///   system says; what `body` throws.
    package static func holding<Result>(
        _ target: String, patience: Duration = patience, _ body: () throws -> Result
    ) throws -> Result {
        let url = URL(fileURLWithPath: target)
        let path = url.deletingLastPathComponent()
            .appendingPathComponent(".\(url.lastPathComponent).lock").path
        let (descriptor, isNew) = try open(path)
        // To close it is to let go of it.
        defer { close(descriptor) }
        // What was there already may be somebody's link to a file that is none of theirs.
        if isNew { try FileOwner(of: target)?.give(descriptor) }
        let end = ContinuousClock.now + patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw POSIXError(of: errno) }
            guard ContinuousClock.now < end else { throw FileIsLocked(lock: path) }
            usleep(1_000)
        }
        return try body()
    }

    /// Opens a lock, and says whether it was made for that.
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

/// Whose a file is.
package struct FileOwner: Hashable, Sendable {
    /// The permissions.
    package let mode: UInt32
    private let account: UInt32
    private let group: UInt32

    /// Looks at a file; `nil` when it is not there.
    ///
    /// - Parameter target: The file, behind all symbolic links.
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

    /// Gives another file to the same owner, where root writes for the account of a server.
    package func give(_ descriptor: Int32) throws {
        guard geteuid() == 0, fchown(descriptor, account, group) != 0 else { return }
        throw POSIXError(of: errno)
    }
}

/// A file that another process does not stop writing.
package struct FileIsLocked: LocalizedError {
    /// What is locked in its stead.
    package let lock: String

    package init(lock: String) {
        self.lock = lock
    }

    package var errorDescription: String? {
        "another process is writing it, and holds \(lock); end that process and try again"
    }
}

extension POSIXError {
    /// What a call to the system left in `errno`.
    package init(of code: Int32) { self.init(POSIXErrorCode(rawValue: code) ?? .EIO) }
}
