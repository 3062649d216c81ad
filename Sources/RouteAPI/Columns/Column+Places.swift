// The columns of locations and barriers, and their classes.

import Geo

extension AnalysisClass {
    package static let stops = AnalysisClass(
        "Stops", "stops", .point,
        [
            .objectID, .name, .routeName, .sequence, .after, .timeWindowStart, .timeWindowEnd,
            .timeWindowStart2, .timeWindowEnd2, .maxViolationTime, .arriveCurbApproach,
            .departCurbApproach, .arrivalCurbApproach, .locationType,
        ] + Column.place + [.curbApproach, .status] + Column.snapped + [
            .arriveTime, .departTime, .arriveTimeUTC, .departTimeUTC, .visitCost, .cumulatedCost,
            .wait, .cumulatedWait, .violation, .cumulatedViolation,
        ] + Column.heading, onRequest: [.role], isInput: true)

    /// Stops where they are only located.
    package static let places = AnalysisClass(
        "Places", "locations", .point, stops.fields, onRequest: stops.fieldsOnRequest)

    package static let origins = located("Origins", "origins", [.targetDestinationCount], [.cutoff])
    package static let destinations = located("Destinations", "destinations", drawn: .squares)
    package static let facilities = located(
        "Facilities", "facilities", [], [.visitCost, .cutoff], drawn: .squares)
    package static let incidents = located(
        "Incidents", "incidents", [.targetFacilityCount], [.visitCost, .cutoff])

    private static func located(
        _ name: String, _ key: String, _ counts: [Column] = [], _ costs: [Column] = [],
        drawn drawing: Drawing = .circles
    ) -> AnalysisClass {
        AnalysisClass(
            name, key, .point, drawn: drawing,
            [.objectID, .name] + counts + Column.place + [.curbApproach, .status] + Column.snapped
                + costs + Column.heading, isInput: true)
    }

    package static func barriers(_ kind: BarrierClass) -> AnalysisClass {
        switch kind {
        case .point: pointBarriers
        case .line: lineBarriers
        case .polygon: polygonBarriers
        }
    }

    package static let pointBarriers = barriers(
        .point,
        [.objectID, .name] + Column.place + [
            .curbApproachOfBarrier, .status, .fullEdge, .barrierType, .addedCost,
        ] + Column.snapped)
    package static let lineBarriers = barriers(.line, shape)
    package static let polygonBarriers = barriers(.polygon, shape + [.areaOfShape])

    private static let shape: [Column] = [
        .objectID, .name, .barrierTypeOfShape, .costFactor, .lengthOfLines,
    ]

    private static func barriers(_ kind: BarrierClass, _ columns: [Column]) -> AnalysisClass {
        AnalysisClass(
            kind.className, kind.parameter, kind.geometryType, title: kind.title,
            columns + [.affectedEdges, .affectedLength], isInput: true)
    }
}

extension Column {
    package static let objectID = Column(
        "ObjectID", .objectID, direction: .both,
        "The row's number; the input's with preserveObjectID.")
    package static let name = Column(
        "Name", .string, direction: .both, length: 500,
        "The row's name in messages and directions.")
    package static let status = Column(
        "Status", .integer,
        "The outcome: 0 used, 1 not located, 2 place unknown, 3 closed, 4 bad values, "
            + "5 not reached, 6 time window missed, 7 moved to another edge.")
    package static let visitCost = Column(
        "Attr_", .double, direction: .both, each: .costs, default: "0", "Cost of the visit itself.")

    package static let sourceID = Column(
        "SourceID", .integer, direction: .both,
        "The network source that it lies on: 1 edges, 2 junctions.")
    package static let sourceOID = Column(
        "SourceOID", .integer, direction: .both, "The edge or junction it lies on.")
    package static let posAlong = Column(
        "PosAlong", .double, direction: .both,
        "How far along the edge, from 0 at its start to 1; null at a junction.")
    package static let sideOfEdge = Column(
        "SideOfEdge", .integer, direction: .both,
        "Its side of the edge: 1 right, 2 left; null at a junction.")
    static let place = [sourceID, sourceOID, posAlong, sideOfEdge]

    package static let curbApproach = Column(
        "CurbApproach", .integer, direction: .both, default: "0",
        "The side it must lie on: 0 either, 1 right, 2 left, 3 either without a U-turn.")

    package static let snapX = Column("SnapX", .double, "Longitude of its place on the network.")
    package static let snapY = Column("SnapY", .double, "Latitude of its place on the network.")
    package static let snapZ = Column("SnapZ", .double, "Height of its place on the network.")
    package static let distanceToNetwork = Column(
        "DistanceToNetworkInMeters", .double, "Its distance from that place.")
    static let snapped = [snapX, snapY, snapZ, distanceToNetwork]

    package static let bearing = Column(
        "Bearing", .double, direction: .input, "Direction of travel, in degrees from north.")
    package static let bearingTolerance = Column(
        "BearingTol", .double, direction: .input, default: "30",
        "Degrees by which an edge may deviate from it, both sides together.")
    static let navigationLatency = Column(
        "NavLatency", .double, direction: .input, "Cost since the bearing was taken.")
    /// A vehicle's direction of travel at a location.
    package static let heading = [bearing, bearingTolerance, navigationLatency]

    package static let routeName = Column(
        "RouteName", .string, direction: .both, "The route that the stop belongs to.")
    package static let sequence = Column(
        "Sequence", .integer, direction: .both, "Its place in the route, from 1.")
    package static let after = Column(
        "After", .string, direction: .input,
        "Names or ObjectIDs of stops of the route that are visited before it, between "
            + "semicolons.")
    package static let timeWindowStart = Column(
        "TimeWindowStart", .date, direction: .both, "The earliest arrival.")
    package static let timeWindowEnd = Column(
        "TimeWindowEnd", .date, direction: .both, "The latest arrival.")
    static let timeWindowStart2 = Column(
        "TimeWindowStart2", .date, direction: .input,
        "The earliest arrival in a second window; more follow up to TimeWindowStart9.")
    static let timeWindowEnd2 = Column(
        "TimeWindowEnd2", .date, direction: .input, "The latest arrival in the second window.")
    /// The most time windows that a stop may have.
    package static let mostWindows = 9
    /// Returns the name of the column with a window's earliest arrival.
    package static func windowStart(_ number: Int) -> String {
        number == 1 ? timeWindowStart.name : "\(timeWindowStart.name)\(number)"
    }
    /// Returns the name of the column with a window's latest arrival.
    package static func windowEnd(_ number: Int) -> String {
        number == 1 ? timeWindowEnd.name : "\(timeWindowEnd.name)\(number)"
    }
    /// The names of all windows' columns.
    package static let windows = (1...mostWindows).flatMap { [windowStart($0), windowEnd($0)] }
    static let maxViolationTime = Column(
        "MaxViolationTime", .double, direction: .input,
        "Minutes by which it may be reached after its window; else it is left out.")
    package static let arriveCurbApproach = Column(
        "ArriveCurbApproach", .integer, "Its side of the vehicle on arrival: 1 right, 2 left.")
    package static let departCurbApproach = Column(
        "DepartCurbApproach", .integer, "Its side of the vehicle on departure: 1 right, 2 left.")
    package static let arrivalCurbApproach = Column(
        "ArrivalCurbApproach", .integer,
        "ArriveCurbApproach, under another name for compatibility.")
    package static let locationType = Column(
        "LocationType", .integer, direction: .both, default: "0",
        "0 a stop, 1 a point to pass through, 2 a break.")
    package static let arriveTime = Column("ArriveTime", .date, "Arrival on local clocks.")
    package static let departTime = Column("DepartTime", .date, "Departure on local clocks.")
    package static let arriveTimeUTC = Column("ArriveTimeUTC", .date, "The instant of arrival.")
    package static let departTimeUTC = Column("DepartTimeUTC", .date, "The instant of departure.")
    package static let cumulatedCost = Column(
        "Cumul_", .double, each: .costs, "Cost from the start to the departure.")
    package static let wait = Column(
        "Wait_", .double, each: .timeCosts, "Wait for the time window.")
    package static let cumulatedWait = Column(
        "CumulWait_", .double, each: .timeCosts, "Total waiting time up to this stop.")
    package static let violation = Column(
        "Violation_", .double, each: .timeCosts, "Time by which the window was missed.")
    package static let cumulatedViolation = Column(
        "CumulViolation_", .double, each: .timeCosts, "Total violation time up to this stop.")
    /// Added to stops by legs and conditions.
    package static let role = Column(
        "Role", .string, length: 16, values: ["origin", "waypoint", "destination"],
        "Its role in its route, with returnLegs or returnConditions.")

    package static let targetDestinationCount = Column(
        "TargetDestinationCount", .integer, direction: .both,
        "The number of nearest destinations to find; null for all.")
    package static let targetFacilityCount = Column(
        "TargetFacilityCount", .integer, direction: .both,
        "The number of facilities to find for it.")
    package static let cutoff = Column(
        "Cutoff_", .double, direction: .both, each: .costs,
        "The greatest impedance of its paths; only for the impedance attribute.")

    package static let curbApproachOfBarrier = Column(
        "CurbApproach", .integer, direction: .both, default: "0",
        "The direction of travel it concerns: 0 both, 1 with it on the right, 2 on the left.")
    package static let fullEdge = Column(
        "FullEdge", .integer, direction: .both, default: "0",
        "0 closes the edge at the point, 1 the whole edge.")
    package static let barrierType = Column(
        "BarrierType", .integer, direction: .both, default: "0",
        "0 closes, 2 adds costs to passing.")
    package static let addedCost = Column(
        "Attr_", .double, direction: .both, each: .costs, default: "0", "Cost added on passing.")
    package static let barrierTypeOfShape = Column(
        "BarrierType", .integer, direction: .both, default: "0", "0 closes, 1 scales the costs.")
    package static let costFactor = Column(
        "Attr_", .double, direction: .both, each: .costs, default: "1",
        "The factor on the cost if BarrierType is 1.")
    package static let lengthOfLines = Column(
        "Shape_Length", .double, "Length of the lines in the output.")
    package static let areaOfShape = Column(
        "Shape_Area", .double, "Area of the polygons in the output.")
    package static let affectedEdges = Column(
        "AffectedEdges", .integer, "The number of edges that it touches.")
    package static let affectedLength = Column(
        "AffectedLengthInMeters", .double, "The length of these edges that it touches.")
}
