// A checked row from an input of locations.

package import Geo
package import RouteAPI

/// A row of a location input as the request states it: a stop, or an origin, an incident and so on.
///
/// Which fields of a row count depends on its input (``LocationDemand``). The others are as if the
/// row did not have them: only stops have a place in a route, a type and time windows, and only the
/// inputs of pairs have ``targetCount`` and ``cutoff``.
package struct StopInput: Sendable {
    /// The parameter that contains the row.
    package var input = RouteParameters.stopsName
    /// The location that sentences should name instead of this row. To explain a matrix pair, for
    /// example, a route with two stops is solved.
    package var standsFor: StopReference?
    /// The row's index in the input, from 0.
    package var index: Int
    package var objectID: Int
    package var name: String
    package var routeName: String?
    package var sequence: Int?
    /// Names or ids of stops in the route to visit before this one.
    package var after: [String] = []
    /// The windows, by number.
    package var timeWindows: [StopWindow] = []
    /// How many minutes after its window the stop may be reached, if it says so.
    package var maxViolationMinutes: Double?
    /// The cost at the stop for each of the network's cost attributes, in its unit.
    package var added: [Double]
    package var curbApproach = CurbApproach.eitherSide
    package var locationType = LocationType.stop
    package var bearing: Double?
    package var bearingTolerance: Double?
    /// The impedance, in quanta, traveled since the bearing was measured.
    package var latencyQuanta: Double?
    /// The place the row stores; it takes precedence over the shape.
    package var storedLocation: StoredLocation?
    /// The shape in longitude and latitude, or `nil` if the row has no usable shape.
    package var coordinate: Coordinate?
    /// The shape as sent with its spatial reference, for the answer.
    package var original: (coordinate: Coordinate, reference: SpatialReference)?
    /// What is wrong with the row, with the status for the answer.
    package var problem: (status: LocationStatus, text: String)?
    /// The error's extended code, if the problem has its own.
    package var problemCode: ExtendedCode?
    /// How many targets the row wants, nearest first.
    package var targetCount: Int?
    /// The greatest impedance to a target, in the impedance's unit.
    package var cutoff: Double?
    /// Whether the problem is that the row lies outside the context's extent.
    package var isOutsideExtent = false

    /// The row's analysis class.
    package var className: String { LocationInputs.className(of: named.input) }

    /// The row as answers name it.
    package var reference: StopReference {
        StopReference(input: input, row: index, objectID: objectID, name: name)
    }

    /// The location that sentences name.
    package var named: StopReference { standsFor ?? reference }

    /// The location's label in sentences.
    package var label: String { named.label }
}

extension StopInput {
    /// Creates a stop that no row has, such as an end of a trip.
    ///
    /// - Parameter added: The cost at the stop in the unit of each cost attribute of the network.
    package init(index: Int, objectID: Int, name: String, added: [Double]) {
        self.init(index: index, objectID: objectID, name: name, routeName: nil, added: added)
    }
}
