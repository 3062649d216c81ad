// A layer's analysis classes. Classes that occur only in answers are in AnalysisClass+Traversal.

package import Geo

extension AnalysisClass {
    /// The fields of this class's rows in an answer without traffic.
    package var answerFields: [Field] {
        fields.filter { $0.direction != .input && !$0.isOfTraffic }
            .map { Field($0.name, $0.type, length: $0.length) }
    }

    /// Returns the class's table without rows.
    package func emptySet(in reference: SpatialReference) -> FeatureSet {
        FeatureSet(
            geometryType: geometryType, spatialReference: reference, fields: answerFields)
    }

    /// Returns a layer's classes. Some fields are repeated for each of the network's attributes.
    package static func all(of layer: LayerDescription) -> [AnalysisClass] {
        all(of: layer.configuration.layerType, over: layer.attributes)
    }

    /// Returns the classes for a type of layer on a network with these attributes.
    package static func all(
        of type: LayerType, over attributes: [NetworkAttributeDescription]
    ) -> [AnalysisClass] {
        func made(
            _ name: String, _ key: String, _ type: GeometryType?, _ declarations: [Declaration],
            onRequest: [ClassField] = []
        ) -> AnalysisClass {
            let isInput = LocationInputs.fieldNames.contains(key.lowercased())
            return AnalysisClass(
                name: name, parameter: isInput ? key : nil, answerKey: key, geometryType: type,
                fields: Declaration.fields(of: declarations, over: attributes),
                fieldsOnRequest: onRequest)
        }
        func made(_ kind: BarrierClass, _ declarations: [Declaration]) -> AnalysisClass {
            made(kind.className, kind.parameter, kind.geometryType, declarations)
        }
        let barriers = [
            made(.point, pointBarriers), made(.line, shapeBarriers([])),
            made(.polygon, shapeBarriers([area])),
        ]
        let pair = type == .closestFacility ? facilityAndIncident : []
        let traveled = [
            made("TraversedEdges", "traversedEdges", .polyline, traversedEdges),
            made("TraversedJunctions", "traversedJunctions", .point, traversedJunctions),
            made("TraversedTurns", "traversedTurns", nil, traversedTurns),
            made("DirectionPoints", "directionPoints", .point, directionPoints(pair)),
            made("DirectionLines", "directionLines", .polyline, directionLines(pair)),
            made("Legs", "legs", nil, legs), made("Events", "events", .point, events),
            made("Spans", "spans", .polyline, spans),
        ]
        switch type {
        case .route:
            let found = made(
                "Routes", "routes", .polyline, routes, onRequest: [routeHandle, alternativeRank])
            return [made("Stops", "stops", .point, stops, onRequest: [role])] + barriers
                + [found] + traveled
        case .closestFacility:
            return [
                made("Facilities", "facilities", .point, facilities),
                made("Incidents", "incidents", .point, incidents),
            ] + barriers + [
                made(
                    "CFRoutes", "routes", .polyline, facilityRoutes, onRequest: [routeHandle])
            ] + traveled
        case .odCostMatrix:
            return [
                made("Origins", "origins", .point, origins),
                made("Destinations", "destinations", .point, destinations),
            ] + barriers + [made("ODLines", "odLines", nil, matrixLines)]
        }
    }

    static let objectID = Declaration(
        "ObjectID", .objectID, .both, "The row's number; the input's with preserveObjectID.")

    static let rowNumber = Declaration(
        "ObjectID", .objectID, .output, "The row's number, from 1.")

    static let name = Declaration(
        "Name", .string, .both, length: 500, "The row's name in messages and directions.")

    /// A location's position on the network.
    static let place: [Declaration] = [
        Declaration(
            "SourceID", .integer, .both, "The network source that it lies on: 1 edges, 2 junctions."
        ),
        Declaration("SourceOID", .integer, .both, "The edge or the junction that it lies on."),
        Declaration(
            "PosAlong", .double, .both,
            "How far along the edge, from 0 at its start to 1; null at a junction."),
        Declaration(
            "SideOfEdge", .integer, .both,
            "Its side of the edge: 1 right, 2 left; null at a junction."),
    ]

    /// A vehicle's direction of travel at a location.
    static let heading: [Declaration] = [
        Declaration("Bearing", .double, .input, "Direction of travel, in degrees from north."),
        Declaration(
            "BearingTol", .double, .input, default: "30",
            "Degrees by which an edge may deviate from it, both sides together."),
        Declaration(
            "NavLatency", .double, .input, "Cost that has passed since the bearing was taken."),
    ]

    static let status = Declaration(
        "Status", .integer, .output,
        "The outcome: 0 used, 1 not located, 2 place unknown, 3 closed, 4 bad values, "
            + "5 not reached, 6 time window missed, 7 moved to another edge.")

    static let snapped: [Declaration] = [
        Declaration("SnapX", .double, .output, "Longitude of its place on the network."),
        Declaration("SnapY", .double, .output, "Latitude of its place on the network."),
        Declaration("SnapZ", .double, .output, "Height of its place on the network."),
        Declaration(
            "DistanceToNetworkInMeters", .double, .output, "Its distance from that place."),
    ]

    private static let affected = Declaration(
        "AffectedEdges", .integer, .output, "The number of edges that it touches.")

    private static let affectedLength = Declaration(
        "AffectedLengthInMeters", .double, .output, "The length of these edges that it touches.")

    private static let stops: [Declaration] =
        [
            objectID, name,
            Declaration(
                "RouteName", .string, .both, length: 1_024, "The route that the stop belongs to."),
            Declaration("Sequence", .integer, .both, "Its place in the route, from 1."),
            Declaration(
                "After", .string, .input, length: 1_024,
                "Names or ObjectIDs of stops of the route that are visited before it, between "
                    + "semicolons."),
            Declaration("TimeWindowStart", .date, .both, "The earliest arrival."),
            Declaration("TimeWindowEnd", .date, .both, "The latest arrival."),
            Declaration(
                "TimeWindowStart2", .date, .input,
                "The earliest arrival in a second window; more follow up to TimeWindowStart9."),
            Declaration(
                "TimeWindowEnd2", .date, .input, "The latest arrival in the second window."),
            Declaration(
                "MaxViolationTime", .double, .input,
                "Minutes by which it may be reached after its window; else it is left out."),
            Declaration(
                "ArriveCurbApproach", .integer, .output,
                "Its side of the vehicle on arrival: 1 right, 2 left."),
            Declaration(
                "DepartCurbApproach", .integer, .output,
                "Its side of the vehicle on departure: 1 right, 2 left."),
            Declaration(
                "ArrivalCurbApproach", .integer, .output,
                "ArriveCurbApproach, under another name for compatibility."),
            Declaration(
                "LocationType", .integer, .both, default: "0",
                "0 a stop, 1 a point to pass through, 2 a break."),
        ] + place + [
            Declaration(
                "CurbApproach", .integer, .both, default: "0",
                "The side it must lie on: 0 either, 1 right, 2 left, 3 either without a U-turn."
            ),
            status,
        ] + snapped + [
            Declaration("ArriveTime", .date, .output, "Arrival on local clocks."),
            Declaration("DepartTime", .date, .output, "Departure on local clocks."),
            Declaration("ArriveTimeUTC", .date, .output, "The instant of arrival."),
            Declaration("DepartTimeUTC", .date, .output, "The instant of departure."),
            Declaration(
                "Attr_", .double, .both, each: .costs, default: "0", "Cost of the visit itself."),
            Declaration(
                "Cumul_", .double, .output, each: .costs, "Cost from the start to the departure."),
            Declaration("Wait_", .double, .output, each: .timeCosts, "Wait for the time window."),
            Declaration(
                "CumulWait_", .double, .output, each: .timeCosts,
                "Total waiting time up to this stop."),
            Declaration(
                "Violation_", .double, .output, each: .timeCosts,
                "Time by which the window was missed."),
            Declaration(
                "CumulViolation_", .double, .output, each: .timeCosts,
                "Total violation time up to this stop."),
        ] + heading

    private static let pointBarriers: [Declaration] =
        [objectID, name] + place + [
            Declaration(
                "CurbApproach", .integer, .both, default: "0",
                "The direction of travel it concerns: 0 both, 1 with it on the right, 2 on the "
                    + "left."),
            status,
            Declaration(
                "FullEdge", .integer, .both, default: "0",
                "0 closes the edge at the point, 1 the whole edge."),
            Declaration(
                "BarrierType", .integer, .both, default: "0", "0 closes, 2 adds costs to passing."),
            Declaration(
                "Attr_", .double, .both, each: .costs, default: "0", "Cost added on passing."),
        ] + snapped + [affected, affectedLength]

    private static func shapeBarriers(_ sizes: [Declaration]) -> [Declaration] {
        [
            objectID, name,
            Declaration(
                "BarrierType", .integer, .both, default: "0", "0 closes, 1 scales the costs."),
            Declaration(
                "Attr_", .double, .both, each: .costs, default: "1",
                "Factor of the cost where it is scaled."),
            Declaration("Shape_Length", .double, .output, "Length of the lines in the output."),
        ] + sizes + [affected, affectedLength]
    }

    private static let area = Declaration(
        "Shape_Area", .double, .output, "Area of the polygons in the output.")

    private static let routes: [Declaration] =
        [
            rowNumber,
            Declaration("Name", .string, .output, length: 1_024, "The route's name."),
            Declaration("FirstStopID", .integer, .output, "ObjectID of the first stop."),
            Declaration("LastStopID", .integer, .output, "ObjectID of the last stop."),
            Declaration("StopCount", .integer, .output, "The number of stops that it visits."),
            Declaration("StartTime", .date, .output, "Departure from the first stop, local."),
            Declaration("EndTime", .date, .output, "End at the last stop, local."),
            Declaration("StartTimeUTC", .date, .output, "The instant of departure."),
            Declaration("EndTimeUTC", .date, .output, "The instant of the end."),
            Declaration("TotalWait_", .double, .output, each: .timeCosts, "Total waiting time."),
            Declaration(
                "TotalViolation_", .double, .output, each: .timeCosts, "Total violation time."),
            Declaration(
                "Total_", .double, .output, each: .costs,
                "The whole cost, where it is minimized or totaled."),
        ] + live + [
            Declaration("Shape_Length", .double, .output, "Length of the line in the output.")
        ]

    /// How live speeds change a row's total costs.
    static let live: [Declaration] = [
        Declaration(
            "FreeFlow_", .double, .output, each: .liveCosts,
            "Under traffic: the whole cost without live speeds, on the same path."),
        Declaration(
            "Delay_", .double, .output, each: .liveCosts,
            "Under traffic: what live speeds add to the cost; below 0 where they are faster."),
    ]
}
