// A store in an OGC GeoPackage file: opening, closing, and one access at a time.
//
// GeoPackageStore+Reading has the queries, +Editing the edits, +Layers the layers themselves.

import Foundation
import GRDB
import GRDBSQLite
import Synchronization
import SystemResources

/// The layers in an OGC GeoPackage file.
///
/// ```swift
/// let store = try GeoPackageStore(path: "day.gpkg", access: .create)
/// try store.create(LayerSchema(name: "stops", geometryType: .point, fields: []))
/// ```
///
/// Other programs may read and edit the file at the same time. It is kept in SQLite's write-ahead
/// mode: each query reads one snapshot, and a write waits up to five seconds for another program's
/// write. Commits are synchronized to disk, so an edit survives the end of the process and of the
/// machine once the call has returned.
///
/// Each access first asks the file system what the path names. If another file has taken its place,
/// the store opens that one, and ``version(of:)`` changes; if bytes were copied over the file,
/// running reads are ended and the stale log is discarded. An edit is acknowledged only if the file
/// at the path has it. Within one thread, nested accesses share the outer one's file, snapshot and
/// transaction.
///
/// The file is not trusted. Its triggers and views can call no function that reads or writes files,
/// sizes are checked before memory is allocated, and shapes are checked before they are read.
package final class GeoPackageStore: BulkStore {
    /// What to open a store for.
    package typealias Access = StoreAccess

    /// The file's name without its folder.
    package let name: String
    /// The path you opened the file with.
    package let path: String
    /// What you opened the store for.
    package let access: Access

    private let opening: Mutex<Opening>
    /// Replaced files whose last edits are still held back by a reader.
    private let leaving = Mutex<[GeoPackageFile]>([])

    /// What the store has open.
    private enum Opening {
        case open(GeoPackageFile)
        /// The open file is no longer at the path. Holds the next file's number.
        case left(next: Int64)
        case closed
    }

    /// The greatest size of a text or a shape in bytes.
    static let maximumCellBytes: Int32 = 256 << 20
    /// How long a write waits for another program's write.
    static let busySeconds = 5.0
    static let readers = 6
    /// Page cache for each connection, filled as pages are read, so that a query over a few
    /// thousand scattered rows finds its pages there the next time.
    static let cacheKilobytes = 32_000

    /// Opens a GeoPackage.
    ///
    /// - Throws: ``FeatureStoreError/unreadable(store:reason:)`` if the file is missing, damaged or
    ///   not a GeoPackage; ``FeatureStoreError/readOnly(store:)`` if it must be written but may
    ///   not.
    package init(path: String, access: Access) throws(FeatureStoreError) {
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

    /// Closes the file; later calls fail. If it was open for writing and no other program has it
    /// open, no write-ahead log is left beside it.
    package func close() throws(FeatureStoreError) {
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
    /// Checks the path, and makes the file if it is missing and may be made.
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
        // Made under another name and linked, so that no process sees a file without its tables.
        let target = try DraftFile.target(of: path)
        let draft = "\(target).\(DraftFile.mark()).partial"
        defer {
            for end in ["", "-journal", "-wal", "-shm"] { unlink(draft + end) }
        }
        // Of a file that cannot be made, SQLite says only that it cannot be opened.
        let empty = Foundation.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard empty >= 0 else { throw FileWriteError(path) }
        Foundation.close(empty)
        var configuration = Configuration()
        configuration.prepareDatabase { try prepare($0) }
        let queue = try DatabaseQueue(path: draft, configuration: configuration)
        try queue.write { try GeoPackageTables.create(on: SQLConnection($0)) }
        try queue.close()
        // A link first, not a rename: if another process has made the file meanwhile, its file
        // stays.
        guard link(draft, target) == 0 || errno == EEXIST || rename(draft, target) == 0 else {
            throw FileWriteError(path)
        }
        try DraftFile.synchronizeFolder(of: target)
    }

    /// Sets up a connection.
    static func prepare(_ database: Database) throws {
        let connection = try SQLConnection(database)
        try GeoPackageFunctions.register(on: connection)
        _ = sqlite3_limit(connection.handle, SQLITE_LIMIT_LENGTH, maximumCellBytes)
        // Triggers use the spatial index, which SQLite 3.40 forbids under this setting. Triggers
        // can still call SQLite's own functions only; extensions cannot be loaded, so none of these
        // reads or writes files.
        if database.configuration.readonly { try connection.run("PRAGMA trusted_schema = OFF") }
        try connection.run("PRAGMA cell_size_check = ON")
        try connection.run("PRAGMA cache_size = \(-cacheKilobytes)")
    }
}

// MARK: - Accesses

extension GeoPackageStore {
    /// The files that this thread's accesses use, by store: one access sees one file.
    @TaskLocal private static var held: [ObjectIdentifier: GeoPackageFile] = [:]

    /// Calls `body` with the file that the path names. Within another access on the same thread,
    /// passes that access's file.
    ///
    /// - Parameter isReading: Whether to call `body` again if another file takes the place of the
    ///   first one meanwhile: a connection opened at that moment has read nothing yet.
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

    /// Returns the file that the path names, and opens it if it is a new one.
    ///
    /// - Throws: ``FeatureStoreError/unreadable(store:reason:)`` if there is none.
    private func currentFile() throws -> GeoPackageFile {
        leaving.withLock { files in files.removeAll { $0.emptyLog() } }
        return try opening.withLock { opening in
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

    /// Reads in one snapshot; within another access on the same thread, in that access's snapshot.
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
            // The read was interrupted because the file's bytes were overwritten.
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

    /// Writes in one transaction and undoes it if `body` throws. Within another write on the same
    /// thread, uses a savepoint in that transaction.
    ///
    /// - Parameter isKept: Returns whether to commit; otherwise the changes are undone and the
    ///   result is still returned.
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
                // Acknowledge an edit only if the file at the path has it.
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

    /// Converts an error from SQLite, GRDB or the file system.
    static func storeError(_ error: any Error, store: String) -> FeatureStoreError {
        if let error = error as? FeatureStoreError { return error }
        let code: Int32
        let message: String
        switch error {
        case let failure as SQLFailure: (code, message) = (failure.primaryCode, failure.message)
        case let failure as DatabaseError:
            code = failure.resultCode.rawValue
            message = failure.message ?? "SQLite's error \(failure.resultCode.rawValue)"
        case let failure as FileWriteError:
            return .unwritable(store: store, reason: failure.reason)
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
                reason: "it cannot be opened; see that its folder exists and, if it has a "
                    + "write-ahead log, that the folder may be written")
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
