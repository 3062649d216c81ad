// The route feature set in an answer.

import Geo
package import PathFinding
import Preparation
import RoadNetwork
package import RouteAPI
import SpatialOperations

/// The row of one route.
struct RouteRow {
    let assembly: ResultAssembly
    let route: SolvedRoute
    let id: Int
    let shape: Geometry

    /// Returns the routes as a set.
    ///
    /// - Parameter lines: Every route's line; empty if the answer needs none.
    static func featureSet(
        of assembly: ResultAssembly, _ drawing: RouteLines, _ lines: [RouteLine]
    ) -> FeatureSet {
        var table = values.table(
            over: assembly.attributes, in: assembly.request.outputReference,
            with: assembly.routeColumnsOnRequest, needing: assembly.neededColumns)
        table.set.hasMeasures = assembly.request.outputLines == .trueShapeWithMeasure
        for (index, route) in assembly.found.routes.enumerated() {
            let shape = lines.isEmpty ? .polyline(paths: []) : drawing.shape(of: lines[index])
            table.append(
                RouteRow(assembly: assembly, route: route, id: index + 1, shape: shape), shape)
        }
        return table.set
    }

    private static let values = ColumnValues<RouteRow>(for: .routes) { values in
        values.set(.rowNumber) { $0.id }
        values.set(.nameOfRoute) { $0.route.name }
        values.set(.firstStopID) { $0.stopID($0.route.stops.first) }
        values.set(.lastStopID) { $0.stopID($0.route.stops.last) }
        values.set(.stopCount) { $0.route.stops.count }
        values.set(.startTime) { $0.assembly.local(0, of: $0.route) }
        values.set(.endTime) { $0.assembly.local($0.route.milliseconds, of: $0.route) }
        values.set(.startTimeUTC) { $0.assembly.utc(0, of: $0.route) }
        values.set(.endTimeUTC) { $0.assembly.utc($0.route.milliseconds, of: $0.route) }
        values.set(each: .totalWait) { $0.total(\.waitMilliseconds, $1) }
        values.set(each: .totalViolation) { $0.total(\.violationMilliseconds, $1) }
        values.set(each: .total) { $0.assembly.total(of: $0.route, $1) }
        values.set(each: .freeFlow) { $0.assembly.freeFlow(of: $0.route, $1) }
        values.set(each: .delay) { $0.assembly.delay(of: $0.route, $1) }
        values.set(.lengthOfRoute) { PlanarMeasure.length(of: $0.shape) }
        values.set(.routeHandle) { $0.assembly.handle(of: $0.route) }
        values.set(.alternativeRank) { $0.route.alternativeRank }
    }

    private func stopID(_ stop: Int?) -> Int? { stop.map { assembly.stops[$0].input.objectID } }

    /// Sums the time that visits lose, if waiting counts in this cost.
    private func total(_ lost: (Visit) -> Int64, _ attribute: Int) -> Double? {
        guard assembly.hasWaits(attribute) else { return nil }
        return assembly.value(
            route.schedule.visits.reduce(0) { $0 + lost($1) }, attribute)
    }
}

extension SolvedRoute {
    /// The time from its start to its end.
    package var milliseconds: Int64 { schedule.visits.last?.departureMilliseconds ?? 0 }
}

extension ResultAssembly {
    /// The columns that routes have only on request.
    package var routeColumnsOnRequest: [Column] {
        (hasHandles ? [.routeHandle] : [])
            + (found.routes.contains { $0.alternativeRank != nil } ? [.alternativeRank] : [])
    }

    private var hasHandles: Bool {
        request.effective.value(\.service.returnRouteHandle) ?? false
    }

    /// Returns a route's handle; `nil` if it would be too long.
    package func handle(of route: SolvedRoute) -> String? {
        RouteHandle(of: route, prepared, on: network).text(on: network)
    }

    /// Warnings about routes too long for a handle.
    var messagesAboutHandles: [Message] {
        guard hasHandles else { return [] }
        // A handle takes a few bytes for each element and vertex, so short routes need no second
        // writing.
        return found.routes.filter { route in
            route.legs.reduce(0) { $0 + $1.path.elements.count } > Self.surelyShort
                && handle(of: route) == nil
        }.map { route in
            Message(
                .warning,
                "Route \"\(route.name)\" has no RouteHandle: it would be longer than "
                    + "\(RouteHandle.maximumLength) characters. Send fewer stops, or "
                    + "divide the route.")
        }
    }

    /// Routes with fewer elements always have handles: an element has at most a hundred vertices on
    /// average, at nine bytes each.
    private static let surelyShort = 800
}
