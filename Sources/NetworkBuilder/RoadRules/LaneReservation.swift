// Lanes kept for buses, bicycles and their kin.

import RoadNetwork

/// Finds the lanes a car may not use, from tags with a value for each lane.
struct LaneReservation: Hashable, Sendable {
    /// Keys that say who may use a lane, most specific first; the first known value of a lane
    /// decides.
    var accessKeys: [String] = []
    /// Keys that keep a lane for one kind of vehicle if its value is `designated` or `only`, unless
    /// an access key says more about the lane.
    var reservedKeys: [String] = []
    /// What access values mean.
    var values = AccessValues()

    private static let kept: Set<String> = ["designated", "only"]

    /// Marks the lanes that a car may not use.
    ///
    /// A tag that lists more or fewer lanes than these is ignored.
    ///
    /// - Parameter value: Returns a key's value for the lanes' direction.
    func marking(_ lanes: [LaneTurns], _ value: (String) -> String?) -> [LaneTurns] {
        func columns(_ keys: [String]) -> [[String]] {
            keys.compactMap { value($0).map(TagList.lanes) }.filter { $0.count == lanes.count }
        }
        let access = columns(accessKeys)
        let reserved = columns(reservedKeys)
        return lanes.indices.map { lane in
            let ruling = access.lazy.compactMap { values.decisive(in: $0[lane]) }.first
            let isReserved =
                ruling.map(values.denied.contains)
                ?? reserved.contains { Self.kept.contains($0[lane]) }
            return isReserved ? lanes[lane].union(.reserved) : lanes[lane]
        }
    }
}
