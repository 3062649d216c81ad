// The directions in which stops can be passed, for finding the best order.

import Preparation
import RouteAPI
import RoutingEngine

/// Arrivals at a stop that allow the same departures.
///
/// If a vehicle may turn round, a stop on a street has one door: reached from either side, it can
/// be left to both. Otherwise there is a door for each direction.
struct StopDoor: Hashable {
    var arrivals: [PlaceCandidate]
    var departures: [PlaceCandidate]

    /// The most doors at one stop in a long route; if there are more, all count as one.
    private static let most = 2
    /// The most doors at a stop, such as one on a junction, in a short route.
    private static let mostOfFew = 8
    private static let fewStops = 12

    /// Returns the doors of stops that may be visited in any order.
    ///
    /// - Parameter ends: Whether the first stop is fixed, so it is only left, and whether the last
    ///   is, so it is only reached.
    /// - Returns: One or more doors for each stop.
    static func doors(
        of stops: [LocatedStop], ends: (first: Bool, last: Bool)
    ) -> [[StopDoor]] {
        stops.enumerated().map { index, stop in
            let usable = LegChain.usable(stop)
            let whole = StopDoor(arrivals: usable, departures: usable)
            let isEnd = ends.first && index == 0 || ends.last && index == stops.count - 1
            if isEnd || LegChain.hasEqualDepartures(stop) { return [whole] }
            let doors = doors(at: stop, usable)
            let most = stops.count <= fewStops ? mostOfFew : most
            return (1...most).contains(doors.count) ? doors : [whole]
        }
    }

    private static func doors(at stop: LocatedStop, _ usable: [PlaceCandidate]) -> [StopDoor] {
        var doors: [StopDoor] = []
        for arrival in usable {
            let departures = LegChain.departures(from: stop, after: arrival)
            if let known = doors.firstIndex(where: { Set($0.departures) == Set(departures) }) {
                doors[known].arrivals.append(arrival)
            } else {
                doors.append(StopDoor(arrivals: [arrival], departures: departures))
            }
        }
        return doors
    }
}

/// The path costs from each stop's doors to each other stop's doors.
struct DoorCosts {
    /// How many doors each stop has.
    var doors: [Int]
    /// The search costs, door by door; `.max` if there is no path.
    var costs: [[UInt32]]
    /// A time attribute summed along the cheapest paths, if requested.
    var times: [[Int64]]?

    /// The least costs between stops.
    ///
    /// - Complexity: O(*d*²) for *d* doors.
    var byStop: LegChain.StopTable {
        let stops = doors.indices.flatMap { Array(repeating: $0, count: doors[$0]) }
        var least = [[UInt32]](
            repeating: [UInt32](repeating: .max, count: doors.count), count: doors.count)
        for (row, from) in stops.enumerated() {
            for (column, to) in stops.enumerated() {
                least[from][to] = min(least[from][to], costs[row][column])
            }
        }
        return LegChain.StopTable(costs: least)
    }
}
