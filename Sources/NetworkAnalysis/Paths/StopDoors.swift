// The directions in which stops can be passed, for the best order of them.

import RouteAPI
import RoutingEngine

/// The arrivals at a stop that allow the same departures, with these.
///
/// On a street where a vehicle may turn round, a stop has one door: from whichever side it is
/// reached, it can be left to both. Where it may not, there is one for each direction.
struct StopDoor: Hashable {
    var arrivals: [PlaceCandidate]
    var departures: [PlaceCandidate]

    /// The most doors of a stop in a route of many: beyond, all are taken as one.
    private static let most = 2
    /// The most doors of a stop, in a junction, in a route of few.
    private static let mostOfFew = 8
    private static let fewStops = 12

    /// The doors of stops that are visited in any order.
    ///
    /// - Parameter ends: Whether the first stop is fixed, which is left alone, and whether the last
    ///   is, which is reached alone.
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

/// The costs of the paths from each door of each stop to each door of each other.
struct DoorTable {
    /// The number of doors of each stop.
    var doors: [Int]
    /// The search costs, door by door, `.max` where there is no path.
    var costs: [[UInt32]]
    /// The sums of a time attribute along the cheapest paths, if requested.
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
