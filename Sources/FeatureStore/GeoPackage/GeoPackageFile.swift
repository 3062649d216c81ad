// An open GeoPackage file, and whether its path still names it.

import Foundation
import GRDB
import GRDBSQLite
import Synchronization
import SystemResources

/// The connections to one file, as its path named it at opening.
///
/// SQLite opens the file, its log (`-wal`) and the log's index (`-shm`) by name, then keeps using
/// what it has open even when the names come to mean other files. Call ``state()`` before each
/// access to find out.
///
/// While the path's device, inode, size and modification time stay the same, ``state()`` needs one
/// file system call. If only size or time changed, a program has written to the file. That is
/// normal if SQLite reports a commit by another connection, or if a log held changes to be moved
/// into the file. Otherwise, or if the header no longer shows write-ahead mode or its change
/// counter has gone back, somebody has copied other bytes over the file. The log then belongs to
/// bytes that no longer exist, and using it would damage the new ones (``leaveOverwritten()``). If
/// another file has taken the path, this file's edits are moved into it and its log is removed
/// (``leaveReplaced()``).
final class GeoPackageFile: Sendable {
    /// What an open file's path names now.
    enum State {
        /// The same file, changed at most by programs that use SQLite.
        case same
        /// Nothing.
        case missing
        /// Another file.
        case replaced
        /// The same file, with bytes no transaction has written, for example copied over it.
        case overwritten
    }

    let pool: DatabasePool
    /// A connection that detects changes by all others, including the pool's.
    let watcher: DatabaseQueue
    let versions = Mutex(VersionCache())
    /// How many files the store had open before.
    let number: Int64

    private let path: String
    private let isWritable: Bool
    private let identity: FileIdentity
    private let log: FileIdentity?
    private let logIndex: FileIdentity?
    private let known: Mutex<Content>

    /// What was last seen in the file.
    private struct Content {
        var file: FileIdentity
        /// `PRAGMA data_version`, which changes when another connection commits.
        var dataVersion: Int64
        /// The change counter in the file's first page.
        var changes: UInt32
        /// Whether the log was empty, so that the file alone had everything.
        var isWhole: Bool
    }

    /// How often opening is tried if the file is replaced meanwhile.
    private static let tries = 3

    /// Opens an existing file.
    ///
    /// - Throws: ``FeatureStoreError``; errors from GRDB and SQLite.
    static func open(
        _ path: String, _ access: StoreAccess, number: Int64, store: String
    ) throws -> GeoPackageFile {
        var tries = tries
        while true {
            do {
                return try GeoPackageFile(path, access, number: number, store: store)
            } catch FeatureStoreError.replaced where tries > 1 {
                tries -= 1
            }
        }
    }

    private init(
        _ path: String, _ access: StoreAccess, number: Int64, store: String
    ) throws {
        guard let identity = FileIdentity(path: path) else {
            throw FeatureStoreError.unreadable(store: store, reason: "there is no such file")
        }
        var configuration = Configuration()
        configuration.busyMode = .timeout(GeoPackageStore.busySeconds)
        configuration.maximumReaderCount = GeoPackageStore.readers
        configuration.prepareDatabase { database in
            // Readers open later, by path; all must be readers on one file.
            guard identity.isSameFile(as: FileIdentity(path: path)) else {
                throw FeatureStoreError.replaced(store: store)
            }
            try GeoPackageStore.prepare(database)
        }
        var watching = configuration
        watching.readonly = true
        let watcher = try DatabaseQueue(path: path, configuration: watching)
        // Check before opening the pool, which switches the file to a write-ahead log.
        let isGeoPackage = try watcher.unsafeRead { database in
            try GeoPackageCatalog(SQLConnection(database), store: store).isGeoPackage
        }
        guard isGeoPackage else {
            throw FeatureStoreError.unreadable(
                store: store, reason: "it is not a GeoPackage: it has no table gpkg_contents")
        }
        configuration.readonly = access == .readOnly
        let pool = try DatabasePool(path: path, configuration: configuration)
        if access != .readOnly {
            // GRDB chooses NORMAL, which loses the last edits in a power cut.
            try pool.writeWithoutTransaction { database in
                try SQLConnection(database).run("PRAGMA synchronous = FULL")
            }
        }
        let first = try watcher.unsafeRead { try Self.content(of: path, identity, $0) }
        (self.pool, self.watcher, self.number) = (pool, watcher, number)
        (self.path, self.identity) = (path, identity)
        isWritable = access != .readOnly
        log = FileIdentity(path: path + "-wal")
        logIndex = FileIdentity(path: path + "-shm")
        known = Mutex(first)
    }

    /// Whether the path still names the file.
    var isAtPath: Bool { identity.isSameFile(as: FileIdentity(path: path)) }

    /// Finds out what the path names now.
    ///
    /// - Complexity: O(1): one file system call while no program writes to the file.
    func state() throws -> State {
        guard let now = FileIdentity(path: path) else { return .missing }
        guard now.isSameFile(as: identity) else { return .replaced }
        let last = known.withLock { $0 }
        if now.isSameContent(as: last.file) { return .same }
        return try watcher.unsafeRead { database in
            let found: Content
            do {
                found = try Self.content(of: path, identity, database)
            } catch is ForeignBytes {
                return .overwritten
            }
            // While the log is empty, only a new transaction may write to the file.
            let isExplained =
                found.dataVersion != last.dataVersion || !last.isWhole || !found.isWhole
            guard isExplained, found.changes >= last.changes else { return .overwritten }
            known.withLock { $0 = found }
            return .same
        }
    }
}

// MARK: - The bytes of the file

extension GeoPackageFile {
    /// The file does not begin like a file this program has open.
    private struct ForeignBytes: Error {}

    private static func content(
        of path: String, _ identity: FileIdentity, _ database: Database
    ) throws -> Content {
        let connection = try SQLConnection(database)
        let version: Int64
        let usesLog: Bool
        do throws(SQLFailure) {
            version = try connection.integer("PRAGMA data_version") ?? 0
            usesLog = try connection.text("PRAGMA journal_mode") == "wal"
        } catch {
            guard [SQLITE_NOTADB, SQLITE_CORRUPT].contains(error.primaryCode) else { throw error }
            throw ForeignBytes()
        }
        // The order matters: once the log is empty, its content is in the file.
        let isWhole = (FileIdentity(path: path + "-wal")?.size ?? 0) == 0
        let file = FileIdentity(path: path) ?? identity
        let header = try header(connection)
        guard header.prefix(16).elementsEqual("SQLite format 3\0".utf8) else {
            throw ForeignBytes()
        }
        // A file stays in write-ahead mode while a program has it open.
        guard !usesLog || header[18] == 2 && header[19] == 2 else { throw ForeignBytes() }
        let changes = header[24..<28].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Content(
            file: file, dataVersion: version, changes: changes, isWhole: isWhole)
    }

    /// Returns the file's first bytes from the disk, ignoring the log.
    ///
    /// They are read through SQLite's own descriptor: closing another descriptor on the same file
    /// would release this process's locks.
    private static func header(_ connection: SQLConnection) throws -> [UInt8] {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = sqlite3_file_control(
            connection.handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard code == SQLITE_OK, let file, let read = file.pointee.pMethods?.pointee.xRead else {
            throw connection.failure()
        }
        var bytes = [UInt8](repeating: 0, count: 100)
        let result = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, 100, 0) }
        // Bytes missing from a truncated file read as zeros.
        guard result == SQLITE_OK || result == shortRead else {
            throw SQLFailure(code: result, message: "the file cannot be read")
        }
        return bytes
    }

    private static var shortRead: Int32 { SQLITE_IOERR | (2 << 8) }
}

// MARK: - Logs

extension GeoPackageFile {
    /// Closes the connections. If the file was open for writing, is still at the path, and no other
    /// program has it open, no log is left beside it.
    func close() throws {
        let mayRemoveLog = isWritable && isAtPath
        try watcher.close()
        if mayRemoveLog {
            pool.invalidateReadOnlyConnections()
            try pool.writeWithoutTransaction { database in
                let connection = try SQLConnection(database)
                // If another program has the file open, it keeps the log: no error, no waiting.
                do throws(SQLFailure) {
                    _ = try connection.integer("PRAGMA busy_timeout = 0")
                    _ = try connection.integer("PRAGMA journal_mode = DELETE")
                } catch {
                    guard error.primaryCode == SQLITE_BUSY || error.primaryCode == SQLITE_LOCKED
                    else { throw error }
                }
            }
        }
        try pool.close()
    }

    /// Moves everything committed from the log into the file. If an older snapshot is being read,
    /// or another program writes, the log stays as it is: no error, no waiting.
    ///
    /// - Returns: Whether the log is empty.
    @discardableResult
    func emptyLog() -> Bool {
        guard isWritable else { return true }
        do {
            return try pool.writeWithoutTransaction { database in
                let connection = try SQLConnection(database)
                defer { sqlite3_busy_timeout(connection.handle, Self.busyMilliseconds) }
                sqlite3_busy_timeout(connection.handle, 0)
                return sqlite3_wal_checkpoint_v2(
                    connection.handle, "main", SQLITE_CHECKPOINT_TRUNCATE, nil, nil) == SQLITE_OK
            }
        } catch {
            // The log is complete, and every program that opens the file reads it.
            return false
        }
    }

    private static var busyMilliseconds: Int32 { Int32(GeoPackageStore.busySeconds * 1_000) }

    /// Stops using a file that the path no longer names.
    ///
    /// Its edits are moved into it, wherever it lies now. Its log lies beside another file, where
    /// SQLite would read it as part of the new one, so it is removed.
    ///
    /// - Returns: Whether all edits are in the file. If not, a reader with an older snapshot holds
    ///   them back, and they stay in the log, which has no name any more.
    func leaveReplaced() -> Bool {
        let isWhole = emptyLog()
        removeLogs()
        return isWhole
    }

    /// Stops using a file whose bytes were overwritten: the log belongs to the bytes that were
    /// there before. Running reads are interrupted.
    func leaveOverwritten() {
        pool.interrupt()
        // Close the pool before the watcher: the last connection would write the log into the file.
        try? pool.close()
        try? watcher.close()
        if !isLogEmpty { removeLogs() }
    }

    private var isLogEmpty: Bool { (FileIdentity(path: path + "-wal")?.size ?? 0) == 0 }

    /// Removes the log and its index if they belong to this file.
    private func removeLogs() {
        for (ours, end) in [(log, "-wal"), (logIndex, "-shm")] {
            guard let ours, ours.isSameFile(as: FileIdentity(path: path + end)) else { continue }
            unlink(path + end)
        }
    }
}
