// The trace point table in an answer.

import Answers
import Geo
import MapMatching
import Preparation
import RoadNetwork
import RouteAPI
import SystemResources

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

    /// The row of one position.
    private struct Row {
        let id: Int
        let trace: RequestTraces.Trace
        /// The position's index in its trace.
        let number: Int
        let fix: TraceFix
        /// The position as sent with its name. Only stops have one, and names are read one by one.
        let stop: TraceFix?
        let status: Status
        /// Where the position lies on its path; `nil` if it lies on none.
        var place: (point: MatchedPoint, routeID: Int?, measure: Double)?
        /// The distance from the network, which a position without a place may have too.
        var distance: Double?
    }

    private static let values = ColumnValues<Row>(for: .tracePoints) { values in
        values.set(.rowNumber) { $0.id }
        values.set(.traceName) { $0.trace.name }
        values.set(.pointNumber) { $0.number + 1 }
        values.set(.time) { $0.fix.milliseconds }
        values.set(.matchedRouteID) { $0.place?.routeID }
        values.set(.statusOfPoint) { $0.status.rawValue }
        values.set(onEdge: { $0.place?.point.place })
        values.set(.snapX) { $0.place?.point.coordinate.x }
        values.set(.snapY) { $0.place?.point.coordinate.y }
        values.set(.distanceToNetwork) { $0.distance }
        values.set(.measure) { $0.place?.measure }
        values.set(.confidence) { $0.place?.point.confidence ?? 0 }
        values.set(.accuracy) { $0.fix.accuracyMeters }
        values.set(.bearingOfPoint) { $0.fix.bearing }
        values.set(.isStop) { $0.fix.isStop ? 1 : 0 }
        values.set(.nameOfPoint) { $0.stop?.name }
    }

    /// The table's key in answers.
    static let key = AnalysisClass.tracePoints.answerKey

    var count: Int { routes.sent.count }

    /// Returns all rows.
    ///
    /// - Throws: If a position cannot be transformed to the output spatial reference.
    func featureSet() throws(RouteRequestError) -> FeatureSet {
        let table = table
        var set = table.set
        set.features.reserveCapacity(count)
        try forEachRow(of: table) { set.features.append($0) }
        return set
    }

    /// Passes rows on in batches, so that only one batch is held at a time.
    ///
    /// - Throws: As ``featureSet()``, and the receiver's error.
    func passOn(to receiver: any AnswerRowReceiver) throws(RouteRequestError) {
        let table = table
        var batch = AnswerTable(key: Self.key, rows: table.set)
        func flush() throws(RouteRequestError) {
            try receiver.receive(.features(batch))
            batch.rows.features.removeAll(keepingCapacity: true)
        }
        try forEachRow(of: table) { (row) throws(RouteRequestError) in
            batch.rows.features.append(row)
            if batch.rows.features.count >= Self.rowsPassedOnTogether { try flush() }
        }
        if !batch.rows.features.isEmpty { try flush() }
    }

    /// The rows in a batch.
    private static let rowsPassedOnTogether = 1_024

    private var table: ColumnTable<Row> {
        Self.values.table(in: request.outputReference, with: sentColumns)
    }

    /// The columns that repeat what was sent with positions, so that returned rows, read again as
    /// traces, match the same. A column exists if some position has a value for it.
    private var sentColumns: [Column] {
        (routes.sent.hasAccuracies ? [.accuracy] : [])
            + (routes.sent.hasBearings ? [.bearingOfPoint] : [])
            + (routes.sent.hasStops ? [.isStop, .nameOfPoint] : [])
    }

    private func forEachRow(
        of table: ColumnTable<Row>, _ body: (Feature) throws(RouteRequestError) -> Void
    ) throws(RouteRequestError) {
        let projector = OutputProjector(request: request)
        var count = 0
        for matched in routes.traces {
            let trace = matched.trace
            let before = matched.parts.map { $0.path.metersBefore(on: network) }
            var points = routes.points.values(in: matched.points)
            for (number, fix) in routes.sent.fixes(of: trace).enumerated() {
                let point = number < trace.matchedCount ? points.next() : nil
                count += 1
                var row = Row(
                    id: count, trace: trace, number: number, fix: fix,
                    stop: fix.isStop ? routes.sent.fix(number, of: trace) : nil,
                    status: point.map { Status($0.status) } ?? .unmatched)
                if let point { place(&row, at: point, in: matched, before) }
                try body(table.feature(of: row, try shape(of: fix, projector)))
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

    private func place(
        _ row: inout Row, at point: MatchedPoint, in trace: MatchedTrace, _ before: [[Double]]
    ) {
        guard let part = point.part else {
            if point.distanceMeters.isFinite, point.status == .tooFar {
                row.distance = point.distanceMeters
            }
            return
        }
        let element = trace.parts[part].path.elements[point.element]
        let length = Double(network.lengthCentimeters(of: element.edge)) / 100
        let measure = before[part][point.element] + (point.share - element.from) * length
        row.place = (point, trace.parts[part].route.flatMap { routeIDs[$0] }, max(0, measure))
        row.distance = point.distanceMeters
    }
}
