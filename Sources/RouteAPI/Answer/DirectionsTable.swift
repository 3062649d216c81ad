// Turns directions into one table, for files.

package import Geo

extension FeatureSet {
    /// Makes a table with one row for each step: `RouteName`, `Step` (from 1), `Text`, `Length` in
    /// the directions' unit, `Minutes`, `Maneuver` and `ArriveTimeUTC`, which is null without a
    /// start time.
    ///
    /// - Complexity: O(*n*) for *n* steps and coordinates of their lines.
    package init(tableOf directions: [RouteDirections]) {
        self.init(
            geometryType: .polyline,
            spatialReference: directions.first?.spatialReference ?? .wgs84,
            fields: [
                Field("RouteName", .string), Field("Step", .integer), Field("Text", .string),
                Field("Length", .double), Field("Minutes", .double),
                Field("Maneuver", .string), Field("ArriveTimeUTC", .date),
            ],
            features: directions.flatMap { route in
                route.steps.enumerated().map { index, step in
                    Feature(
                        values: [
                            .string(route.routeName),
                            .integer((route.page?.stepsBefore ?? 0) + index + 1),
                            .string(step.text),
                            .double(step.length), .double(step.timeMinutes),
                            .string(step.maneuverType),
                            step.arriveTimeUTC.map(AttributeValue.date) ?? .null,
                        ],
                        geometry: step.line.isEmpty ? nil : .polyline(paths: [step.line]))
                }
            })
    }
}
