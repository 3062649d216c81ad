// Writes directions as two tables, points and lines, which newer clients ask for.

package import Geo

#if canImport(Glibc)
import Glibc
#else
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

    /// One point for each step, at the step's beginning.
    package var points: FeatureSet {
        let names: [(field: String, type: String)] = [
            ("Name", "esriDSTStreetName"), ("ExitName", "esriDSTExit"),
            ("AlternateName", "esriDSTAltName"), ("IntersectingName", "esriDSTCrossStreet"),
            ("BranchName", "esriDSTBranch"), ("TowardName", "esriDSTToward"),
        ]
        var fields = [Field("ObjectID", .objectID)] + Self.routeFields(havePairs)
        fields += [
            Field("Sequence", .integer), Field("DirectionPointType", .integer),
            Field("StopID", .integer), Self.text("DisplayText"), Field("ArrivalTime", .date),
            Field("ArrivalUTCOffset", .double),
        ]
        fields += names.map { Self.text($0.field) }
        fields += [
            Field("Level", .integer), Self.text("ShortVoiceInstruction"),
            Self.text("VoiceInstruction"), Field("Azimuth", .double),
        ]
        var features: [Feature] = []
        var point = 0
        for route in directions {
            let before = route.page?.stepsBefore ?? 0
            point += before
            for (place, step) in route.steps.enumerated() {
                point += 1
                var values: [AttributeValue] =
                    [.integer(point)] + Self.routeValues(of: route, havePairs)
                values += [
                    .integer(before + place + 1), .integer(step.pointType),
                    step.stopID.map { .integer($0) } ?? .null, .string(step.text),
                    step.arriveTimeUTC.map(AttributeValue.date) ?? .null,
                    Self.utcOffset(of: step),
                ]
                values += names.map { name in
                    step.strings.first { $0.type == name.type }
                        .map { AttributeValue.string($0.string) } ?? .null
                }
                // A device speaks the whole sentence ahead of the point and the short one at it.
                // The network has no floors, so levels are unknown.
                values += [
                    .null, step.shortText.map { .string($0) } ?? .null, .string(step.text),
                    Self.azimuth(of: step.line, in: route.spatialReference),
                ]
                features.append(
                    Feature(values: values, geometry: step.line.first.map { .point($0) }))
            }
            point += route.page?.stepsAfter ?? 0
        }
        return FeatureSet(
            geometryType: .point, spatialReference: reference, fields: fields,
            features: features)
    }

    /// Returns the fields that say which route a row belongs to.
    ///
    /// - Parameter havePairs: Whether they include the route's facility and incident.
    static func routeFields(_ havePairs: Bool) -> [Field] {
        let pair = [Field("FacilityID", .integer), Field("IncidentID", .integer)]
        return [Field("RouteID", .integer)] + (havePairs ? pair : [])
    }

    /// Returns these fields' values.
    static func routeValues(of route: RouteDirections, _ havePairs: Bool) -> [AttributeValue] {
        let pair = [route.facilityID, route.incidentID].map { id -> AttributeValue in
            id.map { .integer($0) } ?? .null
        }
        return [.integer(route.routeID)] + (havePairs ? pair : [])
    }

    /// Makes a text field, long enough for a sentence.
    private static func text(_ name: String) -> Field { Field(name, .string, length: 1_024) }

    /// Converts to meters, rounded to centimeters, because converting to a unit and back leaves
    /// rounding errors.
    private static func meters(_ length: Double, _ metersPerUnit: Double) -> Double {
        (length * metersPerUnit * 100).rounded() / 100
    }

    /// One line for each step with a length.
    package var lines: FeatureSet {
        var fields = [Field("ObjectID", .objectID), Field("DirectionPointID", .integer)]
        fields += Self.routeFields(havePairs)
        fields += [
            Field("DirectionLineType", .integer), Field("Meters", .double),
            Field("Minutes", .double), Field("FromLevel", .integer), Field("ToLevel", .integer),
        ]
        var features: [Feature] = []
        var (point, line) = (0, 0)
        for route in directions {
            let metersPerUnit = route.lengthUnits?.meters
            point += route.page?.stepsBefore ?? 0
            line += route.page?.linesBefore ?? 0
            for step in route.steps {
                point += 1
                guard step.hasLine else { continue }
                line += 1
                var values: [AttributeValue] = [.integer(line), .integer(point)]
                values += Self.routeValues(of: route, havePairs)
                values += [
                    .integer(Self.segment),
                    metersPerUnit.map { .double(Self.meters(step.length, $0)) } ?? .null,
                    .double(step.timeMinutes), .null, .null,
                ]
                features.append(
                    Feature(values: values, geometry: .polyline(paths: [step.line])))
            }
            point += route.page?.stepsAfter ?? 0
            line += route.page?.linesAfter ?? 0
        }
        return FeatureSet(
            geometryType: .polyline, spatialReference: reference, fields: fields,
            features: features)
    }

    /// The `DirectionLineType` for an ordinary piece of the route.
    private static let segment = 1

    private var reference: SpatialReference { directions.first?.spatialReference ?? .wgs84 }

    /// Returns how many minutes local time is ahead of UTC.
    private static func utcOffset(of step: DirectionStep) -> AttributeValue {
        guard let local = step.eta, let instant = step.arriveTimeUTC else { return .null }
        return .double(Double(local - instant) / 60_000)
    }

    /// Returns the direction in which a step begins. Outside WGS 84 it is measured in the plane,
    /// which is exact for Mercator and accurate enough for other systems used for streets.
    private static func azimuth(
        of line: [Coordinate], in reference: SpatialReference
    ) -> AttributeValue {
        guard let start = line.first, let next = line.first(where: { $0 != start }) else {
            return .null
        }
        if reference.isSame(as: .wgs84) {
            return .double(Geodesic.bearingDegrees(from: start, to: next))
        }
        let degrees = atan2(next.x - start.x, next.y - start.y) * 180 / .pi
        return .double(degrees < 0 ? degrees + 360 : degrees)
    }
}
