// The analysis classes for matched traces, which occur only in answers.

import Geo

extension AnalysisClass {
    /// The classes that answers of `match` have besides a route layer's.
    package static let traces: [AnalysisClass] = [
        made("TracePoints", "tracePoints", .point, tracePoints, onRequest: sentWithPoints),
        made("TraceGaps", "traceGaps", nil, traceGaps),
        made("BrokenRules", "brokenRules", nil, brokenRules),
    ]

    /// Finds the class for matched traces with this key in answers.
    ///
    /// - Precondition: It exists.
    package static func trace(_ key: String) -> AnalysisClass {
        guard let found = traces.first(where: { $0.answerKey == key }) else {
            preconditionFailure("\(key) is not a class of matched traces")
        }
        return found
    }

    private static func made(
        _ name: String, _ key: String, _ type: GeometryType?, _ declarations: [Declaration],
        onRequest: [Declaration] = []
    ) -> AnalysisClass {
        AnalysisClass(
            name: name, parameter: nil, answerKey: key, geometryType: type,
            fields: Declaration.fields(of: declarations, over: []),
            fieldsOnRequest: Declaration.fields(of: onRequest, over: []))
    }

    private static let traceName = Declaration(
        "TraceName", .string, .output, length: 1_024, "The trace.")

    private static let routeID = Declaration(
        "RouteID", .integer, .output, "ObjectID of the route; null where it is on none.")

    private static let tracePoints: [Declaration] =
        [
            rowNumber, traceName,
            Declaration("PointNumber", .integer, .output, "Its place in the trace, from 1."),
            Declaration("Time", .date, .output, "When it was taken."), routeID,
            Declaration(
                "Status", .integer, .output,
                "The outcome: 0 matched, 1 interpolated between others, 2 an outlier, "
                    + "3 not matched."),
        ] + place + [
            Declaration("SnapX", .double, .output, "Longitude of its place on the network."),
            Declaration("SnapY", .double, .output, "Latitude of its place on the network."),
            Declaration(
                "DistanceToNetworkInMeters", .double, .output, "Its distance from that place."),
            Declaration(
                "MeasureInMeters", .double, .output, "Meters along its route from the start."),
            Declaration(
                "Confidence", .double, .output,
                "The probability from 0 to 1 that it was on that street."),
        ]

    /// What was sent with the positions. Answers have a column if any position has a value.
    private static let sentWithPoints: [Declaration] = [
        Declaration("Accuracy", .double, .output, "Its accuracy in meters, as it was sent."),
        Declaration(
            "Bearing", .double, .output, "Its direction of travel in degrees, as it was sent."),
        Declaration("IsStop", .integer, .output, "1 where the route stops, as it was sent."),
        Declaration(
            "Name", .string, .output, length: 1_024, "The name of a stop, as it was sent."),
    ]

    private static let traceGaps: [Declaration] = [
        rowNumber, traceName,
        Declaration(
            "FromPoint", .integer, .output,
            "PointNumber of the last position before the gap; null before the first."),
        Declaration(
            "ToPoint", .integer, .output,
            "PointNumber of the first position after it; null behind the last."),
        Declaration(
            "Cause", .string, .output, length: 32,
            "tooFarFromStreets, tooFarApart, noPath, noPathInTime, outlier or beyondLimit."),
        Declaration(
            "DistanceInMeters", .double, .output,
            "The distance that is too far, where there is one."),
        Declaration(
            "LimitInMeters", .double, .output, "The greatest such distance, where there is one."),
        Declaration(
            "Seconds", .double, .output, "The time between the two positions, if it is known."),
        Declaration("Text", .string, .output, length: 1_024, "The cause as a sentence."),
    ]

    private static let brokenRules: [Declaration] = [
        rowNumber, traceName, routeID,
        Declaration(
            "Rule", .string, .output, length: 32,
            "barrier, restriction, oneWay, closure, turn, uTurn or throughTraffic."),
        Declaration("Street", .string, .output, length: 1_024, "The name of the street."),
        Declaration("SourceOID", .integer, .output, "The edge."),
        Declaration(
            "MeasureInMeters", .double, .output, "Meters along the route from its start."),
        Declaration("Text", .string, .output, length: 1_024, "The broken rule as a sentence."),
    ]
}
