// The open file of a GeoPackage, and whether its path still names it.

import DataStructures
import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// The connections to one file, which a path named when it was opened.
///
/// SQLite opens the file, its log (`-wal`) and the index of the log (`-shm`) by names, and goes on
/// with what it has open when the names come to mean other files. ``state()`` finds that out.
final class GeoPackageFile: Sendable {
    /// What the path of an open file names.
    enum State {
        /// The file, as all programs that use SQLite have left it.
        case same
        /// No file.
        case missing
        /// Another file.
        case replaced
        /// The file with bytes that no transaction has written, such as those of a copy.
        case overwritten
    }

    let pool: DatabasePool
    /// A connection that asks whether others, the pool's among them, have changed the file.
    let watcher: DatabaseQueue
    let versions = Mutex(VersionCache())
    /// The number of files that the store had open before.
    let number: Int64

    private let path: String
    private let isWritable: Bool
    private let identity: FileIdentity
    private let log: FileIdentity?
    private let logIndex: FileIdentity?
    private let known: Mutex<Content>

    /// What is known of the bytes in the file.
    private struct Content {
        var file: FileIdentity
        /// SQLite's number, which changes with each change by another connection.
        var dataVersion: Int64
        /// The counter of changes in the file's first page.
        var changes: UInt32
        /// Whether the log had nothing that is not in the file.
        var isWhole: Bool
    }

    /// The times that a file is opened which is replaced meanwhile.
    private static let tries = 3

    /// Opens a file that exists.
    ///
    /// - Throws: ``FeatureStoreError``; errors of GRDB and SQLite.
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
            // Readers are opened when they are needed, by the path: all must be of one file.
            guard identity.isSameFile(as: FileIdentity(path: path)) else {
                throw FeatureStoreError.replaced(store: store)
            }
            try GeoPackageStore.prepare(database)
        }
        var watching = configuration
        watching.readonly = true
        let watcher = try DatabaseQueue(path: path, configuration: watching)
        // Before the pool, which makes the file use a write-ahead log.
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
            // GRDB chooses NORMAL, under which the last edits before a power cut are lost.
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

    /// What the path names now.
    ///
    /// - Complexity: O(1): one question to the file system while no program writes to the file.
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
    /// The file does not begin as one that this program has open.
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
        // In this order: what was in a log that is empty is in the file by now.
        let isWhole = (FileIdentity(path: path + "-wal")?.size ?? 0) == 0
        let file = FileIdentity(path: path) ?? identity
        let header = try header(connection)
        guard header.prefix(16).elementsEqual("SQLite format 3\0".utf8) else {
            throw ForeignBytes()
        }
        // A file stays in the mode of the write-ahead log while a program has it open.
        guard !usesLog || header[18] == 2 && header[19] == 2 else { throw ForeignBytes() }
        let changes = header[24..<28].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Content(
            file: file, dataVersion: version, changes: changes, isWhole: isWhole)
    }

    /// The first bytes of the file as they are on the disk, whatever the log has.
    ///
    /// Read by SQLite's own descriptor: to close another one of the same file would end the locks
    /// of this process.
    private static func header(_ connection: SQLConnection) throws -> [UInt8] {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = sqlite3_file_control(
            connection.handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard code == SQLITE_OK, let file, let read = file.pointee.pMethods?.pointee.xRead else {
            throw connection.failure()
        }
        var bytes = [UInt8](repeating: 0, count: 100)
        let result = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, 100, 0) }
        // A file that is cut is a file of zeros here.
        guard result == SQLITE_OK || result == shortRead else {
            throw SQLFailure(code: result, message: "the file cannot be read")
        }
        return bytes
    }

    private static var shortRead: Int32 { SQLITE_IOERR | (2 << 8) }
}

// MARK: - Logs

extension GeoPackageFile {
    /// Closes the connections. A file that was open for writing is left without a log beside it
    /// where no other program has it open, and where it is still the one at the path.
    func close() throws {
        let mayRemoveLog = isWritable && isAtPath
        try watcher.close()
        if mayRemoveLog {
            pool.invalidateReadOnlyConnections()
            try pool.writeWithoutTransaction { database in
                let connection = try SQLConnection(database)
                // Another program that has the file open keeps the log: no error, no waiting.
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

    /// Brings what was committed from the log into the file, so that the log is empty and the file
    /// alone has every edit. Readers of an older state, or another program that writes, keep the
    /// log as it is: no error, no waiting.
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
            // The log is complete and is read by every program that opens the file.
            return false
        }
    }

    private static var busyMilliseconds: Int32 { Int32(GeoPackageStore.busySeconds * 1_000) }

    /// Ends the use of a file that the path does not name anymore.
    ///
    /// Its edits are brought into it, wherever it is now. Its log lies beside another file: SQLite
    /// would read it as a part of that one, and so it is removed.
    ///
    /// - Returns: Whether its edits are all in it; if not, a reader of an older state keeps them
    ///   out, and the log that has no name anymore goes on having them.
    func leaveReplaced() -> Bool {
        let isWhole = emptyLog()
        removeLogs()
        return isWhole
    }

    /// Ends the use of a file whose bytes were written over: what the log has belongs to those that
    /// were there before. Reads that are under way are ended.
    func leaveOverwritten() {
        pool.interrupt()
        // The pool is closed before the watcher: the last connection would write the log into the
        // file.
        try? pool.close()
        try? watcher.close()
        if !isLogEmpty { removeLogs() }
    }

    private var isLogEmpty: Bool { (FileIdentity(path: path + "-wal")?.size ?? 0) == 0 }

    /// Removes the log and its index where they are those of this file.
    private func removeLogs() {
        for (ours, end) in [(log, "-wal"), (logIndex, "-shm")] {
            guard let ours, ours.isSameFile(as: FileIdentity(path: path + end)) else { continue }
            unlink(path + end)
        }
    }
}
