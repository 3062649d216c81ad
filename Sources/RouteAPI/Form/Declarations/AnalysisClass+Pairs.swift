// The analysis classes for matrices and closest facilities.

import Geo

extension AnalysisClass {
    static let origins: [Declaration] = located(
        count: Declaration(
            "TargetDestinationCount", .integer, .both,
            "The number of nearest destinations to find; null for all."), hasCutoffs: true)

    static let destinations: [Declaration] = located()

    static let facilities: [Declaration] = located(hasAddedCosts: true, hasCutoffs: true)

    static let incidents: [Declaration] = located(
        count: Declaration(
            "TargetFacilityCount", .integer, .both, "The number of facilities to find for it."),
        hasAddedCosts: true, hasCutoffs: true)

    /// Makes the fields for a class of locations.
    private static func located(
        count: Declaration? = nil, hasAddedCosts: Bool = false, hasCutoffs: Bool = false
    ) -> [Declaration] {
        var fields = [objectID, name]
        if let count { fields.append(count) }
        fields += place
        fields += [
            Declaration(
                "CurbApproach", .integer, .both, default: "0",
                "The side it must lie on: 0 either, 1 right, 2 left, 3 either without a U-turn."
            ),
            status,
        ]
        fields += snapped
        if hasAddedCosts {
            fields.append(
                Declaration(
                    "Attr_", .double, .both, each: .costs, default: "0",
                    "Cost of the visit itself."))
        }
        if hasCutoffs {
            fields.append(
                Declaration(
                    "Cutoff_", .double, .both, each: .costs,
                    "The greatest impedance of its paths; only for the impedance attribute."))
        }
        return fields + heading
    }

    static let matrixLines: [Declaration] =
        [
            rowNumber,
            Declaration("Name", .string, .output, length: 1_024, "The origin and the destination."),
            Declaration("OriginID", .integer, .output, "ObjectID of the origin."),
            Declaration("DestinationID", .integer, .output, "ObjectID of the destination."),
            Declaration(
                "DestinationRank", .integer, .output, "1 for the nearest destination of its origin."
            ),
            Declaration(
                "Total_", .double, .output, each: .costs,
                "The whole cost, where it is minimized or totaled."),
        ] + live + [
            Declaration(
                "Shape_Length", .double, .output, "Length of the straight line, where there is one."
            )
        ]

    static let facilityRoutes: [Declaration] =
        [
            rowNumber,
            Declaration("FacilityID", .integer, .output, "ObjectID of the facility."),
            Declaration(
                "FacilityRank", .integer, .output, "1 for the closest facility of its incident."),
            Declaration(
                "Name", .string, .output, length: 1_024, "Where it begins and where it ends."),
            Declaration(
                "IncidentCurbApproach", .integer, .output,
                "Side of the vehicle that the incident is on: 1 right, 2 left."),
            Declaration(
                "FacilityCurbApproach", .integer, .output,
                "Side of the vehicle that the facility is on: 1 right, 2 left."),
            Declaration("IncidentID", .integer, .output, "ObjectID of the incident."),
            Declaration("StartTime", .date, .output, "Departure, local."),
            Declaration("EndTime", .date, .output, "Arrival, local."),
            Declaration("StartTimeUTC", .date, .output, "The instant of departure."),
            Declaration("EndTimeUTC", .date, .output, "The instant of arrival."),
            Declaration(
                "Total_", .double, .output, each: .costs,
                "The whole cost, where it is minimized or totaled."),
        ] + live + [
            Declaration("Shape_Length", .double, .output, "Length of the line in the output.")
        ]
}
