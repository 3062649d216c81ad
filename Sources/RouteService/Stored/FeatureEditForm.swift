// Edits to a stored layer, from the fields of `addFeatures`, `updateFeatures`, `deleteFeatures` and
// `applyEdits`.

import FeatureStore
import Geo
import PublishedServices
import RouteAPI

/// An operation that edits a stored layer; the raw value is its URL's last segment.
enum FeatureEditOperation: String, Sendable, CaseIterable {
    case add = "addFeatures"
    case update = "updateFeatures"
    case delete = "deleteFeatures"
    case apply = "applyEdits"

    /// The name as a heading.
    var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    var summary: String {
        switch self {
        case .add: "Adds rows."
        case .update: "Changes values and shapes of rows."
        case .delete: "Deletes rows by their ids or by a condition."
        case .apply: "Adds, changes and deletes rows at once."
        }
    }
}

/// Reads a request's edits.
struct FeatureEditForm {
    let operation: FeatureEditOperation
    let fields: FormParameters
    let schema: LayerSchema

    private var reader: SelectionReader { SelectionReader(form: fields) }

    /// Reads the edits, except rows that a condition selects for deletion.
    ///
    /// - Throws: `RouteRequestError` naming the field and the row.
    func edits() throws(RouteRequestError) -> LayerEdits {
        if try reader.flag("useGlobalIds") ?? false {
            throw .invalidParameter(
                "useGlobalIds",
                "cannot be true: rows have object ids only; use them, and leave useGlobalIds out")
        }
        if operation == .add || operation == .update, fields.text("features") == nil {
            throw .invalidParameter("features", "is missing; an array of rows is needed")
        }
        var edits = LayerEdits()
        edits.rollbackOnFailure = try reader.flag("rollbackOnFailure") ?? true
        switch operation {
        case .add: edits.adds = try adds(of: "features")
        case .update: edits.updates = try updates(of: "features")
        case .delete: edits.deletes = try reader.objectIDs() ?? []
        case .apply:
            edits.adds = try adds(of: "adds")
            edits.updates = try updates(of: "updates")
            edits.deletes = try reader.objectIDs("deletes") ?? []
        }
        let count =
            (edits.adds?.features.count ?? 0) + edits.updates.count + edits.deletes.count
        guard count <= StoredLayer.mostEditedRows else { throw Self.tooMany(count) }
        return edits
    }

    /// Reads which rows a condition or a shape selects for deletion; returns `nil` if there is
    /// neither.
    ///
    /// - Throws: `RouteRequestError`, also if nothing says which rows to delete.
    func deleted() throws(RouteRequestError) -> FeatureSelection? {
        guard operation == .delete else { return nil }
        let selection = try reader.selection()
        if selection.condition != nil || selection.geometry != nil { return selection }
        guard selection.objectIDs != nil else {
            throw .invalidParameter(
                "objectIds",
                "is missing; send the ids of the rows to delete, or select rows with where or "
                    + "geometry")
        }
        return nil
    }

    static func tooMany(_ count: Int?) -> RouteRequestError {
        RouteRequestError(
            .limitExceeded, extendedCode: .invalidInput,
            details: [
                "One request may change \(StoredLayer.mostEditedRows) rows; found "
                    + "\(count.map { "\($0)" } ?? "more"). Send several requests."
            ])
    }

    private func adds(of name: String) throws(RouteRequestError) -> FeatureSet? {
        guard let list = try list(name) else { return nil }
        let set = try rows(list, of: name)
        // The store assigns ids, but clients send invented ones.
        return list.isEmpty ? nil : set.withoutColumn { schema.isObjectID($0) }
    }

    /// Reads changes to rows. Each row is read alone, because a set has a value for every column
    /// that any of its rows has.
    private func updates(of name: String) throws(RouteRequestError) -> [FeatureUpdate] {
        guard let list = try list(name) else { return [] }
        var updates: [FeatureUpdate] = []
        updates.reserveCapacity(list.count)
        for (row, value) in list.enumerated() {
            let set = try rows([value], of: name, from: row)
            guard let feature = set.features.first else { continue }
            let sent = value["attributes"]?.object?.keys ?? []
            var id: Int64?
            var attributes: [String: AttributeValue] = [:]
            for key in sent {
                guard let found = set.value(key, of: feature) else { continue }
                if schema.isObjectID(key) { id = found.id ?? id } else { attributes[key] = found }
            }
            guard let id else {
                throw .invalidParameter(
                    name,
                    "feature \(row + 1) has no \(schema.objectIDField), the id of its row")
            }
            updates.append(
                FeatureUpdate(
                    objectID: id, attributes: attributes, geometry: feature.geometry,
                    spatialReference: feature.spatialReference))
        }
        return updates
    }

    /// Reads a field's elements.
    private func list(_ name: String) throws(RouteRequestError) -> [JSONValue]? {
        guard let text = fields.text(name) else { return nil }
        let value: JSONValue
        do throws(JSONParseError) {
            value = try JSONValue.parse(
                text, limits: .features(maximumBytes: max(text.utf8.count, 1)))
        } catch {
            throw .invalidParameter(name, "is not valid JSON at \(error)")
        }
        if value.isNull { return nil }
        guard
            let list = value.array ?? value["features"]?.array ?? value.object.map({ _ in [value] })
        else {
            throw .invalidParameter(
                name,
                "is \(value.excerpt); an array such as [{\"geometry\":{…},\"attributes\":{…}}] is "
                    + "needed")
        }
        guard list.count <= StoredLayer.mostEditedRows else { throw Self.tooMany(list.count) }
        return list
    }

    /// Reads rows with the types of the layer's columns.
    ///
    /// - Parameter first: The first row's position among all rows, for messages.
    private func rows(
        _ list: [JSONValue], of name: String, from first: Int = 0
    ) throws(RouteRequestError) -> FeatureSet {
        var reader = EsriFeatureReader(expectedType: schema.geometryType)
        reader.defaultSpatialReference = schema.spatialReference
        // Each row has its own outcome.
        reader.splitsMultipoints = false
        let set: JSONValue = ["fields": .array(columns), "features": .array(list)]
        do throws(FeatureReadError) {
            return try reader.featureSet(set)
        } catch {
            let place = first > 0 ? "feature \(first + 1): \(error.reason)" : "\(error)"
            throw .invalidParameter(name, place)
        }
    }

    private var columns: [JSONValue] {
        schema.fields.map { ["name": .string($0.name), "type": .string($0.type.rawValue)] }
    }
}

extension AttributeValue {
    fileprivate var id: Int64? {
        switch self {
        case .integer(let number): Int64(number)
        case .double(let number): Int64(exactly: number)
        case .string(let text): Int64(text)
        case .null, .date: nil
        }
    }
}

extension FeatureSet {
    /// Returns the set without some columns.
    fileprivate func withoutColumn(_ isLeftOut: (String) -> Bool) -> FeatureSet {
        let kept = fields.indices.filter { !isLeftOut(fields[$0].name) }
        guard kept.count < fields.count else { return self }
        var set = self
        set.fields = kept.map { fields[$0] }
        for row in set.features.indices {
            let values = set.features[row].values
            set.features[row].values = kept.map { $0 < values.count ? values[$0] : .null }
        }
        return set
    }
}
