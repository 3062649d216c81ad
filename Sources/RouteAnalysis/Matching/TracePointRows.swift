// The table of trace points in an answer.

import Geo
import MapMatching
import NetworkAnalysis
import RoadNetwork
import RouteAPI

/// Writes a row for each position of the traces, in order.
struct TracePointRows {
    let traces: [MatchedTrace]
    /// The `ObjectID` of the route of each path; `nil` where it has none.
    let routeIDs: [Int?]
    let request: Shared<ResolvedRequest>
    let network: NetworkDataset

    /// The outcome of a position, numbered as on the wire.
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

    /// The whole set.
    ///
    /// - Throws: When a position cannot be transformed to the output spatial reference.
    func featureSet() throws(RouteRequestError) -> FeatureSet {
        var set = FeatureSet(
            geometryType: .point, spatialReference: request.outputReference,
            fields: AnalysisClass.trace("tracePoints").answerFields)
        let projector = OutputProjector(request: request)
        for trace in traces {
            let before = trace.match.parts.map { $0.metersBefore(on: network) }
            for (number, point) in trace.match.points.enumerated() {
                let fix = trace.trace.fixes[number]
                set.features.append(
                    Feature(
                        values: [.integer(set.features.count + 1)]
                            + Self.values(of: fix, number, trace.trace)
                            + values(of: point, in: trace, before),
                        geometry: try shape(of: fix, projector)))
            }
            for (number, fix) in trace.trace.rest.enumerated() {
                let place = trace.trace.fixes.count + number
                set.features.append(
                    Feature(
                        values: [.integer(set.features.count + 1)]
                            + Self.values(of: fix, place, trace.trace) + Self.unplaced(.unmatched),
                        geometry: try shape(of: fix, projector)))
            }
        }
        return set
    }

    private func shape(
        of fix: TraceFix, _ projector: OutputProjector
    ) throws(RouteRequestError) -> Geometry {
        guard fix.coordinate.isFinite, abs(fix.coordinate.y) <= 90 else { return .empty }
        if request.outputReference.isSame(as: .wgs84) { return .point(fix.coordinate) }
        return try projector.line([fix.coordinate]).first.map { .point($0) } ?? .empty
    }

    private static func values(
        of fix: TraceFix, _ number: Int, _ trace: RequestTrace
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
        let element = trace.match.parts[part].elements[point.element]
        let length = Double(network.lengthCentimeters(of: element.edge)) / 100
        let measure = before[part][point.element] + (point.share - element.from) * length
        return [
            trace.routes[part].flatMap { routeIDs[$0] }.map { .integer($0) } ?? .null,
            .integer(Status(point.status).rawValue),
        ] + point.place.fieldValues + [
            .double(point.coordinate.x), .double(point.coordinate.y),
            .double(point.distanceMeters), .double(max(0, measure)), .double(point.confidence),
        ]
    }

    /// The values of a position without a place.
    private static func unplaced(_ status: Status) -> [AttributeValue] {
        [.null, .integer(status.rawValue)] + [AttributeValue](repeating: .null, count: 8)
            + [.double(0)]
    }
}
