// A batch's journal: what the batch was begun with, and how many groups are finished.

import FeatureStore
import Geo

/// A batch's journal as rows of a table.
///
/// The journal is part of the output, so it cannot be lost or belong to another one. Each
/// transaction of the batch appends rows with the new counts; for each name, the last row is valid.
/// At the end, ``BatchFile/end()`` replaces them with a short journal.
///
/// A batch continues only if its ``BatchSettings`` equal the stored ones and the last finished
/// group still has the same name.
struct BatchJournal {
    /// The table's name.
    static let table = "batch"

    let settings: BatchSettings
    /// When the batch was begun, in milliseconds since 1970-01-01T00:00:00Z.
    let begun: Int64
    var finishedCount = 0
    var lastName = ""
    var isComplete = false

    /// What a row is about; the column `Kind`.
    private enum Kind: String {
        case state
        case setting
    }

    /// The names of rows with the kind ``Kind/state``.
    private enum State: String {
        case begun
        case finished
        case last
        case complete
    }

    private typealias Row = (kind: Kind, name: String, value: String)

    private static var columns: [FeatureColumn<Row>] {
        [
            FeatureColumn("Kind") { $0.kind.rawValue }, FeatureColumn("Name") { $0.name },
            FeatureColumn("Value") { $0.value },
        ]
    }

    init(settings: BatchSettings, begun: Int64) {
        self.settings = settings
        self.begun = begun
    }

    /// Reads a store's journal.
    ///
    /// - Throws: ``BatchError`` if there is none; `FeatureStoreError` if the store cannot be read.
    init(readingFrom store: any LayerStore) throws {
        guard try store.layers().contains(where: { $0.name == Self.table }) else {
            throw BatchError(
                "\(store.name) is not the output of a batch: it has no table \"\(Self.table)\"; "
                    + "choose another output, or leave out --resume")
        }
        let query = LayerQuery(layer: Self.table, returnsGeometry: false, limit: 10_000_000)
        let set = try store.features(query).features
        var settings = BatchSettings()
        var state: [String: String] = [:]
        for feature in set.features {
            guard case .string(let kind)? = set.value("Kind", of: feature),
                case .string(let name)? = set.value("Name", of: feature)
            else { continue }
            var value = ""
            if case .string(let text)? = set.value("Value", of: feature) { value = text }
            switch Kind(rawValue: kind) {
            case .setting: settings[name] = value
            case .state: state[name] = value
            case nil: continue
            }
        }
        guard let begun = state[State.begun.rawValue].flatMap({ Int64($0) }),
            let finished = state[State.finished.rawValue].flatMap({ Int($0) }), finished >= 0
        else {
            throw BatchError(
                "\(store.name), table \"\(Self.table)\": the rows \"\(State.begun.rawValue)\" and "
                    + "\"\(State.finished.rawValue)\" are not whole numbers; begin again without "
                    + "--resume")
        }
        self.init(settings: settings, begun: begun)
        finishedCount = finished
        lastName = state[State.last.rawValue] ?? ""
        isComplete = state[State.complete.rawValue] == "true"
    }

    /// Creates the table with all rows.
    ///
    /// - Throws: `FeatureStoreError` if the store cannot be written.
    func create(by loader: LayerLoader) throws(FeatureStoreError) {
        try loader.create(
            LayerSchema(
                name: Self.table, geometryType: nil,
                fields: Self.columns.map { LayerField($0.field.name, $0.field.type) },
                objectIDField: TableWriter.objectIDField, title: "Batch",
                description: "What the batch was begun with, and how much of it is finished."))
        let first: Row = (.state, State.begun.rawValue, String(begun))
        let entries: [Row] = settings.entries.map { (.setting, $0.name, $0.value) }
        try loader.append(Self.set([first] + state + entries), to: Self.table)
    }

    /// Appends the present counts.
    ///
    /// - Throws: `FeatureStoreError` if the store cannot be written.
    func append(by loader: LayerLoader) throws(FeatureStoreError) {
        try loader.append(Self.set(state), to: Self.table)
    }

    private var state: [Row] {
        [
            (.state, State.finished.rawValue, String(finishedCount)),
            (.state, State.last.rawValue, lastName),
            (.state, State.complete.rawValue, String(isComplete)),
        ]
    }

    private static func set(_ rows: [Row]) -> FeatureSet {
        FeatureSet(columns, of: rows)
    }
}
