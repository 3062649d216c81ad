// Stops on islands of the network, moved to the mainland when a route is impossible otherwise.
//
// Measured on 1,000 random pairs (Tests/Benchmarks/peers): without this 2.8 % of the pairs of Milan
// and 1.3 % of Porto had no route where OSRM and Valhalla find one, nearly all from stops nearest
// to a stub at the edge of the extract or to a yard that nothing leads out of. Rejected: never
// locating on small components, because then a stop inside a closed yard could not be reached from
// another there.

import RoadNetwork
import RouteAPI

/// Finds other places for the stops that do not lie in the same component as the others.
struct IslandRelocation {
    let locator: StopLocator
    let toleranceMeters: Double
    let skipsRestricted: Bool

    /// New places for stops that are not in the mainland; empty when that changes nothing.
    ///
    /// The mainland is the largest component that holds one of the stops, or the largest of all.
    func moved(_ stops: [(position: Int, stop: LocatedStop)]) -> [Int: LocatedStop] {
        let labels = stops.compactMap { component(of: $0.stop) }
        let mainlands = [labels.min(), 0].compactMap(\.self)
        for mainland in Set(mainlands).sorted(by: >) {
            var moved: [Int: LocatedStop] = [:]
            for (position, stop) in stops where component(of: stop) != mainland {
                guard let coordinate = stop.input.coordinate else { continue }
                var options = StopLocator.Options(toleranceMeters: toleranceMeters)
                options.skipsRestricted = skipsRestricted
                options.component = mainland
                guard let place = locator.locate(coordinate, options) else { continue }
                var other = stop
                other.place = place
                other.status = .notLocatedOnClosest
                moved[position] = other
            }
            if !moved.isEmpty { return moved }
        }
        return [:]
    }

    /// The component that some edge of a stop's place lies in with both ends, the largest of them.
    private func component(of stop: LocatedStop) -> UInt32? {
        stop.place?.candidates.compactMap { locator.component(of: $0) }.min()
    }

    /// What to tell the caller about moved stops.
    static func messages(about moved: [Int: LocatedStop]) -> [Message] {
        moved.sorted { $0.key < $1.key }.map { _, stop in
            let meters = Int((stop.place?.distanceMeters ?? 0).rounded())
            return Message(
                .warning,
                "Location \"\(stop.input.name)\" in \"Stops\" was moved to a street \(meters) m "
                    + "away, because the closest one is not connected with the other stops.")
        }
    }
}
