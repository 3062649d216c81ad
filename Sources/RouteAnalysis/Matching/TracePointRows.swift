// The trace point table in an answer.

import Answers
import DataStructures
import Geo
import MapMatching
import Preparation
import RoadNetwork
import RouteAPI

/// Writes a row for each position in the traces, in order.
struct TracePointRows {
    let routes: MatchedRoutes
    /// The `ObjectID` of each path's route; `nil` if it has none.
    let routeIDs: [Int?]
    let request: Shared<ResolvedRequest>
    let network: NetworkDataset

    /// A position's outcome, numbered as on the wire.
    private enum Status: Int {
        case matched = 0
        case interpolated = 1
        case outlier = 2
        case unmatched = 3

        init(_ status: PointStatus) {
            self =
                switch status {
                case .matched: .matched
                case .interpolated: .interpolated
                case .outlier: .outlier
                case .tooFar, .invalid: .unmatched
                }
        }
    }

    /// The table's key in answers.
    static let key = "tracePoints"

    var count: Int { routes.sent.count }

    /// Returns all rows.
    ///
    /// - Throws: If a position cannot be transformed to the output spatial reference.
    func featureSet() throws(RouteRequestError) -> FeatureSet {
        var set = noRows
        set.features.reserveCapacity(count)
        try forEachRow { set.features.append($0) }
        return set
    }

    /// Passes rows on in batches, so that only one batch is held at a time.
    ///
    /// - Throws: As ``featureSet()``, and the receiver's error.
    func passOn(to receiver: any AnswerRowReceiver) throws(RouteRequestError) {
        var batch = AnswerTable(key: Self.key, rows: noRows)
        func flush() throws(RouteRequestError) {
            try receiver.receive(.features(batch))
            batch.rows.features.removeAll(keepingCapacity: true)
        }
        try forEachRow { (row) throws(RouteRequestError) in
            batch.rows.features.append(row)
            if batch.rows.features.count >= Self.rowsPassedOnTogether { try flush() }
        }
        if !batch.rows.features.isEmpty { try flush() }
    }

    /// The rows in a batch.
    private static let rowsPassedOnTogether = 1_024

    private var noRows: FeatureSet {
        FeatureSet(
            geometryType: .point, spatialReference: request.outputReference,
            fields: AnalysisClass.trace(Self.key).answerFields + sent.fields)
    }

    private var sent: SentColumns { SentColumns(of: routes.sent) }

    private func forEachRow(
        _ body: (Feature) throws(RouteRequestError) -> Void
    ) throws(RouteRequestError) {
        let projector = OutputProjector(request: request)
        let sent = sent
        var count = 0
        for matched in routes.traces {
            let trace = matched.trace
            let before = matched.parts.map { $0.path.metersBefore(on: network) }
            var points = routes.points.values(in: matched.points)
            for (number, fix) in routes.sent.fixes(of: trace).enumerated() {
                let place =
                    number < trace.matchedCount
                    ? points.next().map { values(of: $0, in: matched, before) } : nil
                count += 1
                try body(
                    Feature(
                        values: [.integer(count)] + Self.values(of: fix, number, trace)
                            + (place ?? Self.unplaced(.unmatched))
                            + sent.values(of: fix, number, trace, in: routes.sent),
                        geometry: try shape(of: fix, projector)))
            }
        }
        if let failure = routes.failure { throw failure }
    }

    private func shape(
        of fix: TraceFix, _ projector: OutputProjector
    ) throws(RouteRequestError) -> Geometry {
        guard fix.coordinate.isFinite, abs(fix.coordinate.y) <= 90 else { return .empty }
        if request.outputReference.isSame(as: .wgs84) { return .point(fix.coordinate) }
        return try projector.line([fix.coordinate]).first.map { .point($0) } ?? .empty
    }

    private static func values(
        of fix: TraceFix, _ number: Int, _ trace: RequestTraces.Trace
    ) -> [AttributeValue] {
        [
            .string(trace.name), .integer(number + 1),
            fix.milliseconds.map { .date($0) } ?? .null,
        ]
    }

    private func values(
        of point: MatchedPoint, in trace: MatchedTrace, _ before: [[Double]]
    ) -> [AttributeValue] {
        guard let part = point.part else {
            var values = Self.unplaced(Status(point.status))
            if point.distanceMeters.isFinite, point.status == .tooFar {
                values[8] = .double(point.distanceMeters)
            }
            return values
        }
        let element = trace.parts[part].path.elements[point.element]
        let length = Double(network.lengthCentimeters(of: element.edge)) / 100
        let measure = before[part][point.element] + (point.share - element.from) * length
        return [
            trace.parts[part].route.flatMap { routeIDs[$0] }.map { .integer($0) } ?? .null,
            .integer(Status(point.status).rawValue),
        ] + point.place.fieldValues + [
            .double(point.coordinate.x), .double(point.coordinate.y),
            .double(point.distanceMeters), .double(max(0, measure)), .double(point.confidence),
        ]
    }

    /// Returns the values for a position without a place.
    private static func unplaced(_ status: Status) -> [AttributeValue] {
        [.null, .integer(status.rawValue)] + [AttributeValue](repeating: .null, count: 8)
            + [.double(0)]
    }
}
