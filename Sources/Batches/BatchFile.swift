// The output of a batch while it is written: tables in a store, with a journal of what is finished.

package import FeatureStore
package import Geo
import RouteAPI

/// The output of a batch: tables in a GeoPackage, and a journal in a table of its own.
///
/// Rows are written in the order of the groups, some groups in one transaction, and the journal
/// with them. Whenever the process ends, the tables have the rows of the groups that the journal
/// counts, and no others. A batch that continues has the same rows, under the same ids, as one that
/// was not interrupted.
///
/// ```swift
/// let file = try BatchFile.begin(in: store, settings: settings, at: now)
/// try file.add(rows, finishing: 1, lastName: "Ada")    // group after group
/// try file.end()
/// ```
///
/// One thread uses it.
package final class BatchFile {
    /// Rows are written when there are as many groups, …
    private static let groupsAtOnce = 25
    /// … as many rows, …
    private static let rowsAtOnce = 4_000
    /// … or when the last were written as long ago.
    private static let longest = Duration.seconds(2)

    /// The store with the tables.
    package let store: GeoPackageStore
    private var journal: BatchJournal

    /// What the batch was begun with.
    package var settings: BatchSettings { journal.settings }
    /// How the dates of the tables are written: local times are texts, since dates of a GeoPackage
    /// are instants.
    package var dates: DateTexts {
        .answers(windowsAreUTC: settings["timeWindowsAreUTC"]?.lowercased() == "true")
    }
    /// When the batch was begun, in milliseconds since 1970-01-01T00:00:00Z.
    package var begun: Int64 { journal.begun }
    /// The number of groups that are finished, in their order, added ones included.
    package var finishedCount: Int { journal.finishedCount }
    /// The name of the last finished group.
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
    /// - Throws: `FeatureStoreError` when the store cannot be written.
    package static func begin(
        in store: GeoPackageStore, settings: BatchSettings, at now: Int64
    ) throws(FeatureStoreError) -> BatchFile {
        let journal = BatchJournal(settings: settings, begun: now)
        try store.load { loader throws(FeatureStoreError) in try journal.create(by: loader) }
        return BatchFile(store, journal)
    }

    /// Opens the output of an earlier batch.
    ///
    /// - Throws: ``BatchError`` when the store is not the output of a batch;
    ///   `FeatureStoreError` when it cannot be read.
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

    /// Adds the rows of the next groups. They are written with those of later groups.
    ///
    /// - Parameters:
    ///   - count: How many groups the rows finish; 0 for rows that are about all.
    ///   - name: The name of the last of these groups.
    /// - Throws: `FeatureStoreError` when rows cannot be written.
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

    /// Writes what has been added.
    ///
    /// - Throws: `FeatureStoreError` when rows cannot be written.
    package func flush() throws(FeatureStoreError) {
        guard waitingGroups > 0 || !waiting.isEmpty else { return }
        try write { loader throws(FeatureStoreError) in try journal.append(by: loader) }
    }

    /// Writes what has been added, that all groups are finished, and which stops each route has.
    ///
    /// - Throws: `FeatureStoreError` when rows cannot be written.
    package func end() throws(FeatureStoreError) {
        journal.isComplete = true
        try write { loader throws(FeatureStoreError) in
            // The journal as it is written at the beginning, in place of its many rows.
            try loader.drop(BatchJournal.table)
            try journal.create(by: loader)
            if has(.routes), has(.stops) {
                try loader.relate(
                    BatchTable.routes.name, to: BatchTable.stops.name,
                    joining: GroupRows.numberField.name)
            }
        }
    }

    /// Writes what has been added and the journal in one transaction.
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

    /// Whether there is a table.
    package func has(_ table: BatchTable) -> Bool { schemas[table] != nil }

    /// The names of a table's columns, the row id not among them; none without the table.
    package func fieldNames(of table: BatchTable) -> [String] {
        schemas[table]?.fields.map(\.name) ?? []
    }

    /// The number of rows of a table that meet a condition; 0 without the table.
    ///
    /// - Throws: `FeatureStoreError` when the store cannot be read.
    package func count(_ table: BatchTable, where condition: String? = nil) throws -> Int {
        guard has(table) else { return 0 }
        return try store.count(LayerQuery(layer: table.name, where: condition, limit: .max / 2))
    }

    /// The number of rows of the input that belong to finished groups.
    ///
    /// - Throws: `FeatureStoreError` when the store cannot be read.
    /// - Complexity: O(*n*) in the number of groups that have no route.
    package func finishedRowCount() throws -> Int {
        try count(.stops, where: "InputID IS NOT NULL") + failedRowCount()
    }

    /// The number of rows of the input that belong to groups without a route.
    ///
    /// - Throws: `FeatureStoreError` when the store cannot be read.
    /// - Complexity: O(*n*) in the number of these groups.
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

    /// The rows of a table in their order, some at a time, so that memory does not grow with their
    /// number; without the table, none.
    ///
    /// - Parameters:
    ///   - withShapes: Whether rows have their shapes.
    ///   - body: Receives rows; their first field is the row's id.
    /// - Throws: `FeatureStoreError` when the store cannot be read; what `body` throws.
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
            // Tables with one row for each number have it in the order of their ids.
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
    /// The same rows with the columns of a layer alone, those that the layer lacks left out.
    fileprivate func conforming(to schema: LayerSchema) -> FeatureSet {
        let kept = fields.indices.filter { schema.field(named: fields[$0].name) != nil }
        guard kept.count < fields.count else { return self }
        var set = self
        set.fields = kept.map { fields[$0] }
        for (row, feature) in features.enumerated() {
            set.features[row].values = kept.map { feature.values[$0] }
        }
        return set
    }

    /// Adds rows, by the names of their columns where those differ.
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
    /// The same rows with the times of local clocks as dates.
    fileprivate func withDates(ofLocalFields names: Set<String>) -> FeatureSet {
        var set = self
        for column in fields.indices
        where fields[column].type == .string && names.contains(fields[column].name) {
            let times = features.map { Self.clockTime($0.values[column]) }
            // A column of the input may have the name, and texts of its own.
            guard !times.contains(nil) else { continue }
            set.fields[column].type = .date
            for (row, time) in times.enumerated() {
                set.features[row].values[column] = time ?? .null
            }
        }
        return set
    }

    /// A text as the time of a local clock; `nil` for a text that is none.
    private static func clockTime(_ value: AttributeValue) -> AttributeValue? {
        guard case .string(let text) = value else { return value == .null ? value : nil }
        guard case .wallClock(let time)? = WrittenTime(text) else { return nil }
        return .date(time)
    }
}
