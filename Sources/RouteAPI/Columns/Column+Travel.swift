// The columns of what routes travel and pass, and their classes.

import Geo

extension AnalysisClass {
    package static let traversedEdges = AnalysisClass(
        "TraversedEdges", "traversedEdges", .polyline, title: "Traversed edges",
        [
            .rowNumber, .traversedSource, .traversedFeature, .edgeElement, .fromPosition,
            .toPosition, .fromJunctionID, .toJunctionID,
        ] + Column.passed)
    package static let traversedJunctions = AnalysisClass(
        "TraversedJunctions", "traversedJunctions", .point, title: "Traversed junctions",
        [.rowNumber, .traversedSource, .traversedFeature, .junctionElement] + Column.passed)
    package static let traversedTurns = AnalysisClass(
        "TraversedTurns", "traversedTurns", nil, title: "Traversed turns",
        [
            .rowNumber, .traversedSource, .traversedFeature, .turnElement, .fromEdgeID, .toEdgeID,
        ] + Column.passed)

    package static let legs = AnalysisClass(
        "Legs", "legs", nil,
        [
            .rowNumber, .routeID, .sequenceOfLeg, .fromStopID, .toStopID, .fromRole, .toRole,
            .startTimeOfLeg, .endTimeOfLeg, .meters, .secondsOfLeg, .totalOfLeg,
            .freeFlowOfLeg, .delayOfLeg, .firstPoint, .lastPoint,
        ])
    static let events = AnalysisClass(
        "Events", "events", .point,
        [.rowNumber, .routeID, .leg, .kindOfEvent, .street, .metersOfEvent, .secondsOfEvent]
            + Column.ofFeedEvents)
    static let spans = AnalysisClass(
        "Spans", "spans", .polyline, [.rowNumber, .routeID, .kindOfSpan, .fromMeters, .toMeters])
}

extension Column {
    package static let routeID = Column("RouteID", .integer, "ObjectID of the route.")

    package static let traversedSource = Column("SourceID", .integer, "The network source.")
    package static let traversedFeature = Column(
        "SourceOID", .integer, "The feature of the source.")
    package static let edgeElement = Column("EID", .integer, "The edge's number in the network.")
    package static let junctionElement = Column(
        "EID", .integer, "The junction's number in the network; -1 for a stop.")
    package static let turnElement = Column("EID", .integer, "-1, as turns are no features here.")
    package static let fromPosition = Column(
        "FromPosition", .double, "Where on the edge it begins, from 0 to 1.")
    package static let toPosition = Column(
        "ToPosition", .double, "Where on the edge it ends, from 0 to 1.")
    package static let fromJunctionID = Column(
        "FromJunctionID", .integer, "The traversed junction before it.")
    package static let toJunctionID = Column(
        "ToJunctionID", .integer, "The traversed junction after it.")
    package static let fromEdgeID = Column("FromEdgeID", .integer, "The traversed edge before it.")
    package static let toEdgeID = Column("ToEdgeID", .integer, "The traversed edge after it.")
    package static let ownCost = Column("Attr_", .double, each: .costs, "Cost of this row.")
    package static let costSoFar = Column(
        "Cumul_", .double, each: .costs, "Cost up to the end of this row.")
    package static let restriction = Column(
        "Attr_", .integer, each: .restrictions,
        "1 if the restriction applies to it; one column for each active restriction.")
    fileprivate static let passed = [routeID, ownCost, costSoFar, restriction]

    package static let sequenceOfLeg = Column(
        "Sequence", .integer, "Its place in the route, from 1.")
    package static let fromStopID = Column(
        "FromStopID", .integer, "ObjectID of the location it begins at.")
    package static let toStopID = Column(
        "ToStopID", .integer, "ObjectID of the location it ends at.")
    package static let fromRole = Column(
        "FromRole", .string, length: 16, "The role of its first stop: origin or waypoint.")
    package static let toRole = Column(
        "ToRole", .string, length: 16, "The role of its last stop: waypoint or destination.")
    package static let startTimeOfLeg = Column(
        "StartTimeUTC", .date, "The instant at which it begins.")
    package static let endTimeOfLeg = Column("EndTimeUTC", .date, "The instant at which it ends.")
    package static let meters = Column("Meters", .double, "Its length in meters.")
    package static let secondsOfLeg = Column("Seconds", .double, "Its time of travel in seconds.")
    package static let totalOfLeg = Column(
        "Total_", .double, each: .costs,
        "Its cost of travel, without visits to stops, where it is minimized or totaled.")
    package static let freeFlowOfLeg = Column(
        "FreeFlow_", .double, each: .liveCosts,
        "Under traffic: its cost without live speeds, on the same path.")
    package static let delayOfLeg = Column(
        "Delay_", .double, each: .liveCosts,
        "Under traffic: what live speeds add to its cost; below 0 where they are faster.")
    package static let firstPoint = Column(
        "FirstPoint", .integer,
        "The number of the route's point, from 0, at which it begins; null without a line.")
    package static let lastPoint = Column(
        "LastPoint", .integer,
        "The number of the route's point, from 0, at which it ends; null without a line.")

    static let leg = Column("Leg", .integer, "The leg of the route, from 1.")
    static let kindOfEvent = Column(
        "Kind", .string, length: 32, "What is passed: trafficSignals, …")
    static let street = Column("Street", .string, "The street it lies on.")
    static let metersOfEvent = Column(
        "Meters", .double, "Its distance from the start, along the route.")
    static let secondsOfEvent = Column(
        "Seconds", .double, "The time from the start until it is passed.")
    static let textOfEvent = Column(
        "Text", .string, "A traffic feed's words about it; absent if the answer has no such event.")
    static let feedID = Column(
        "FeedID", .string, length: 100,
        "Its id in the traffic feed; absent if the answer has no such event.")
    static let lanesClosed = Column(
        "LanesClosed", .integer,
        "How many lanes are closed; absent if the answer has no event of a traffic feed.")
    /// The columns that answers have only if a traffic feed states such an event.
    static let ofFeedEvents = [textOfEvent, feedID, lanesClosed]
    static let kindOfSpan = Column("Kind", .string, length: 32, "What is used: tunnel, bridge, …")
    static let fromMeters = Column(
        "FromMeters", .double, "Where it begins, in meters along the route.")
    static let toMeters = Column("ToMeters", .double, "Where it ends, in meters along the route.")
}
