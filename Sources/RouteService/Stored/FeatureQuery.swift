// `…/FeatureServer/{layer}/query`: which rows to find, and what to return about them.

import FeatureStore
import Geo
import Preparation
import PublishedServices
import RouteAPI
import ServiceTransport

/// A query of a stored layer.
///
/// It is read from a request's fields and runs against a ``StoredLayer``, whose definition may
/// narrow it further. It returns rows, a count, ids, an extent or groups (``Contents``); paging,
/// columns and the output system apply where they make sense for it. Fields that would change the
/// answer but are not implemented are refused, so a client never mistakes a wider answer for the
/// one it asked for.
struct FeatureQuery: Sendable {
    /// What the answer contains.
    enum Contents: Sendable {
        case rows
        /// How many rows there are.
        case count
        /// The rows' ids.
        case objectIDs
        /// The bounding box of the rows' shapes and, if wanted, how many rows there are.
        case extent(withCount: Bool)
        /// Groups of rows.
        case groups(FeatureGroups)
    }

    var selection: FeatureSelection
    var contents: Contents
    /// The columns wanted; `nil` for all.
    var outFields: [String]?
    var returnsGeometry: Bool
    /// The shapes' coordinate system; `nil` for the layer's.
    var outSR: SpatialReference?
    /// How far lines and borders may move when vertices are left out; `nil` to keep them all.
    var maxAllowableOffset: Double?
    /// How coordinates are written.
    var coordinates = CoordinateForm()
    /// The most rows to return.
    var limit: Int
    /// How many rows to skip.
    var offset: Int

    /// More decimals than doubles have change no coordinate.
    private static let mostDecimals = 15
    /// The most ids in one answer.
    static let mostIDs = 1_000_000
    /// How many rows a page shows unless it asks for another number.
    private static let rowsOfPage = 100

    /// Reads a request's fields.
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
        maxAllowableOffset = try reader.number("maxAllowableOffset")
        coordinates.decimals = try reader.count("geometryPrecision").map {
            min($0, Self.mostDecimals)
        }
        var quantization = try Quantization(reader)
        if let offset = maxAllowableOffset, offset > 0, quantization?.tolerance == nil {
            // As in ArcGIS, the grid is then as coarse as the shapes.
            quantization?.tolerance = offset
        }
        coordinates.quantization = quantization
        let most = FeatureServiceResource.mostRows
        let usual = format == .html ? Self.rowsOfPage : most
        limit = min(try reader.count("resultRecordCount") ?? usual, most)
        offset = try reader.count("resultOffset") ?? 0
    }

    /// The coordinate systems of the shape and the answer.
    var systems: NamedSystems {
        NamedSystems([selection.geometry == nil ? nil : selection.spatialReference, outSR])
    }

    /// Returns the field in which a request names a column; `nil` if it does not.
    func parameter(naming column: String) -> String? {
        let wanted = column.lowercased()
        func names(_ list: [String]?) -> Bool {
            list?.contains { $0.lowercased() == wanted } == true
        }
        if names(outFields) { return "outFields" }
        if case .groups(let groups) = contents {
            if names(groups.fields) { return "groupByFieldsForStatistics" }
            if names(groups.statistics.map(\.field)) { return "outStatistics" }
            if groups.having?.lowercased().contains(wanted) == true { return "having" }
        }
        return names(selection.order.map(\.field)) ? "orderByFields" : nil
    }

    /// Returns whether a request has any query field; a page without one shows only the form.
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
        "time", "text", "fullText", "uniqueIds", "gdbVersion", "historicMoment", "rangeValues",
        "parameterValues",
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

/// How an answer writes coordinates.
struct CoordinateForm: Sendable {
    /// How many decimals they have; `nil` for all.
    var decimals: Int?
    /// Whole numbers on a grid in JSON; `nil` for coordinates as they are.
    var quantization: Quantization?
}

// MARK: - Rows

extension FeatureQuery {
    /// Finds what the query asks for in a layer.
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
                        rows.maxAllowableOffset = maxAllowableOffset
                        rows.limit = limit
                        rows.offset = offset
                    }, isCancelled: isCancelled))
        }
    }
}
