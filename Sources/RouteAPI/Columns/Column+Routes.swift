// The columns of routes and cost matrices, and their classes.

import Geo

extension AnalysisClass {
    package static let routes = AnalysisClass(
        "Routes", "routes", .polyline,
        [.rowNumber, .nameOfRoute, .firstStopID, .lastStopID, .stopCount] + Column.times + [
            .totalWait, .totalViolation, .total, .freeFlow, .delay, .lengthOfRoute,
        ], onRequest: [.routeHandle, .alternativeRank])

    package static let facilityRoutes = AnalysisClass(
        "CFRoutes", "routes", .polyline, title: "Routes",
        [
            .rowNumber, .facilityID, .facilityRank, .nameOfFacilityRoute, .incidentCurbApproach,
            .facilityCurbApproach, .incidentID,
        ] + Column.facilityTimes + [.total, .freeFlow, .delay, .lengthOfRoute],
        onRequest: [.routeHandle])

    package static let odLines = AnalysisClass(
        "ODLines", "odLines", nil, title: "Lines",
        drawn: .lines(from: .originID, to: .destinationID),
        [
            .rowNumber, .nameOfPair, .originID, .destinationID, .destinationRank, .total,
            .freeFlow, .delay, .lengthOfPair,
        ])
}

extension Column {
    package static let rowNumber = Column("ObjectID", .objectID, "The row's number, from 1.")
    package static let total = Column(
        "Total_", .double, each: .costs, "The whole cost, where it is minimized or totaled.")
    package static let freeFlow = Column(
        "FreeFlow_", .double, each: .liveCosts,
        "Under traffic: the whole cost without live speeds, on the same path.")
    package static let delay = Column(
        "Delay_", .double, each: .liveCosts,
        "Under traffic: what live speeds add to the cost; below 0 where they are faster.")
    package static let lengthOfRoute = Column(
        "Shape_Length", .double, "Length of the line in the output.")
    package static let startTimeUTC = Column("StartTimeUTC", .date, "The instant of departure.")
    /// Added to routes by returnRouteHandle. A field serves every format and every client, but
    /// other programs' layers could not hold its length, so answers have it only on request.
    package static let routeHandle = Column(
        "RouteHandle", .string, length: longestHandle,
        "The path of the route as text, with returnRouteHandle.")
    /// The most characters that a route handle has.
    package static let longestHandle = 1 << 20
    /// Added to routes by alternatives.
    package static let alternativeRank = Column(
        "AlternativeRank", .integer, "1 for the best route, with alternatives.")

    package static let nameOfRoute = Column("Name", .string, "The route's name.")
    package static let firstStopID = Column("FirstStopID", .integer, "ObjectID of the first stop.")
    package static let lastStopID = Column("LastStopID", .integer, "ObjectID of the last stop.")
    package static let stopCount = Column(
        "StopCount", .integer, "The number of stops that it visits.")
    package static let startTime = Column(
        "StartTime", .date, "Departure from the first stop, local.")
    package static let endTime = Column("EndTime", .date, "End at the last stop, local.")
    package static let endTimeUTC = Column("EndTimeUTC", .date, "The instant of the end.")
    package static let times = [startTime, endTime, startTimeUTC, endTimeUTC]
    package static let totalWait = Column(
        "TotalWait_", .double, each: .timeCosts, "Total waiting time.")
    package static let totalViolation = Column(
        "TotalViolation_", .double, each: .timeCosts, "Total violation time.")

    package static let facilityID = Column("FacilityID", .integer, "ObjectID of the facility.")
    package static let facilityRank = Column(
        "FacilityRank", .integer,
        "1 for the closest facility of its incident."
            + " As for the choice of paths, streets to avoid count as longer than in Total_.")
    package static let nameOfFacilityRoute = Column(
        "Name", .string, "Where it begins and where it ends.")
    package static let incidentCurbApproach = Column(
        "IncidentCurbApproach", .integer,
        "Side of the vehicle that the incident is on: 1 right, 2 left.")
    package static let facilityCurbApproach = Column(
        "FacilityCurbApproach", .integer,
        "Side of the vehicle that the facility is on: 1 right, 2 left.")
    package static let incidentID = Column("IncidentID", .integer, "ObjectID of the incident.")
    package static let facilityStartTime = Column("StartTime", .date, "Departure, local.")
    package static let facilityEndTime = Column("EndTime", .date, "Arrival, local.")
    package static let facilityEndTimeUTC = Column("EndTimeUTC", .date, "The instant of arrival.")
    static let facilityTimes = [
        facilityStartTime, facilityEndTime, startTimeUTC, facilityEndTimeUTC,
    ]

    package static let nameOfPair = Column("Name", .string, "The origin and the destination.")
    package static let originID = Column("OriginID", .integer, "ObjectID of the origin.")
    package static let destinationID = Column(
        "DestinationID", .integer, "ObjectID of the destination.")
    package static let destinationRank = Column(
        "DestinationRank", .integer,
        "1 for the nearest destination of its origin."
            + " As for the choice of paths, streets to avoid count as longer than in Total_.")
    package static let lengthOfPair = Column(
        "Shape_Length", .double, "Length of the straight line, where there is one.")
}
