// Stops with their places on the network.

import Geo
import RoadNetwork
package import RouteAPI
import RoutingEngine

/// A stop with its place on the network, or with its problem.
package struct LocatedStop: Sendable {
    package var input: Shared<StopInput>
    package var place: NetworkPlace?
    package var status = LocationStatus.ok
    /// Why the stop cannot be used, as a sentence; `nil` if it can.
    package var problem: String?
    /// If no street is within the tolerance, meters to the nearest usable street, if it was
    /// searched for.
    package var nearestMeters: Double?

    /// Whether routes may visit the stop.
    package var isValid: Bool { place != nil && problem == nil }

    /// The extended code for an error about this stop.
    package var extendedCode: ExtendedCode {
        if let code = input.problemCode { return code }
        return switch status {
        case .invalidFieldValues, .elementNotLocated: .badLocation
        case .elementNotTraversable: .notTraversable
        default: .notLocated
        }
    }
}
