// Random places on streets that every router opens to cars.

import DataStructures
import Geo
import RoadNetwork
import RouteTesting

/// The public streets in a network's largest component.
struct StreetPlaces {
    private let network: NetworkDataset
    private let segments: [Int]

    /// Leaves out service roads and restricted streets, which routers treat differently.
    init(_ network: NetworkDataset) {
        self.network = network
        let description = network.description
        let family = description.familyIndex(named: "motor") ?? 0
        let closing = [
            "Driving an Automobile", "Through Traffic Prohibited", "Avoid Private Roads",
        ]
        .compactMap { description.restriction(named: $0)?.mask }.reduce(0, |)
        let component = network.nodeComponent[family]
        segments = (0..<network.segmentCount).filter { segment in
            let edge = UInt32(2 * segment)
            let isPublic = network.segmentClass[segment] <= RoadClass.livingStreet.rawValue
            return isPublic && network.edgeFamilies[edge] & (1 << UInt8(family)) != 0
                && network.edgeRestrictions[edge] & closing == 0
                && component[network.edgeHead[edge]] == 0
                && component[network.edgeHead[edge ^ 1]] == 0
        }
    }

    var isEmpty: Bool { segments.isEmpty }

    /// A place within a random street, away from its junctions.
    func random(_ generator: inout SeededGenerator) -> Coordinate {
        let segment = segments.randomElement(using: &generator) ?? 0
        let share = Double.random(in: 0.2...0.8, using: &generator)
        let place = LineMeasure(network.shape(ofSegment: segment)).coordinate(at: share)
        return Coordinate(place.place)
    }
}
