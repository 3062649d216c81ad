// Places a request's stops without solving.

import Answers
public import Geo
public import Preparation
import RoadNetwork
public import RouteAPI
import RoutingEngine

/// A location with its place on the network.
public struct LocatedInput: Hashable, Sendable {
    /// The location's name.
    public var name: String
    /// Whether the location could be placed, and if not, why.
    public var status: LocationStatus
    /// Why the location cannot be used and what would work; `nil` if it can be used.
    public var problem: String?
    /// The location in longitude and latitude, or `nil` if it has no usable shape.
    public var input: Coordinate?
    /// The place on the street in longitude and latitude.
    public var snapped: Coordinate?
    /// Meters from the location to the place.
    public var distanceMeters: Double?
    /// The source of ``sourceOID``: 1 for a street, 2 for a junction the location names.
    public var sourceID: Int?
    /// The street's id in results, which is the segment's lower directed edge; or the junction's
    /// id.
    public var sourceOID: Int?
    /// The position along the segment's line, from 0 to 1; `nil` at a named junction.
    public var posAlong: Double?
    /// The side of the line: 1 right, 2 left; `nil` at a named junction.
    public var sideOfEdge: Int?
    /// The street's name or number, or empty.
    public var street: String
    /// The number of directed edges on which a route may arrive or leave.
    public var candidateCount: Int
}

extension NetworkLayer {
    /// Places a request's stops under its restrictions and barriers.
    ///
    /// - Throws: An error naming the parameter if the request cannot be read.
    public func locate(
        _ parameters: RouteParameters, control: SolveControl = SolveControl()
    ) throws(RouteRequestError) -> [LocatedInput] {
        let parameters = try accepted(parameters)
        let solver = solver(control)
        let prepared = try solver.prepare(solver.read(parameters, minimumStops: 1).request)
        return prepared.stops.map { stop in
            let place = stop.place
            let edge = place.map { EdgeID(row: UInt32($0.segment * 2)) }
            let name = edge.map { network.streetName(of: $0) } ?? ""
            let reference = edge.map { network.reference(of: $0) } ?? ""
            return LocatedInput(
                name: stop.input.name, status: stop.status, problem: stop.problem,
                input: stop.input.coordinate, snapped: place?.coordinate,
                distanceMeters: place?.distanceMeters, sourceID: place?.sourceID,
                sourceOID: place?.sourceOID, posAlong: place?.posAlong,
                sideOfEdge: place?.sideOfEdge,
                street: name.isEmpty ? reference : name,
                candidateCount: place?.candidates.count ?? 0)
        }
    }
}
