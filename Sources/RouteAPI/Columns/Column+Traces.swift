// The columns of matched traces, and their classes, which occur only in answers.

import Geo

extension AnalysisClass {
    package static let tracePoints = AnalysisClass(
        "TracePoints", "tracePoints", .point, title: "Trace points",
        [.rowNumber, .traceName, .pointNumber, .time, .matchedRouteID, .statusOfPoint]
            + Column.place + [.snapX, .snapY, .distanceToNetwork, .measure, .confidence],
        onRequest: [.accuracy, .bearingOfPoint, .isStop, .nameOfPoint])
    package static let traceGaps = AnalysisClass(
        "TraceGaps", "traceGaps", nil, title: "Gaps in traces",
        [
            .rowNumber, .traceName, .fromPoint, .toPoint, .cause, .distance, .limit, .secondsOfGap,
            .textOfGap,
        ])
    package static let brokenRules = AnalysisClass(
        "BrokenRules", "brokenRules", nil, title: "Broken rules",
        [
            .rowNumber, .traceName, .matchedRouteID, .rule, .streetOfRule, .edgeOfRule,
            .measureOfRule, .textOfRule,
        ])

    /// The classes that answers of `match` have besides a route layer's.
    package static let traces = [tracePoints, traceGaps, brokenRules]
}

extension Column {
    package static let traceName = Column("TraceName", .string, "The trace.")
    package static let matchedRouteID = Column(
        "RouteID", .integer, "ObjectID of its route; null if it is on no route.")

    package static let pointNumber = Column(
        "PointNumber", .integer, "Its place in the trace, from 1.")
    package static let time = Column("Time", .date, "When it was taken.")
    package static let statusOfPoint = Column(
        "Status", .integer,
        "The outcome: 0 matched, 1 interpolated between others, 2 an outlier, 3 not matched.")
    package static let measure = Column(
        "MeasureInMeters", .double, "Meters along its route from the start.")
    package static let confidence = Column(
        "Confidence", .double, "The probability from 0 to 1 that it was on that street.")

    // Values sent with the positions. Answers have a column if any position has a value.
    package static let accuracy = Column(
        "Accuracy", .double, "Its accuracy in meters, as it was sent.")
    package static let bearingOfPoint = Column(
        "Bearing", .double, "Its direction of travel in degrees, as it was sent.")
    package static let isStop = Column(
        "IsStop", .integer, "1 where the route stops, as it was sent.")
    package static let nameOfPoint = Column("Name", .string, "The name of a stop, as it was sent.")

    package static let fromPoint = Column(
        "FromPoint", .integer,
        "PointNumber of the last position before the gap; null before the first.")
    package static let toPoint = Column(
        "ToPoint", .integer, "PointNumber of the first position after it; null behind the last.")
    package static let cause = Column(
        "Cause", .string, length: 32,
        "tooFarFromStreets, tooFarApart, noPath, noPathInTime, outlier or beyondLimit.")
    package static let distance = Column(
        "DistanceInMeters", .double, "The distance that is too great, if the cause is a distance.")
    package static let limit = Column(
        "LimitInMeters", .double, "The greatest distance allowed, if the cause is a distance.")
    package static let secondsOfGap = Column(
        "Seconds", .double, "The time between the two positions, if it is known.")
    package static let textOfGap = Column("Text", .string, "The cause as a sentence.")

    package static let rule = Column(
        "Rule", .string, length: 32,
        "barrier, restriction, oneWay, closure, turn, uTurn or throughTraffic.")
    package static let streetOfRule = Column("Street", .string, "The name of the street.")
    package static let edgeOfRule = Column("SourceOID", .integer, "The edge.")
    package static let measureOfRule = Column(
        "MeasureInMeters", .double, "Meters along the route from its start.")
    package static let textOfRule = Column("Text", .string, "The broken rule as a sentence.")
}
