// A store of layers in an OGC GeoPackage file: opening, closing, and one access at a time.
//
// GeoPackageStore+Reading has the queries, +Editing the edits, +Layers the layers themselves.

import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// The layers of an OGC GeoPackage file.
///
/// ```swift
/// let store = try GeoPackageStore(path: "day.gpkg", access: .create)
/// try store.create(LayerSchema(name: "stops", geometryType: .point, fields: []))
/// ```
///
/// Other programs may read and edit the file meanwhile: it is kept in SQLite's write-ahead mode,
/// each query reads one snapshot, and a write waits for another program's for five seconds. An
/// edit that has returned survives the end of the process and of the machine.
///
/// Nothing of the file is trusted: its triggers and views can call no function that reads or writes
/// files, sizes are checked before memory is taken, and shapes before they are read.
public final class GeoPackageStore: BulkStore {
    /// What a store is opened for.
    public typealias Access = StoreAccess

    /// The file's name without its folder.
    public let name: String
    /// The path that the file was opened by.
    public let path: String
    /// What the store was opened for.
    public let access: Access

    let pool: DatabasePool
    /// A connection that asks whether others, the pool's among them, have changed the file.
    let watcher: DatabaseQueue
    let versions = Mutex(VersionCache())

    /// The greatest number of bytes of a text or a shape.
    static let maximumCellBytes: Int32 = 256 << 20
    /// How long a write waits for that of another program.
    static let busySeconds = 5.0
    private static let readers = 6
    /// Memory for the pages of each connection, taken as pages are read: a query of some thousand
    /// rows that lie apart finds its pages there the next time.
    static let cacheKilobytes = 32_000

    /// Opens a GeoPackage.
    ///
    /// - Throws: ``FeatureStoreError/unreadable(store:reason:)`` for a file that is missing,
    ///   damaged or no GeoPackage; ``FeatureStoreError/readOnly(store:)`` for one that may not be
    ///   written though it must.
    public init(path: String, access: Access) throws(FeatureStoreError) {
        let name = URL(fileURLWithPath: path).lastPathComponent
        (self.name, self.path, self.access) = (name, path, access)
        do {
            try Self.prepareFile(path, access, name: name)
            var configuration = Configuration()
            configuration.busyMode = .timeout(Self.busySeconds)
            configuration.maximumReaderCount = Self.readers
            configuration.prepareDatabase { try Self.prepare($0) }
            var watching = configuration
            watching.readonly = true
            let watcher = try DatabaseQueue(path: path, configuration: watching)
            // Before the pool, which makes the file use a write-ahead log.
            let isGeoPackage = try watcher.unsafeRead { database in
                try GeoPackageCatalog(SQLConnection(database), store: name).isGeoPackage
            }
            guard isGeoPackage else {
                throw FeatureStoreError.unreadable(
                    store: name, reason: "it is not a GeoPackage: it has no table gpkg_contents")
            }
            configuration.readonly = access == .readOnly
            pool = try DatabasePool(path: path, configuration: configuration)
            self.watcher = watcher
            if access != .readOnly {
                // GRDB chooses NORMAL, under which the last edits before a power cut are lost.
                try pool.writeWithoutTransaction { database in
                    try SQLConnection(database).run("PRAGMA synchronous = FULL")
                }
            }
        } catch {
            throw Self.storeError(error, store: name)
        }
    }

    /// Closes the file; later calls fail. A file that was open for writing is left without a
    /// write-ahead log beside it where no other program has it open.
    public func close() throws(FeatureStoreError) {
        do {
            try watcher.close()
            if access != .readOnly {
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
        } catch {
            throw Self.storeError(error, store: name)
        }
    }
}

// MARK: - Opening

extension GeoPackageStore {
    /// Makes the file where it is to be made, and says what is wrong with a path.
    private static func prepareFile(_ path: String, _ access: Access, name: String) throws {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        guard !isFolder.boolValue else {
            throw FeatureStoreError.unreadable(store: name, reason: "it is a folder")
        }
        if exists {
            if access != .readOnly, !FileManager.default.isWritableFile(atPath: path) {
                throw FeatureStoreError.readOnly(store: name)
            }
            return
        }
        guard access == .create else {
            throw FeatureStoreError.unreadable(store: name, reason: "there is no such file")
        }
        // Made beside it and renamed, so that no other process sees a file without its tables.
        let draft = path + ".new-\(UInt64.random(in: .min ... .max))"
        defer {
            for end in ["", "-journal", "-wal", "-shm"] { unlink(draft + end) }
        }
        var configuration = Configuration()
        configuration.prepareDatabase { try prepare($0) }
        let queue = try DatabaseQueue(path: draft, configuration: configuration)
        try queue.write { try GeoPackageTables.create(on: SQLConnection($0)) }
        try queue.close()
        // A link and not a rename: a file that another process has made meanwhile stays.
        guard link(draft, path) == 0 || errno == EEXIST || rename(draft, path) == 0 else {
            throw FeatureStoreError.unwritable(
                store: name, reason: String(cString: strerror(errno)))
        }
    }

    /// Sets up a connection of the store.
    private static func prepare(_ database: Database) throws {
        let connection = try SQLConnection(database)
        try GeoPackageFunctions.register(on: connection)
        _ = sqlite3_limit(connection.handle, SQLITE_LIMIT_LENGTH, maximumCellBytes)
        // Triggers use the spatial index, which SQLite 3.40 does not let them under this setting.
        // What is left to triggers are SQLite's own functions; none of them reads or writes files,
        // since extensions cannot be loaded.
        if database.configuration.readonly { try connection.run("PRAGMA trusted_schema = OFF") }
        try connection.run("PRAGMA cell_size_check = ON")
        try connection.run("PRAGMA cache_size = \(-cacheKilobytes)")
    }
}

// MARK: - Accesses

extension GeoPackageStore {
    /// Reads in one snapshot of the file; within another access of the same thread, in its own.
    func reading<Result>(
        _ isCancelled: () -> Bool = { false },
        _ body: (SQLConnection, _ isCancelled: @escaping () -> Bool) throws -> Result
    ) throws(FeatureStoreError) -> Result {
        do {
            return try withoutActuallyEscaping(isCancelled) { isCancelled in
                try pool.unsafeReentrantRead { database in
                    let connection = try SQLConnection(database)
                    return try Self.inSnapshot(database) {
                        try connection.withCancellation(isCancelled) {
                            try body(connection, isCancelled)
                        }
                    }
                }
            }
        } catch {
            throw Self.storeError(error, store: name)
        }
    }

    private static func inSnapshot<Result>(
        _ database: Database, _ body: () throws -> Result
    ) throws -> Result {
        if database.isInsideTransaction { return try body() }
        var result: Result?
        try database.inTransaction(.deferred) {
            result = try body()
            return .commit
        }
        guard let result else { preconditionFailure("a transaction that ends has run its body") }
        return result
    }

    /// Writes in one transaction, which is undone when `body` throws; within another write of the
    /// same thread, in a part of its transaction.
    ///
    /// - Parameter isKept: Whether a result is committed, or undone and returned all the same.
    func writing<Result>(
        keeping isKept: (Result) -> Bool = { _ in true },
        _ body: (SQLConnection) throws -> Result
    ) throws(FeatureStoreError) -> Result {
        guard access != .readOnly else { throw .readOnly(store: name) }
        do {
            return try pool.unsafeReentrantWrite { database in
                let connection = try SQLConnection(database)
                var result: Result?
                func run() throws -> Database.TransactionCompletion {
                    let found = try body(connection)
                    result = found
                    return isKept(found) ? .commit : .rollback
                }
                if database.isInsideTransaction {
                    try database.inSavepoint(run)
                } else {
                    try database.inTransaction(.immediate, run)
                }
                guard let result else {
                    preconditionFailure("a transaction that ends has run its body")
                }
                return result
            }
        } catch {
            throw Self.storeError(error, store: name)
        }
    }

    /// The error of the store for one of SQLite, GRDB or the file system.
    static func storeError(_ error: any Error, store: String) -> FeatureStoreError {
        if let error = error as? FeatureStoreError { return error }
        let code: Int32
        let message: String
        switch error {
        case let failure as SQLFailure: (code, message) = (failure.primaryCode, failure.message)
        case let failure as DatabaseError:
            code = failure.resultCode.rawValue
            message = failure.message ?? "SQLite's error \(failure.resultCode.rawValue)"
        default:
            return .unreadable(store: store, reason: error.localizedDescription)
        }
        return switch code {
        case SQLITE_BUSY, SQLITE_LOCKED: .locked(store: store)
        case SQLITE_READONLY: .readOnly(store: store)
        case SQLITE_INTERRUPT: .cancelled
        case SQLITE_FULL: .unwritable(store: store, reason: "the disk is full")
        case SQLITE_IOERR:
            .unreadable(store: store, reason: "the file system reports an error")
        case SQLITE_CORRUPT: .unreadable(store: store, reason: "the file is damaged")
        case SQLITE_NOTADB:
            .unreadable(store: store, reason: "it is neither a GeoPackage nor another SQLite file")
        case SQLITE_CANTOPEN:
            .unreadable(
                store: store,
                reason: "it cannot be opened; a file with a write-ahead log needs a folder that "
                    + "may be written")
        case SQLITE_NOMEM: .unreadable(store: store, reason: "memory is exhausted")
        case SQLITE_TOOBIG:
            .badRequest("a text or shape has more than \(maximumCellBytes) bytes")
        default:
            message.contains("WAL Mode")
                ? .unwritable(
                    store: store, reason: "its file system does not allow a write-ahead log")
                : .unreadable(store: store, reason: message)
        }
    }
}
