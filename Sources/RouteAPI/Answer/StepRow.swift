// A step of directions as a row.

package import Geo

/// A step of directions with its route. Steps are numbered from 1 through all routes.
struct StepRow {
    let route: RouteDirections
    let step: DirectionStep
    /// The number of the step's point among all points.
    let point: Int
    /// The number of the step's line, or of the last line before it.
    let line: Int
    /// The step's place in its route, from 1.
    let sequence: Int

    /// Numbers all steps.
    static func rows(of directions: [RouteDirections]) -> [StepRow] {
        var rows: [StepRow] = []
        var (point, line) = (0, 0)
        for route in directions {
            let before = route.page?.stepsBefore ?? 0
            point += before
            line += route.page?.linesBefore ?? 0
            for (place, step) in route.steps.enumerated() {
                point += 1
                line += step.hasLine ? 1 : 0
                rows.append(
                    StepRow(
                        route: route, step: step, point: point, line: line,
                        sequence: before + place + 1))
            }
            point += route.page?.stepsAfter ?? 0
            line += route.page?.linesAfter ?? 0
        }
        return rows
    }

    static let values = ColumnValues<StepRow>(for: .stepsOnMap, .stepsInFiles) { values in
        values.setRoute(\.route)
        values.set(.routeOfStep) { $0.route.routeName }
        values.set(.sequenceInDirections) { $0.sequence }
        values.set(.numberOfStep) { $0.sequence }
        values.set(.textOfStep) { $0.step.text }
        values.set(.lengthOfStep) { $0.step.length }
        values.set(.minutes) { $0.step.timeMinutes }
        values.set(.maneuverType) { $0.step.maneuverType }
        values.set(.maneuver) { $0.step.maneuverType }
        values.set(.timeOfStep) { $0.step.arriveTimeUTC }
    }
}

extension ColumnValues {
    /// Sets the columns that say which route a row belongs to.
    mutating func setRoute(_ route: @escaping @Sendable (Row) -> RouteDirections) {
        set(.routeID) { route($0).routeID }
        set(.facilityID) { route($0).facilityID }
        set(.incidentID) { route($0).incidentID }
    }
}

extension FeatureSet {
    /// Makes a table for files with one row for each step.
    ///
    /// - Complexity: O(*n*) for *n* steps and coordinates of their lines.
    package init(tableOf directions: [RouteDirections]) {
        var table = StepRow.values.table(
            of: .stepsInFiles, in: directions.first?.spatialReference ?? .wgs84)
        for row in StepRow.rows(of: directions) {
            table.append(row, row.step.line.isEmpty ? nil : .polyline(paths: [row.step.line]))
        }
        self = table.set
    }
}
