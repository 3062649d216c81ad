// A checked row of an input of locations.

package import Geo
package import RouteAPI

/// A stop as the request has it.
package struct StopInput: Sendable {
    /// The parameter that contains the row.
    package var input = RouteParameters.stopsName
    /// The location that the row stands for, which sentences name: to explain a pair of a matrix, a
    /// route of two stops is solved.
    package var standsFor: StopReference?
    /// The position in the input, from 0.
    package var index: Int
    package var objectID: Int
    package var name: String
    package var routeName: String?
    package var sequence: Int?
    /// Names or ids of stops of the route that are visited before.
    package var after: [String] = []
    /// The windows, by their numbers.
    package var timeWindows: [StopWindow] = []
    /// The minutes by which it may be reached after its window, if it says so.
    package var maxViolationMinutes: Double?
    /// The cost at the stop in the unit of each cost attribute of the network.
    package var added: [Double]
    package var curbApproach = CurbApproach.eitherSide
    package var locationType = LocationType.stop
    package var bearing: Double?
    package var bearingTolerance: Double?
    /// The impedance in quanta of the travel since the bearing was measured.
    package var latencyQuanta: Double?
    /// The place that the row stores, which takes precedence over the shape.
    package var storedLocation: StoredLocation?
    /// The shape in longitude and latitude, or `nil` for a row without a usable shape.
    package var coordinate: Coordinate?
    /// The shape as it was sent and its spatial reference, for the answer.
    package var original: (coordinate: Coordinate, reference: SpatialReference)?
    /// The problem of the row, with the status for the answer.
    package var problem: (status: LocationStatus, text: String)?
    /// The extended code of the error, if the problem has one of its own.
    package var problemCode: ExtendedCode?
    /// The number of targets of the row, which are the nearest.
    package var targetCount: Int?
    /// The greatest impedance to a target, in the unit of the impedance.
    package var cutoff: Double?
    /// Whether the problem is that the row lies outside the extent of the request's context.
    package var isOutsideExtent = false

    /// The analysis class of the row.
    package var className: String { LocationDemand.className(of: named.input) }

    /// The row as answers name it.
    package var reference: StopReference {
        StopReference(input: input, row: index, objectID: objectID, name: name)
    }

    /// The location that sentences name.
    package var named: StopReference { standsFor ?? reference }

    /// The location in sentences.
    package var label: String { named.label }
}
