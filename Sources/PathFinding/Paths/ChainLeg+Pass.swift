// Where a leg first passes its stop, if it turns round further on and reaches it the other way.

import Preparation
import RoadNetwork
import RoutingEngine

extension ChainLeg {
    /// Where a leg passes its stop before it turns round and reaches it in the other direction.
    struct Pass {
        fileprivate var place: PlaceCandidate
        /// The index of the path's element on which the stop is passed.
        fileprivate var element: Int
        /// The cost from there to the leg's arrival, in quanta.
        fileprivate var cost: UInt32
    }

    /// Returns where the leg first passes its stop, if it turns round further on and the next leg
    /// leaves in the direction of that second arrival.
    ///
    /// Both arrivals make the same route. The first is sooner, and is what a driver expects.
    ///
    /// Ask the legs in order, each as ``beginning(at:on:)`` made it: if two stops lie at one place,
    /// the way round goes from the leg before the first to the one between them, then to the next.
    ///
    /// - Parameters:
    ///   - arrivals: The arrivals at the stop.
    ///   - totals: The least total cost at each arrival; `nil` if it is impossible.
    ///   - next: The leg that follows.
    func pass(
        among arrivals: [PlaceCandidate], _ totals: [Int64?], before next: ChainLeg
    ) -> Pass? {
        guard next.departure == arrival, let row = arrivals.firstIndex(of: arrival),
            let total = totals[row]
        else { return nil }
        let sooner = arrivals.indices.filter { (totals[$0] ?? .max) < total }
        guard !sooner.isEmpty else { return nil }
        for (index, element) in path.elements.dropLast().enumerated() {
            let passed = sooner.first {
                arrivals[$0].edge == element.edge && arrivals[$0].fraction >= element.from
                    && arrivals[$0].fraction <= element.to
            }
            if let passed, let sooner = totals[passed], total - sooner <= Int64(cost) {
                return Pass(
                    place: arrivals[passed], element: index, cost: UInt32(total - sooner))
            }
        }
        return nil
    }

    /// Returns the leg as if it ended where it first passes its stop.
    func ending(at pass: Pass) -> ChainLeg {
        var leg = self
        leg.arrival = pass.place
        leg.path.elements.removeSubrange((pass.element + 1)...)
        leg.path.elements[pass.element].to = pass.place.fraction
        leg.cost -= pass.cost
        return leg
    }

    /// Returns the leg as if the one before it ended where it first passes the stop.
    func beginning(at pass: Pass, on before: ChainLeg) -> ChainLeg {
        var elements = Array(before.path.elements[pass.element...])
        elements[0].from = pass.place.fraction
        elements[elements.count - 1].to = path.elements[0].to
        return ChainLeg(
            departure: pass.place, arrival: arrival,
            path: NetworkPath(elements: elements + path.elements.dropFirst()),
            cost: cost + pass.cost)
    }
}
