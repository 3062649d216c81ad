// The analysis classes that occur only in answers: traversals, and directions as tables.

import Geo

extension AnalysisClass {
    private static let route = Declaration(
        "RouteID", .integer, .output, "ObjectID of the route.")

    /// Further fields in the directions of closest facilities.
    static let facilityAndIncident: [Declaration] = [
        Declaration("FacilityID", .integer, .output, "ObjectID of the facility."),
        Declaration("IncidentID", .integer, .output, "ObjectID of the incident."),
    ]

    private static func source(_ what: String) -> [Declaration] {
        [
            rowNumber, Declaration("SourceID", .integer, .output, "The network source."),
            Declaration("SourceOID", .integer, .output, "The feature of the source."),
            Declaration("EID", .integer, .output, what),
        ]
    }

    private static let passed: [Declaration] = [
        route,
        Declaration("Attr_", .double, .output, each: .costs, "Cost of this row."),
        Declaration("Cumul_", .double, .output, each: .costs, "Cost up to the end of this row."),
        Declaration(
            "Attr_", .integer, .output, each: .restrictions,
            "1 where the restriction concerns it, for each that was active."),
    ]

    static let traversedEdges =
        source("The edge's number in the network.") + [
            Declaration(
                "FromPosition", .double, .output, "Where on the edge it begins, from 0 to 1."),
            Declaration("ToPosition", .double, .output, "Where on the edge it ends, from 0 to 1."),
            Declaration("FromJunctionID", .integer, .output, "The traversed junction before it."),
            Declaration("ToJunctionID", .integer, .output, "The traversed junction after it."),
        ] + passed

    static let traversedJunctions =
        source("The junction's number in the network; -1 for a stop.") + passed

    static let traversedTurns =
        source("-1, as turns are no features here.") + [
            Declaration("FromEdgeID", .integer, .output, "The traversed edge before it."),
            Declaration("ToEdgeID", .integer, .output, "The traversed edge after it."),
        ] + passed

    /// Returns the fields for points of directions.
    ///
    /// - Parameter pair: What rows say about their route besides its number.
    static func directionPoints(_ pair: [Declaration]) -> [Declaration] {
        [rowNumber, route] + pair + detailsOfPoints
    }

    private static let detailsOfPoints: [Declaration] = [
        Declaration("Sequence", .integer, .output, "Its place in the directions, from 1."),
        Declaration("DirectionPointType", .integer, .output, "The kind of maneuver, as a code."),
        Declaration("StopID", .integer, .output, "ObjectID of the stop that is visited."),
        Declaration("DisplayText", .string, .output, length: 1_024, "The sentence."),
        Declaration("ArrivalTime", .date, .output, "The instant of arrival."),
        Declaration(
            "ArrivalUTCOffset", .double, .output, "Minutes that local clocks are ahead of UTC."),
        Declaration("Name", .string, .output, length: 1_024, "The street."),
        Declaration("ExitName", .string, .output, length: 1_024, "The exit."),
        Declaration(
            "AlternateName", .string, .output, length: 1_024, "Another name of the street."),
        Declaration(
            "IntersectingName", .string, .output, length: 1_024, "The street that is crossed."),
        Declaration("BranchName", .string, .output, length: 1_024, "The branch on the sign."),
        Declaration("TowardName", .string, .output, length: 1_024, "The destination on the sign."),
        Declaration("Level", .integer, .output, "The floor; always null."),
        Declaration(
            "ShortVoiceInstruction", .string, .output, length: 1_024,
            "The instruction at the point itself."),
        Declaration(
            "VoiceInstruction", .string, .output, length: 1_024, "The instruction ahead of it."),
        Declaration("Azimuth", .double, .output, "Direction onward, in degrees from north."),
    ]

    /// Returns the fields for lines of directions.
    ///
    /// - Parameter pair: What rows say about their route besides its number.
    static func directionLines(_ pair: [Declaration]) -> [Declaration] {
        let point = Declaration(
            "DirectionPointID", .integer, .output, "The direction point it begins at.")
        return [rowNumber, point, route] + pair + detailsOfLines
    }

    private static let detailsOfLines: [Declaration] = [
        Declaration("DirectionLineType", .integer, .output, "The kind of line, as a code."),
        Declaration("Meters", .double, .output, "Its length in meters."),
        Declaration("Minutes", .double, .output, "Its time in minutes."),
        Declaration("FromLevel", .integer, .output, "The floor it begins on; always null."),
        Declaration("ToLevel", .integer, .output, "The floor it ends on; always null."),
    ]
}
