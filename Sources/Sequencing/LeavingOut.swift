// Orders that leave out stops which would be reached too late.

extension TourProblem {
    /// The most visits spent on leaving out stops and putting them back: some tenths of a second.
    private static let mostVisits = 400_000

    /// The same limit if each visit tries all pairs of variants.
    private var mostVisits: Int {
        let width = nodes.width
        return width == 1
            ? Self.mostVisits : max(4 * stopCount, Self.mostVisits / (16 * width * width))
    }
    /// How many stops before a late one may be left out in its place.
    private static let reach = 100

    /// Returns an order of as many stops as possible, none of which is reached later than
    /// ``TourRules/mostLate`` allows. Fixed ends are never left out.
    ///
    /// For as many free stops as ``ExactTour`` takes, the order is the best there is, unless you
    /// keep the given order. With more stops, each stop that would be too late is left out, or an
    /// earlier one if that saves more time. Then stops that fit elsewhere are put back, as long as
    /// the effort lasts.
    ///
    /// Method: the rule of J. M. Moore, *An n job, one machine sequencing algorithm for minimizing
    /// the number of late jobs*, Management Science 15 (1968),
    /// [doi:10.1287/mnsc.15.1.102](https://doi.org/10.1287/mnsc.15.1.102), with legs for jobs.
    ///
    /// - Parameters:
    ///   - order: An order of all stops.
    ///   - keepsOrder: Whether the remaining stops stay in the given order.
    /// - Complexity: O(*n* + *k* *n*²) for *n* stops of which *k* are too late, up to 400,000
    ///   visits.
    package func orderLeavingOut(lateIn order: [Int], keepsOrder: Bool) -> [Int] {
        guard !isInTime(order) else { return order }
        if !keepsOrder, freeStops.count <= ExactTour.largestCount(like: self),
            rules.stops == nil,
            case .best(let best) = WindowedExactTour(self, free: freeStops, leavesOut: true)
                .order()
        {
            return best
        }
        let kept = keptByMoore(order)
        return keepsOrder ? kept : puttingBack(order.filter { !kept.contains($0) }, into: kept)
    }

    /// Whether an order reaches no stop too late.
    private func isInTime(_ order: [Int]) -> Bool { spent(by: order).missedStops == 0 }

    /// Returns the cost of a tour through some of the stops.
    private func spent(by order: [Int]) -> TourCost {
        tour(along: order)?.cost ?? TourCost(goal: goal)
    }

    private func keptByMoore(_ order: [Int]) -> [Int] {
        guard let first = order.first else { return [] }
        /// A kept stop with the tours up to it.
        typealias Visited = (stop: Int, labels: OrderedLabels)
        var kept: [Visited] = []
        var visits = mostVisits
        func extended(_ labels: OrderedLabels?, by stop: Int) -> OrderedLabels {
            visits -= 1
            guard var labels else { return OrderedLabels(startingAt: stop, of: self) }
            labels.visit(stop, of: self)
            return labels
        }
        /// Returns how late a tour is, and when it reaches the next stop.
        func rank(_ labels: OrderedLabels?, before next: Int?) -> (Int, Int64) {
            let labels = next.map { extended(labels, by: $0) } ?? labels
            guard let labels, let best = labels.best else { return (0, .min) }
            return (best.cost.unreachableLegs, labels.labels[best.number].tour.time)
        }
        for (place, stop) in order.enumerated() {
            let whole = extended(kept.last?.labels, by: stop)
            kept.append((stop, whole))
            guard whole.best?.cost.missedStops ?? 0 > 0 else { continue }
            let next = place + 1 < order.count ? order[place + 1] : nil
            var best = (tail: kept.suffix(0), from: kept.count - 1)
            var least =
                stop == firstStop || stop == lastStop
                ? (Int.max, Int64.max)
                : rank(kept.dropLast().last?.labels, before: next)
            for index in kept.indices.dropLast().suffix(Self.reach)
            where visits > 0 && (kept[index].stop != firstStop || firstStop != first) {
                var labels = index > 0 ? kept[index - 1].labels : nil
                var tail: [Visited] = []
                for visited in kept[(index + 1)...] {
                    let longer = extended(labels, by: visited.stop)
                    tail.append((visited.stop, longer))
                    labels = longer
                }
                guard labels?.best?.cost.missedStops == 0 else { continue }
                let found = rank(labels, before: next)
                if found < least { (best, least) = ((tail[...], index), found) }
            }
            kept.replaceSubrange(best.from..., with: best.tail)
        }
        return kept.map(\.stop)
    }

    /// Puts each stop back where it costs least, if the tour is then in time.
    private func puttingBack(_ leftOut: [Int], into kept: [Int]) -> [Int] {
        var (order, visits) = (kept, mostVisits)
        var waiting = leftOut[...]
        while let stop = waiting.popFirst() {
            var best: (order: [Int], cost: TourCost)?
            for place in places(for: stop, in: order) {
                visits -= order.count
                guard visits > 0 else { return best?.order ?? order }
                var longer = order
                longer.insert(stop, at: place)
                let cost = spent(by: longer)
                guard cost.missedStops == 0, cost.unreachableLegs == 0 else { continue }
                if best.map({ cost < $0.cost }) ?? true { best = (longer, cost) }
            }
            guard let best else { continue }
            order = best.order
            // A detour may be shorter than the leg itself, so other stops may fit now.
            waiting = leftOut.filter { !order.contains($0) }[...]
        }
        return order
    }

    /// Returns the places where a stop may be inserted into an order of some stops.
    private func places(for stop: Int, in order: [Int]) -> ClosedRange<Int> {
        var (low, high) = (firstStop == nil ? 0 : 1, order.count - (lastStop == nil ? 0 : 1))
        let before = Set(rules.predecessors?[stop] ?? [])
        let after = Set(rules.successors?[stop] ?? [])
        for (place, other) in order.enumerated() {
            if before.contains(other) { low = max(low, place + 1) }
            if after.contains(other) { high = min(high, place) }
        }
        return low...max(low, high)
    }
}
