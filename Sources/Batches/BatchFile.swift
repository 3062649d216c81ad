// A batch's output while it is written: tables in a store, and a journal of what is finished.

package import FeatureStore
package import Geo
import RouteAPI

/// A batch's output: tables in a GeoPackage, and a journal in its own table.
///
/// ```swift
/// let file = try BatchFile.begin(in: store, settings: settings, at: now)
/// try file.add(rows, finishing: 1, lastName: "Ada")    // group after group
/// try file.end()
/// ```
///
/// Use ``begin(in:settings:at:)`` for a new output and ``reopen(_:)`` to continue one. Then add the
/// groups' rows in order and call ``end()``.
///
/// **Interruption.** The file writes some groups and their journal entry in one transaction.
/// Whenever the process ends, the tables have exactly the groups that the journal counts. A
/// continued batch therefore has the same rows under the same ids as an uninterrupted one.
///
/// **Transactions.** Added rows wait in memory until there are 25 groups or 4,000 rows, or until
/// the last write is 2 s old. ``flush()`` writes them at once.
///
/// **Columns.** The first rows of a table decide its columns. If later rows have other columns,
/// they are dropped; missing ones stay empty.
///
/// ``GroupRun`` and ``TripRun`` write outputs; ``BatchExport`` and ``BatchCopy`` read them. Use an
/// output from one thread at a time.
package final class BatchFile {
    /// Write rows once this many groups are waiting, …
    private static let groupsAtOnce = 25
    /// … or this many rows, …
    private static let rowsAtOnce = 4_000
    /// … or if the last write was this long ago.
    private static let longest = Duration.seconds(2)

    /// The store that holds the tables.
    package let store: GeoPackageStore
    private var journal: BatchJournal

    /// The settings that the batch was begun with.
    package var settings: BatchSettings { journal.settings }
    /// How dates are written. Local times become texts, because dates in a GeoPackage are instants.
    package var dates: DateTexts {
        .answers(windowsAreUTC: settings["timeWindowsAreUTC"]?.lowercased() == "true")
    }
    /// When the batch was begun, in milliseconds since 1970-01-01T00:00:00Z.
    package var begun: Int64 { journal.begun }
    /// How many groups are finished, including groups added but not yet written.
    package var finishedCount: Int { journal.finishedCount }
    /// The last finished group's name.
    package var lastName: String { journal.lastName }
    /// Whether all groups are finished.
    package var isComplete: Bool { journal.isComplete }

    private var schemas: [BatchTable: LayerSchema] = [:]
    private var lastIDs: [BatchTable: Int64] = [:]
    private var waiting: BatchRowsByTable = [:]
    private var waitingGroups = 0
    private var lastWritten = ContinuousClock.now

    private init(_ store: GeoPackageStore, _ journal: BatchJournal) {
        self.store = store
        self.journal = journal
    }

    /// Begins a batch in an empty store.
    ///
    /// - Parameter now: The current time, in milliseconds since 1970-01-01T00:00:00Z.
    /// - Throws: `FeatureStoreError` if the store cannot be written.
    package static func begin(
        in store: GeoPackageStore, settings: BatchSettings, at now: Int64
    ) throws(FeatureStoreError) -> BatchFile {
        let journal = BatchJournal(settings: settings, begun: now)
        try store.load { loader throws(FeatureStoreError) in try journal.create(by: loader) }
        return BatchFile(store, journal)
    }

    /// Opens an earlier batch's output to continue or read it.
    ///
    /// - Throws: ``BatchError`` if the store is not a batch's output; `FeatureStoreError` if it
    ///   cannot be read.
    package static func reopen(_ store: GeoPackageStore) throws -> BatchFile {
        let file = BatchFile(store, try BatchJournal(readingFrom: store))
        for schema in try store.layers() {
            guard let table = BatchTable(name: schema.name) else { continue }
            file.schemas[table] = schema
            let last = LayerQuery(
                layer: schema.name,
                orderBy: [OrderTerm(schema.objectIDField, isAscending: false)], outFields: [],
                returnsGeometry: false, limit: 1)
            file.lastIDs[table] = try store.features(last).objectIDs.first ?? 0
        }
        return file
    }

    /// Adds the next groups' rows. They are written together with later groups.
    ///
    /// - Parameters:
    ///   - count: How many groups the rows finish; 0 for rows about all groups.
    ///   - name: The last of these groups' names.
    /// - Throws: `FeatureStoreError` if rows cannot be written.
    package func add(
        _ rows: BatchRowsByTable, finishing count: Int, lastName name: String
    ) throws(FeatureStoreError) {
        for (table, set) in rows {
            let own = schemas[table].map { set.conforming(to: $0) } ?? set
            if waiting[table] == nil {
                waiting[table] = own
            } else {
                waiting[table]?.append(own)
            }
        }
        journal.finishedCount += count
        waitingGroups += count
        if count > 0 { journal.lastName = name }
        let rowCount = waiting.values.reduce(0) { $0 + $1.features.count }
        if waitingGroups >= Self.groupsAtOnce || rowCount >= Self.rowsAtOnce
            || ContinuousClock.now - lastWritten > Self.longest
        {
            try flush()
        }
    }

    /// Writes what was added so far.
    ///
    /// - Throws: `FeatureStoreError` if rows cannot be written.
    package func flush() throws(FeatureStoreError) {
        guard waitingGroups > 0 || !waiting.isEmpty else { return }
        try write { loader throws(FeatureStoreError) in try journal.append(by: loader) }
    }

    /// Writes what was added, marks the batch as complete, and relates routes to their stops.
    ///
    /// - Throws: `FeatureStoreError` if rows cannot be written.
    package func end() throws(FeatureStoreError) {
        journal.isComplete = true
        try write { loader throws(FeatureStoreError) in
            // Replaces the journal's many rows with a short one, as at the beginning.
            try loader.drop(BatchJournal.table)
            try journal.create(by: loader)
            if has(.routes), has(.stops) {
                try loader.relate(
                    BatchTable.routes.name, to: BatchTable.stops.name,
                    joining: GroupRows.numberField.name)
            }
        }
    }

    /// Writes what was added and the journal in one transaction.
    private func write(
        journaling: (LayerLoader) throws(FeatureStoreError) -> Void
    ) throws(FeatureStoreError) {
        try store.load { loader throws(FeatureStoreError) in
            for table in BatchTable.allCases {
                guard let rows = waiting[table], !rows.features.isEmpty else { continue }
                try write(rows, to: table, by: loader)
            }
            try journaling(loader)
        }
        waiting = [:]
        waitingGroups = 0
        lastWritten = ContinuousClock.now
    }

    /// Whether the output has a table.
    package func has(_ table: BatchTable) -> Bool { schemas[table] != nil }

    /// Returns the names of a table's columns without the row id, or none if the output lacks the
    /// table.
    package func fieldNames(of table: BatchTable) -> [String] {
        schemas[table]?.fields.map(\.name) ?? []
    }

    /// Counts a table's rows that meet a condition. Returns 0 if the output lacks the table.
    ///
    /// - Throws: `FeatureStoreError` if the store cannot be read.
    package func count(_ table: BatchTable, where condition: String? = nil) throws -> Int {
        guard has(table) else { return 0 }
        return try store.count(LayerQuery(layer: table.name, where: condition, limit: .max / 2))
    }

    /// Counts the input rows in finished groups.
    ///
    /// - Throws: `FeatureStoreError` if the store cannot be read.
    /// - Complexity: O(*n*) for *n* groups without a route.
    package func finishedRowCount() throws -> Int {
        try count(.stops, where: "InputID IS NOT NULL") + failedRowCount()
    }

    /// Counts the input rows in groups without a route.
    ///
    /// - Throws: `FeatureStoreError` if the store cannot be read.
    /// - Complexity: O(*n*) for *n* such groups.
    package func failedRowCount() throws -> Int {
        var total = 0
        try forEachBatch(of: .failures, withShapes: false) { set in
            for feature in set.features {
                if case .integer(let stops)? = set.value("StopCount", of: feature) {
                    total += stops
                }
            }
        }
        return total
    }

    /// Calls `body` with a table's rows in order, a thousand at a time, so memory does not grow
    /// with the table. Does nothing if the output lacks the table.
    ///
    /// - Parameters:
    ///   - withShapes: Whether rows have their shapes.
    ///   - body: Receives rows whose first field is the row's id.
    /// - Throws: `FeatureStoreError` if the store cannot be read; any error from `body`.
    package func forEachBatch(
        of table: BatchTable, withShapes: Bool = true, _ body: (FeatureSet) throws -> Void
    ) throws {
        guard has(table) else { return }
        let query = LayerQuery(
            layer: table.name, returnsGeometry: withShapes, limit: .max / 2)
        var failure: (any Error)?
        do throws(FeatureStoreError) {
            try store.forEachBatch(of: 1_000, query, isCancelled: { false }) {
                (rows) throws(FeatureStoreError) in
                do {
                    try body(rows.features.withDates(ofLocalFields: dates.localFields))
                } catch {
                    failure = error
                    throw .cancelled
                }
            }
        } catch {
            throw failure ?? error
        }
    }
}

extension BatchFile {
    private func write(
        _ rows: FeatureSet, to table: BatchTable, by loader: LayerLoader
    ) throws(FeatureStoreError) {
        let writer = TableWriter(loader, of: store.name, dates: dates)
        if schemas[table] == nil {
            // Tables with one row per number need no index, because ids are in the same order.
            let joined = GroupRows.numberField.name
            let schema = try writer.create(
                table.name, title: table.title, for: rows,
                indexed: table.hasRowForEachNumber ? nil : joined)
            if let style = BatchStyle(of: table) {
                try loader.setStyle(qml: style.qml, sld: style.sld, for: table.name)
            }
            schemas[table] = schema
        }
        let last = lastIDs[table] ?? 0
        try writer.append(rows, to: table.name, after: last)
        lastIDs[table] = last + Int64(rows.features.count)
    }
}

extension FeatureSet {
    /// The same rows with only the layer's columns.
    fileprivate func conforming(to schema: LayerSchema) -> FeatureSet {
        keepingColumns { schema.field(named: fields[$0].name) != nil }
    }

    /// Appends rows, matching columns by name if they differ.
    fileprivate mutating func append(_ other: FeatureSet) {
        guard other.fields != fields else {
            features += other.features
            return
        }
        let columns = fields.map { other.fieldIndex($0.name) }
        for feature in other.features {
            var own = feature
            own.values = columns.map { $0.map { feature.values[$0] } ?? .null }
            features.append(own)
        }
    }
}

extension FeatureSet {
    /// The same rows, with local clock times as dates.
    fileprivate func withDates(ofLocalFields names: Set<String>) -> FeatureSet {
        var set = self
        for column in fields.indices
        where fields[column].type == .string && names.contains(fields[column].name) {
            let times = features.map { Self.clockTime($0.values[column]) }
            // An input column may have the same name but other texts.
            guard !times.contains(nil) else { continue }
            set.fields[column].type = .date
            for (row, time) in times.enumerated() {
                set.features[row].values[column] = time ?? .null
            }
        }
        return set
    }

    /// Reads a text as a local clock time. Returns `nil` if it is none.
    private static func clockTime(_ value: AttributeValue) -> AttributeValue? {
        guard case .string(let text) = value else { return value == .null ? value : nil }
        guard case .wallClock(let time)? = WrittenTime(text) else { return nil }
        return .date(time)
    }
}
