// One row of the stops, checked.

package import Geo
package import RouteAPI

/// A stop as the request gave it.
package struct StopInput: Sendable {
    /// The parameter that carries the row.
    package var input = RouteParameters.stopsName
    /// The position in the input, from 0.
    package var index: Int
    package var objectID: Int
    package var name: String
    package var routeName: String?
    package var sequence: Int?
    /// Opening and closing of the window in epoch milliseconds, as given.
    package var timeWindow: (start: Int64, end: Int64)?
    /// Cost at the stop in the units of each cost attribute of the network.
    package var added: [Double]
    package var curbApproach = CurbApproach.eitherSide
    package var locationType = LocationType.stop
    package var bearing: Double?
    package var bearingTolerance: Double?
    /// Impedance in quanta travelled since the bearing was taken.
    package var latencyQuanta: Double?
    /// The location stored in the row, which wins over the shape.
    package var storedLocation: StoredLocation?
    /// The input's place in longitude and latitude, or `nil` for a row without a usable shape.
    package var coordinate: Coordinate?
    /// The input's shape and its system, for the answer.
    package var original: (coordinate: Coordinate, reference: SpatialReference)?
    /// What is wrong with the row, with the status that says so.
    package var problem: (status: LocationStatus, text: String)?
    /// The error's extended code, where the problem has one of its own.
    package var problemCode: ExtendedCode?
    /// How many targets the row has: the nearest.
    package var targetCount: Int?
    /// The greatest impedance to a target, in the unit of the impedance.
    package var cutoff: Double?
    /// Whether the problem is that the stop lies outside the extent of the request's context.
    package var isOutsideExtent = false

    /// The analysis class of the row.
    package var className: String { LocationDemand.className(of: input) }
}
