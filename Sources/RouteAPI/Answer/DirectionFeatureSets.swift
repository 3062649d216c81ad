// Writes directions as two tables, points and lines, which newer clients ask for.

package import Geo

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Turns the steps of directions into `directionPoints` and `directionLines`.
package struct DirectionFeatureSets {
    let directions: [RouteDirections]
    /// Whether rows name their route's facility and incident.
    let havePairs: Bool

    /// Prepares to turn directions into tables.
    ///
    /// - Parameter havePairs: Whether rows name their route's facility and incident besides the
    ///   route.
    package init(directions: [RouteDirections], havePairs: Bool) {
        self.directions = directions
        self.havePairs = havePairs
    }

    private static let pointValues = ColumnValues<StepRow>(for: .directionPoints) { values in
        values.setRoute(\.route)
        values.set(.rowNumber) { $0.point }
        values.set(.sequenceInDirections) { $0.sequence }
        values.set(.pointType) { $0.step.pointType }
        values.set(.stopID) { $0.step.stopID }
        values.set(.displayText) { $0.step.text }
        values.set(.arrivalTime) { $0.step.arriveTimeUTC }
        values.set(.arrivalUTCOffset) { utcOffset(of: $0.step) }
        values.set(.nameOfStreet) { text($0.step, "esriDSTStreetName") }
        values.set(.exitName) { text($0.step, "esriDSTExit") }
        values.set(.alternateName) { text($0.step, "esriDSTAltName") }
        values.set(.intersectingName) { text($0.step, "esriDSTCrossStreet") }
        values.set(.branchName) { text($0.step, "esriDSTBranch") }
        values.set(.towardName) { text($0.step, "esriDSTToward") }
        // The network has no floors, so levels are unknown.
        values.set(.level) { _ in Int?.none }
        // A device speaks the whole sentence ahead of the point and the short one at it.
        values.set(.shortVoiceInstruction) { $0.step.shortText }
        values.set(.voiceInstruction) { $0.step.text }
        values.set(.azimuth) { azimuth(of: $0.step.line, in: $0.route.spatialReference) }
    }

    private static let lineValues = ColumnValues<StepRow>(for: .directionLines) { values in
        values.setRoute(\.route)
        values.set(.rowNumber) { $0.line }
        values.set(.directionPointID) { $0.point }
        values.set(.lineType) { _ in segment }
        values.set(.meters) { row in
            row.route.lengthUnits?.meters.map { meters(row.step.length, $0) }
        }
        values.set(.minutes) { $0.step.timeMinutes }
        values.set(.fromLevel) { _ in Int?.none }
        values.set(.toLevel) { _ in Int?.none }
    }

    /// One point for each step, at the step's beginning.
    package var points: FeatureSet {
        var table = table(Self.pointValues)
        for row in StepRow.rows(of: directions) {
            table.append(row, row.step.line.first.map { .point($0) })
        }
        return table.set
    }

    /// One line for each step with a length.
    package var lines: FeatureSet {
        var table = table(Self.lineValues)
        for row in StepRow.rows(of: directions) where row.step.hasLine {
            table.append(row, .polyline(paths: [row.step.line]))
        }
        return table.set
    }

    private func table(_ values: ColumnValues<StepRow>) -> ColumnTable<StepRow> {
        values.table(
            in: directions.first?.spatialReference ?? .wgs84,
            without: havePairs ? [] : Column.pair)
    }

    /// Converts to meters, rounded to centimeters, because converting to a unit and back leaves
    /// rounding errors.
    private static func meters(_ length: Double, _ metersPerUnit: Double) -> Double {
        (length * metersPerUnit * 100).rounded() / 100
    }

    /// The `DirectionLineType` for an ordinary piece of the route.
    private static let segment = 1

    /// Returns the first text of a kind that a step has.
    private static func text(_ step: DirectionStep, _ type: String) -> String? {
        step.strings.first { $0.type == type }?.string
    }

    /// Returns how many minutes local time is ahead of UTC.
    private static func utcOffset(of step: DirectionStep) -> Double? {
        guard let local = step.eta, let instant = step.arriveTimeUTC else { return nil }
        return Double(local - instant) / 60_000
    }

    /// Returns the direction in which a step begins. Outside WGS 84 it is measured in the plane,
    /// which is exact for Mercator and accurate enough for other systems used for streets.
    private static func azimuth(
        of line: [Coordinate], in reference: SpatialReference
    ) -> Double? {
        guard let start = line.first, let next = line.first(where: { $0 != start }) else {
            return nil
        }
        if reference.isSame(as: .wgs84) {
            return Geodesic.bearingDegrees(from: start, to: next)
        }
        let degrees = atan2(next.x - start.x, next.y - start.y) * 180 / .pi
        return degrees < 0 ? degrees + 360 : degrees
    }
}
