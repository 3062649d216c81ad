// Random trips: stops beside random streets, with curb approaches, as a request.

package import DataStructures
package import Geo
package import Preparation
package import RoadNetwork
package import RouteAPI
import RoutingEngine

extension NetworkDataset {
    /// A place on or near a random street of a family.
    package func randomPlace(family: Int, _ generator: inout SeededGenerator) -> Coordinate {
        let bit: UInt8 = 1 << UInt8(family)
        let segments = (0..<segmentCount).filter {
            (edgeFamilies[2 * $0] | edgeFamilies[2 * $0 + 1]) & bit != 0
        }
        let segment = segments.randomElement(using: &generator) ?? 0
        let share =
            generator.chance(0.15)
            ? Double(Int.random(in: 0...1, using: &generator))
            : Double(Int.random(in: 1..<64, using: &generator)) / 64
        var place = LineMeasure(shape(ofSegment: segment)).coordinate(at: share)
        if generator.chance(0.6) {
            place.x += Double.random(in: -4e-4...4e-4, using: &generator)
            place.y += Double.random(in: -2e-4...2e-4, using: &generator)
        }
        return place
    }
}

/// A request through random stops.
package struct RandomTrip {
    package let travel: RandomTravel
    package private(set) var places: [Coordinate]
    package private(set) var curbs: [CurbApproach]

    package init(on network: NetworkDataset, stops: Int, _ generator: inout SeededGenerator) {
        travel = RandomTravel(&generator)
        let family = travel.key.family
        places = (0..<stops).map { _ in network.randomPlace(family: family, &generator) }
        curbs = (0..<stops).map { _ in
            generator.chance(0.5)
                ? .eitherSide : CurbApproach.allCases.randomElement(using: &generator) ?? .noUTurn
        }
    }

    /// Visits the place of a stop once more, as the stop of some position.
    package mutating func visit(_ stop: Int, again position: Int) {
        places.insert(places[stop], at: position)
        curbs.insert(curbs[stop], at: position)
    }

    /// The request: its stops do not move, and a bad stop fails it.
    package var parameters: RouteParameters {
        var parameters = RouteParameters(through: [])
        parameters.stops = LocationInput(
            features: .places(
                places, attributes: curbs.map { ["CurbApproach": .integer($0.rawValue)] }))
        travel.apply(to: &parameters)
        parameters.ignoreInvalidLocations = false
        parameters.returnDirections = false
        parameters.outputLines = OutputLineType.none
        parameters.locateSettings = LocateSettingsByInput(
            fallback: LocateSettings(toleranceMeters: 5_000, allowAutoRelocate: false))
        return parameters
    }
}

extension NetworkLayer {
    /// A layer over a random network, for requests that state every setting.
    ///
    /// - Parameter now: The time of the layer's clock.
    package static func random(_ network: NetworkDataset, now: Int64 = 0) -> NetworkLayer {
        NetworkLayer(
            network: network,
            configuration: RouteLayerConfiguration(
                impedanceAttributeName: "TravelTime", restrictionAttributeNames: [],
                accumulateAttributeNames: [], directionsTimeAttributeName: "TravelTime"),
            now: { now })
    }
}
