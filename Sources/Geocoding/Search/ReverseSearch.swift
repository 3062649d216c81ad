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
        case crossing(Int, Int, node: UInt32)
        case place(entry: Int)
    }

    let network: NetworkDataset
    let places: PlaceDataset?
    let index: NameIndex

    /// Returns the nearest house or named street within some meters; `nil` if there is none.
    ///
    /// A house counts if it is within 30 m, or not farther than the nearest named street. Crossings
    /// and towns count only if they are asked for.
    ///
    /// - Parameter types: The types of answers wanted; `nil` for houses and streets.
    /// - Complexity: O(log *n* + *k*) for *k* streets and addresses nearby.
    func nearest(
        to place: Coordinate, within meters: Double, types: Set<AddressType>? = nil
    ) -> Found? {
        let types = types ?? [.pointAddress, .streetName]
        if types.contains(.streetIntersection), let found = crossing(at: place, within: meters) {
            return found
        }
        let house =
            types.isDisjoint(with: [.pointAddress, .streetAddress])
            ? nil : nearestHouse(to: place, within: meters)
        if let house, house.meters <= Self.atHouseMeters { return .house(house.address) }
        let street =
            types.contains(.streetName) ? nearestStreet(to: place, within: meters) : nil
        if let house, house.meters <= street?.meters ?? .infinity { return .house(house.address) }
        if let street { return .street(entry: street.entry, at: street.place) }
        return types.contains(.locality) ? town(of: place) : nil
    }

    /// Returns the nearest junction at which two named streets meet.
    private func crossing(at place: Coordinate, within meters: Double) -> Found? {
        let finder = StreetFinder(network, families: network.description.families.indices)
        let scale = Geodesic.metersPerDegree(atLatitude: place.y)
        finder.find(around: place, within: meters, scale: scale)
        var entries: [UInt32: [Int]] = [:]
        for hit in finder.hits {
            let entry = index.segmentEntry[Int(hit.segment)]
            guard entry != NameIndex.none else { continue }
            for edge in [2 * Int(hit.segment), 2 * Int(hit.segment) + 1] {
                let node = network.edgeHead[edge]
                if !(entries[node] ?? []).contains(Int(entry)) {
                    entries[node, default: []].append(Int(entry))
                }
            }
        }
        var best: (meters: Double, node: UInt32)?
        for (node, streets) in entries where streets.count > 1 {
            let there = network.coordinate(of: NodeID(row: node))
            let away = Geodesic.distanceMeters(from: place, to: there)
            guard away <= meters else { continue }
            if (away, node) < (best?.meters ?? .infinity, best?.node ?? 0) { best = (away, node) }
        }
        return best.flatMap { best in
            let streets = (entries[best.node] ?? []).sorted()
            return .crossing(streets[0], streets[1], node: best.node)
        }
    }

    private func town(of place: Coordinate) -> Found? {
        let row = index.localities.locality(of: FixedCoordinate(place)).town
        guard row != NameIndex.none else { return nil }
        return .place(entry: Int(index.placeEntry[Int(row)]))
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
        var numbered: (entry: Int, place: Coordinate, meters: Double)?
        for hit in finder.hits {
            let entry = index.segmentEntry[Int(hit.segment)]
            guard entry != NameIndex.none else { continue }
            if network.segmentName[hit.segment] != 0 { return (Int(entry), hit.place, hit.meters) }
            // A road with a number only, such as a motorway, comes after streets with a name.
            if numbered == nil { numbered = (Int(entry), hit.place, hit.meters) }
        }
        return numbered
    }
}
