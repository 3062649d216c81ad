// `…/FeatureServer/{layer}/query`: which rows are wanted, and what of them.

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
        contents = countsOnly ? .count : listsIDs ? .objectIDs : .rows
        let names = try reader.names("outFields")
        outFields = names.flatMap { $0.isEmpty || $0.contains("*") ? nil : $0 }
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
        ["where", "objectIds", "geometry", "returnCountOnly", "returnIdsOnly", "outFields"]
            .contains { fields.hasText($0) }
    }

    /// Fields that would change the answer and are not implemented.
    private static let otherFlags = [
        "returnDistinctValues", "returnExtentOnly", "returnUniqueIdsOnly", "returnCentroid",
    ]
    private static let otherTexts = [
        "outStatistics", "groupByFieldsForStatistics", "having", "time", "fullText", "uniqueIds",
        "gdbVersion", "historicMoment",
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
        if let distance = try reader.text("distance"), Double(distance) != 0 {
            throw .invalidParameter(
                "distance", "is not implemented; send the shape of the area as geometry")
        }
    }
}
