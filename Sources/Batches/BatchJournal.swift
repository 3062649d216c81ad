// The journal of a batch: what it was begun with, and how many groups are finished.

import FeatureStore
import Geo

/// The journal of a batch, as rows of a table.
struct BatchJournal {
    var settings: BatchSettings
    /// Milliseconds since 1970-01-01T00:00:00Z.
    var begun: Int64
    var finishedCount = 0
    var lastName = ""
    var isComplete = false

    private enum Kind {
        static let state = "state"
        static let setting = "setting"
    }

    /// The rows of the state, whose ids are their places, from 1.
    private enum State: String, CaseIterable {
        case begun
        case finished
        case last
        case complete

        var id: Int64 { Int64((Self.allCases.firstIndex(of: self) ?? 0) + 1) }
    }

    init(settings: BatchSettings, begun: Int64) {
        self.settings = settings
        self.begun = begun
    }

    /// Reads the journal of a store.
    ///
    /// - Throws: ``BatchError/input(_:)`` when there is none; `FeatureStoreError` when the store
    ///   cannot be read.
    init(readingFrom store: any LayerStore) throws {
        guard try store.layers().contains(where: { $0.name == BatchFile.journal }) else {
            throw BatchError.input(
                "\(store.name) is not the output of a batch: it has no table "
                    + "\"\(BatchFile.journal)\"; choose another output, or leave out --resume")
        }
        let query = LayerQuery(layer: BatchFile.journal, returnsGeometry: false, limit: 100_000)
        let set = try store.features(query).features
        var settings = BatchSettings()
        var state: [String: String] = [:]
        for feature in set.features {
            guard case .string(let kind)? = set.value("Kind", of: feature),
                case .string(let name)? = set.value("Name", of: feature)
            else { continue }
            var value = ""
            if case .string(let text)? = set.value("Value", of: feature) { value = text }
            if kind == Kind.setting { settings[name] = value } else { state[name] = value }
        }
        guard let begun = state[State.begun.rawValue].flatMap({ Int64($0) }),
            let finished = state[State.finished.rawValue].flatMap({ Int($0) }), finished >= 0
        else {
            throw BatchError.input(
                "\(store.name), table \"\(BatchFile.journal)\": the rows "
                    + "\"\(State.begun.rawValue)\" and \"\(State.finished.rawValue)\" are not "
                    + "numbers; leave out --resume")
        }
        self.init(settings: settings, begun: begun)
        finishedCount = finished
        lastName = state[State.last.rawValue] ?? ""
        isComplete = state[State.complete.rawValue] == "true"
    }

    /// Makes the table with all rows.
    ///
    /// - Throws: `FeatureStoreError` when the store cannot be written.
    func create(in store: any LayerStore) throws {
        try store.create(
            LayerSchema(
                name: BatchFile.journal, geometryType: nil,
                fields: [
                    LayerField("Kind", .string), LayerField("Name", .string),
                    LayerField("Value", .string),
                ], objectIDField: BatchFile.objectIDField, title: "Batch",
                description: "What the batch was begun with, and how many routes are finished."))
        let values: [State: String] = [
            .begun: String(begun), .finished: String(finishedCount), .last: lastName,
            .complete: String(isComplete),
        ]
        let rows =
            State.allCases.map { (Kind.state, $0.rawValue, values[$0] ?? "") }
            + settings.entries.map { (Kind.setting, $0.name, $0.value) }
        let set = FeatureSet(
            geometryType: nil, spatialReference: .wgs84,
            fields: [
                Field(BatchFile.objectIDField, .objectID), Field("Kind", .string),
                Field("Name", .string), Field("Value", .string),
            ],
            features: rows.enumerated().map { row, texts in
                Feature(
                    values: [
                        .integer(row + 1), .string(texts.0), .string(texts.1), .string(texts.2),
                    ], geometry: nil)
            })
        try Self.check(
            store.apply(LayerEdits(adds: set, keepsObjectIDs: true), to: BatchFile.journal), store)
    }

    /// Writes what is finished.
    ///
    /// - Throws: `FeatureStoreError` when the store cannot be written.
    static func write(
        finishedCount: Int, lastName: String, isComplete: Bool, to store: any LayerStore
    ) throws {
        let values: [(State, String)] = [
            (.finished, String(finishedCount)), (.last, lastName),
            (.complete, String(isComplete)),
        ]
        let updates = values.map { state, value in
            FeatureUpdate(objectID: state.id, attributes: ["Value": .string(value)])
        }
        try check(store.apply(LayerEdits(updates: updates), to: BatchFile.journal), store)
    }

    private static func check(_ outcome: EditOutcome, _ store: any LayerStore) throws {
        guard let failure = (outcome.adds + outcome.updates).compactMap(\.failure).first else {
            return
        }
        throw BatchError.output(
            "\(store.name), table \"\(BatchFile.journal)\": \(failure.message)")
    }
}
