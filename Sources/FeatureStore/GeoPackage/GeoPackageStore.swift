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

    private let opening: Mutex<Opening>
    /// Files that were replaced while a reader kept their last edits out of them.
    private let leaving = Mutex<[GeoPackageFile]>([])

    /// What the store has open.
    private enum Opening {
        case open(GeoPackageFile)
        /// The file that was open is not at the path; the number of the next one.
        case left(next: Int64)
        case closed
    }

    /// The greatest number of bytes of a text or a shape.
    static let maximumCellBytes: Int32 = 256 << 20
    /// How long a write waits for that of another program.
    static let busySeconds = 5.0
    static let readers = 6
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
            let file = try GeoPackageFile.open(path, access, number: 0, store: name)
            opening = Mutex(.open(file))
        } catch {
            throw Self.storeError(error, store: name)
        }
    }

    /// Closes the file; later calls fail. A file that was open for writing is left without a
    /// write-ahead log beside it where no other program has it open.
    public func close() throws(FeatureStoreError) {
        let opened = opening.withLock { opening in
            defer { opening = .closed }
            return opening
        }
        guard case .open(let file) = opened else { return }
        do {
            try file.close()
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
    static func prepare(_ database: Database) throws {
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
    /// The files that the accesses of the thread use, by store: one access sees one file.
    @TaskLocal private static var held: [ObjectIdentifier: GeoPackageFile] = [:]

    /// Calls `body` with the file that the path names; within another access of the same thread,
    /// with its file.
    ///
    /// - Parameter isReading: Whether `body` is called again with a file that has just replaced the
    ///   one of the first call: a connection that is opened at that moment has read nothing yet.
    func withFile<Result>(
        isReading: Bool = false, _ body: (GeoPackageFile) throws -> Result
    ) throws -> Result {
        if let file = Self.held[ObjectIdentifier(self)] { return try body(file) }
        do {
            return try holding(currentFile(), body)
        } catch FeatureStoreError.replaced where isReading {
            return try holding(currentFile(), body)
        }
    }

    private func holding<Result>(
        _ file: GeoPackageFile, _ body: (GeoPackageFile) throws -> Result
    ) throws -> Result {
        var held = Self.held
        held[ObjectIdentifier(self)] = file
        return try Self.$held.withValue(held) { try body(file) }
    }

    /// The file that the path names, opened anew where it is another one.
    ///
    /// - Throws: ``FeatureStoreError/unreadable(store:reason:)`` when there is none.
    private func currentFile() throws -> GeoPackageFile {
        leaving.withLock { files in files.removeAll { $0.emptyLog() } }
        try opening.withLock { opening in
            let number: Int64
            switch opening {
            case .closed:
                throw FeatureStoreError.unreadable(store: name, reason: "it was closed")
            case .left(let next): number = next
            case .open(let file):
                switch try file.state() {
                case .same: return file
                case .missing:
                    throw FeatureStoreError.unreadable(
                        store: name,
                        reason: "it is no longer at its path; put it or another GeoPackage there")
                case .replaced:
                    if !file.leaveReplaced() { leaving.withLock { $0.append(file) } }
                case .overwritten: file.leaveOverwritten()
                }
                number = file.number + 1
                opening = .left(next: number)
            }
            let file = try GeoPackageFile.open(path, access, number: number, store: name)
            opening = .open(file)
            return file
        }
    }

    /// Reads in one snapshot of the file; within another access of the same thread, in its own.
    func reading<Result>(
        _ isCancelled: () -> Bool = { false },
        _ body: (SQLConnection, _ isCancelled: @escaping () -> Bool) throws -> Result
    ) throws(FeatureStoreError) -> Result {
        do {
            return try withFile(isReading: true) { file in
                try withoutActuallyEscaping(isCancelled) { isCancelled in
                    try file.pool.unsafeReentrantRead { database in
                        let connection = try SQLConnection(database)
                        return try Self.inSnapshot(database) {
                            try connection.withCancellation(isCancelled) {
                                try body(connection, isCancelled)
                            }
                        }
                    }
                }
            }
        } catch {
            let found = Self.storeError(error, store: name)
            // Reads of bytes that were written over meanwhile are ended.
            throw found == .cancelled && !isCancelled() ? .replaced(store: name) : found
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
            return try withFile { file in
                let isOutermost = file.pool.unsafeReentrantWrite { !$0.isInsideTransaction }
                let result = try file.pool.unsafeReentrantWrite { database in
                    try Self.inTransaction(database, keeping: isKept, body)
                }
                guard isOutermost else { return result }
                file.emptyLog()
                // What is acknowledged is in the file that the path names.
                guard file.isAtPath else { throw FeatureStoreError.replaced(store: name) }
                return result
            }
        } catch {
            throw Self.storeError(error, store: name)
        }
    }

    private static func inTransaction<Result>(
        _ database: Database, keeping isKept: (Result) -> Bool,
        _ body: (SQLConnection) throws -> Result
    ) throws -> Result {
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
        guard let result else { preconditionFailure("a transaction that ends has run its body") }
        return result
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
