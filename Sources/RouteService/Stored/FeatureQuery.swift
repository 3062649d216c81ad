// `…/FeatureServer/{layer}/query`: which rows are wanted, and what of them.

import FeatureStore
import Geo
import NetworkAnalysis
import RouteAPI

/// A query of a stored layer.
struct FeatureQuery: Sendable {
    /// What the answer has.
    enum Contents: Sendable {
        /// Rows.
        case rows
        /// The number of rows.
        case count
        /// The ids of rows.
        case objectIDs
        /// The box of the rows' shapes, and their number where it is wanted too.
        case extent(withCount: Bool)
        /// Groups of rows.
        case groups(FeatureGroups)
    }

    var selection: FeatureSelection
    var contents: Contents
    /// The columns wanted; `nil` for all.
    var outFields: [String]?
    var returnsGeometry: Bool
    /// The system of the shapes; `nil` for the layer's.
    var outSR: SpatialReference?
    /// The greatest number of rows.
    var limit: Int
    /// The number of rows left out at the beginning.
    var offset: Int

    /// The most ids of one answer.
    static let mostIDs = 1_000_000
    /// The rows of a page that asks for no other number.
    private static let rowsOfPage = 100

    /// Reads the fields of a request.
    ///
    /// - Throws: `RouteRequestError` naming the field, also for fields that are not implemented and
    ///   would change the answer.
    init(_ fields: FormParameters, format: AnswerFormat) throws(RouteRequestError) {
        LargeWork.check(bytes: fields.byteCount)
        let reader = SelectionReader(form: fields)
        try Self.refuseOthers(reader)
        selection = try reader.selection()
        let countsOnly = try reader.flag("returnCountOnly") ?? false
        let listsIDs = try reader.flag("returnIdsOnly") ?? false
        let names = try reader.names("outFields")
        outFields = names.flatMap { $0.isEmpty || $0.contains("*") ? nil : $0 }
        if let groups = try FeatureGroups(reader, outFields: outFields, countsOnly: countsOnly) {
            contents = .groups(groups)
        } else if try reader.flag("returnExtentOnly") ?? false {
            contents = .extent(withCount: countsOnly)
        } else {
            contents = countsOnly ? .count : listsIDs ? .objectIDs : .rows
        }
        returnsGeometry = try reader.flag("returnGeometry") ?? true
        outSR = try format == .geojson ? .wgs84 : reader.reference("outSR")
        let most = FeatureServiceResource.mostRows
        let usual = format == .html ? Self.rowsOfPage : most
        limit = min(try reader.count("resultRecordCount") ?? usual, most)
        offset = try reader.count("resultOffset") ?? 0
    }

    /// The coordinate systems of the shape and of the answer.
    var systems: NamedSystems {
        NamedSystems([selection.geometry == nil ? nil : selection.spatialReference, outSR])
    }

    /// Whether a request has any field of a query; a page without one shows the form alone.
    static func isAsked(_ fields: FormParameters) -> Bool {
        [
            "where", "objectIds", "geometry", "returnCountOnly", "returnIdsOnly", "outFields",
            "returnExtentOnly", "returnDistinctValues", "outStatistics",
        ]
        .contains { fields.hasText($0) }
    }

    /// Fields that would change the answer and are not implemented.
    private static let otherFlags = ["returnUniqueIdsOnly", "returnCentroid"]
    private static let otherTexts = [
        "time", "fullText", "uniqueIds", "gdbVersion", "historicMoment",
    ]

    private static func refuseOthers(_ reader: SelectionReader) throws(RouteRequestError) {
        for name in otherFlags {
            guard try reader.flag(name) ?? false else { continue }
            throw .invalidParameter(name, "is not implemented; leave it out or send false")
        }
        for name in otherTexts {
            guard try reader.hasValue(name) else { continue }
            throw .invalidParameter(name, "is not implemented; leave it out")
        }
    }
}

// MARK: - Rows

extension FeatureQuery {
    /// What the query finds in a layer.
    func found(
        in stored: StoredLayer, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> FeatureQueryAnswer.Found {
        switch contents {
        case .count: return .count(try stored.count(selection, isCancelled: isCancelled))
        case .objectIDs:
            return .objectIDs(
                try stored.objectIDs(selection, limit: Self.mostIDs, isCancelled: isCancelled))
        case .extent(let withCount):
            let found = try stored.extent(of: selection, in: outSR, isCancelled: isCancelled)
            let own = try stored.schema().spatialReference
            return .extent(
                found.extent, outSR ?? own, count: withCount ? found.count : nil)
        case .groups(let groups):
            let asked = groups.query(
                of: try stored.schema(), orderBy: selection.order, limit: limit, offset: offset)
            let found = try stored.statistics(asked, of: selection, isCancelled: isCancelled)
            return groups.countsOnly ? .count(found.features.features.count) : .groups(found)
        case .rows:
            return .rows(
                try stored.features(
                    selection,
                    { rows in
                        rows.outFields = outFields
                        rows.returnsGeometry = returnsGeometry
                        rows.outSR = outSR
                        rows.limit = limit
                        rows.offset = offset
                    }, isCancelled: isCancelled))
        }
    }
}
