// Places point barriers as stops are placed.

import Geo
import RouteAPI

extension StopLocator {
    /// Finds a point barrier's place: its stored place, or else the nearest.
    func locate(_ barrier: BarrierInput, _ options: Options) -> NetworkPlace? {
        var input: Coordinate?
        if case .point(let coordinate) = barrier.geometry { input = coordinate }
        if let stored = barrier.storedLocation {
            // The condition is for places found by shape; a stored place is explicit.
            var all = options.within(nil)
            all.skipsRestricted = false
            return place(stored, seenFrom: input, all)
        }
        return input.flatMap { locate($0, options) }
    }
}
