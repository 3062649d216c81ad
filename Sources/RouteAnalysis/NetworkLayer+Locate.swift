// Where a request's stops would be placed, without solving.

public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import Geo
import RoadNetwork
public import RouteAPI
import RoutingEngine

/// Where one input would be placed.
public struct LocatedInput: Hashable, Sendable {
    /// The input's name.
    public var name: String
    /// What became of it.
    public var status: LocationStatus
    /// Why it cannot be used and what would work, or `nil`.
    public var problem: String?
    /// The input in longitude and latitude, or `nil` when it has no usable shape.
    public var input: Coordinate?
    /// The place on the street, in longitude and latitude.
    public var snapped: Coordinate?
    /// Meters from the input to the place.
    public var distanceMeters: Double?
    /// 1 when ``sourceOID`` is a street, 2 when it is a junction that the input names as its place.
    public var sourceID: Int?
    /// The street as results name it, the lower directed edge of the segment; or the junction.
    public var sourceOID: Int?
    /// The place along the segment's drawn line, from 0 to 1; none at a named junction.
    public var posAlong: Double?
    /// 1 right, 2 left of the drawn line; none at a named junction.
    public var sideOfEdge: Int?
    /// The street's name or number, or empty.
    public var street: String
    /// The number of directed edges that a route may arrive or leave by.
    public var candidateCount: Int
}

extension NetworkLayer {
    /// Places the stops of a request under its own restrictions and barriers.
    ///
    /// - Throws: An error naming the parameter when the request itself cannot be read.
    public func locate(
        _ parameters: RouteParameters, control: SolveControl = SolveControl()
    ) throws(RouteRequestError) -> [LocatedInput] {
        let parameters = try accepted(parameters)
        let solver = solver(control)
        let prepared = try solver.prepare(solver.read(parameters, minimumStops: 1))
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
