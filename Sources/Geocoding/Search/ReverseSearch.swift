// What is at a place.

import Geo
import RoadNetwork

/// Finds the address or the street nearest to a place.
struct ReverseSearch {
    /// An address this near comes before the street.
    private static let atHouseMeters = 30.0

    /// What was found.
    enum Found {
        case house(Int)
        case street(entry: Int, at: Coordinate)
    }

    let network: NetworkDataset
    let places: PlaceDataset?
    let index: NameIndex

    /// Returns the nearest house or named street within some meters; `nil` if there is none.
    ///
    /// A house counts if it is within 30 m, or not farther than the nearest named street.
    ///
    /// - Complexity: O(log *n* + *k*) for *k* streets and addresses nearby.
    func nearest(to place: Coordinate, within meters: Double) -> Found? {
        let house = nearestHouse(to: place, within: meters)
        if let house, house.meters <= Self.atHouseMeters { return .house(house.address) }
        let street = nearestStreet(to: place, within: meters)
        if let house, house.meters <= street?.meters ?? .infinity { return .house(house.address) }
        return street.map { .street(entry: $0.entry, at: $0.place) }
    }

    private func nearestHouse(
        to place: Coordinate, within meters: Double
    ) -> (address: Int, meters: Double)? {
        guard let places else { return nil }
        let scale = Geodesic.metersPerDegree(atLatitude: place.y)
        let (east, north) = (meters / max(scale.x, 1_000), meters / scale.y)
        let box = Envelope(
            minX: place.x - east, minY: place.y - north, maxX: place.x + east,
            maxY: place.y + north)
        var best: (address: Int, meters: Double)?
        index.addressCells.forEach(in: box) { address in
            let there = places.coordinate(ofAddress: Int(index.addresses.row[address]))
            let (dx, dy) = ((there.x - place.x) * scale.x, (there.y - place.y) * scale.y)
            let away = (dx * dx + dy * dy).squareRoot()
            guard away <= meters else { return }
            if (away, address) < (best?.meters ?? .infinity, best?.address ?? 0) {
                best = (address, away)
            }
        }
        return best
    }

    private func nearestStreet(
        to place: Coordinate, within meters: Double
    ) -> (entry: Int, place: Coordinate, meters: Double)? {
        let finder = StreetFinder(network, families: network.description.families.indices)
        let scale = Geodesic.metersPerDegree(atLatitude: place.y)
        finder.find(around: place, within: meters, scale: scale)
        for hit in finder.hits {
            let entry = index.segmentEntry[Int(hit.segment)]
            if entry != NameIndex.none { return (Int(entry), hit.place, hit.meters) }
        }
        return nil
    }
}
