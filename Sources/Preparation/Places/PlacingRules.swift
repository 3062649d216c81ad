// Which streets a location may be placed on, and how far away.

import Directions
import Geo
package import RoadNetwork
package import RouteAPI
import RoutingEngine
import SpatialOperations

/// How to place locations on the network.
package struct PlacingRules: Sendable {
    package var settings: LocateSettings
    package var skipsRestricted: Bool
    /// The streets on which they may be placed; `nil` for all except ``withoutStops``.
    package var streets: StreetSelection?
    /// The streets that take no stops unless a condition allows it.
    package var withoutStops: StopRule
    /// Whether locations lie on both sides of streets open in one direction.
    package var ignoresCurbsOfOneWays = false

    /// Returns the rules for finding a location's place.
    package func options(for location: StopInput) -> StopLocator.Options {
        var options = StopLocator.Options(toleranceMeters: settings.toleranceMeters)
        options.skipsRestricted = skipsRestricted
        options.streets = streets
        options.withoutStops = withoutStops
        options.skipsBarred = settings.allowAutoRelocate
        options.ignoresCurbsOfOneWays = ignoresCurbsOfOneWays
        if let bearing = location.bearing {
            options.bearing = (bearing, location.bearingTolerance ?? 30)
            // A vehicle may be on a motorway or in a tunnel.
            options.withoutStops = withoutStops.withoutPreferences
        }
        return options
    }
}
