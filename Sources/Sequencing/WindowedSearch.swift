// Improves an order of many stops by search, with time windows.

import DataStructures
import Foundation

/// Takes strings of neighboring stops out of the tour and puts them back where they cost least,
/// over and over, with the acceptance rule of simulated annealing.
///
/// Where a stop is tried, the runs before and behind it are joined with it in O(1) (``TimedRun``),
/// so a round takes O(*n*) for each stop that was taken out. A tour is judged by its lateness, at a
/// price that rises while most tours are late and falls while few are.
///
/// Method: J. Christiaens and G. Vanden Berghe, *Slack induction by string removals for vehicle
/// routing problems*, Transportation Science 54 (2020),
/// [doi:10.1287/trsc.2019.0914](https://doi.org/10.1287/trsc.2019.0914), with all strings from one
/// tour, and the price of T. Vidal et al. (``TimedRun``).
struct WindowedSearch: ~Copyable {
    /// How many stops are taken out of the tour, on the mean.
    private static let meanRemoved = 10
    private static let longestString = 10
    /// The share of places that is passed over when a stop is put back.
    private static let blinkRate = 0.01
    /// How much worse an accepted tour may be at the beginning and at the end, in legs of the best
    /// tour.
    private static let temperatures = (first: 0.1, last: 0.01)
    /// The rounds after which the price of lateness is set anew, by how many tours were not late.
    private static let priceRounds = 100

    /// The share of the effort after which, if all tours were late, places are judged by lateness:
    /// until then by the time warp, which takes a tenth of the time and leads to tours without.
    private static let shareByWarp = 0.4

    /// How many other rounds take as long as one in which places are judged by lateness.
    private static let roundsOfClock = 4

    private let problem: TourProblem
    private let matrix: TimedMatrix
    private var tour: TimedTour
    private var generator = SeededGenerator(state: 1)
    /// What a unit of lateness costs.
    private var price = 1.0
    private var removed: [Int] = []
    private let isRemoved: UnsafeMutablePointer<Bool>
    /// The stops that may be taken out.
    private let movable: [Int]
    private let isPlain: Bool
    private let longestTime: Int64?
    /// For each node whether it has a given position in the order.
    private let isPinned: [Bool]
    /// The places at the ends that are taken: the head's, the tail's and those of fixed stops.
    private let taken: (first: Int, last: Int)
    private var placesToBlink = 0
    /// Whether the tour may be the best, by a bound on what it costs.
    private var mayBeBest = false
    /// Whether places are judged by lateness, and not by the time warp.
    private var followsClock = false

    /// The best tour found, and what it costs.
    private(set) var best: (order: [Int], cost: TourCost)

    /// Begins with an order that has the fixed stops where they belong.
    init(_ problem: TourProblem, _ matrix: TimedMatrix, from order: [Int]) {
        self.problem = problem
        self.matrix = matrix
        tour = TimedTour(matrix, order)
        isRemoved = .allocate(capacity: matrix.side)
        isRemoved.initialize(repeating: false, count: matrix.side)
        isPlain = problem.isPlain
        longestTime = problem.longestTime
        let pinned = Set(problem.rules.stops?.compactMap(\.self) ?? [])
        movable = problem.freeStops.filter { !pinned.contains($0) }
        isPinned = (0..<matrix.side).map { pinned.contains($0) }
        taken = (problem.firstStop == nil ? 1 : 2, problem.lastStop == nil ? 1 : 2)
        best = (order, problem.cost(of: order))
    }

    deinit { isRemoved.deallocate() }

    /// Searches until the effort is spent.
    mutating func run(_ effort: EffortMeter, _ isCancelled: () -> Bool) {
        guard movable.count >= 2 else { return }
        var current = judge()
        var (round, spent, onTime) = (0, 0, 0)
        var temperature = 0.0
        while true {
            if round % 32 == 0 {
                let share = effort.share(after: spent)
                if share >= 1 || isCancelled() { return }
                followsClock =
                    share > Self.shareByWarp && best.cost.violation > 0 && isPlain
                let (first, last) = Self.temperatures
                let leg = Double(best.cost.travel) / Double(movable.count)
                temperature = leg * first * pow(last / first, share)
            }
            round += 1
            spent += followsClock ? Self.roundsOfClock : 1
            ruin()
            recreate()
            let found = judge()
            let chance = Double.random(in: Double.leastNonzeroMagnitude..<1, using: &generator)
            if found < current - temperature * log(chance) {
                tour.commit()
                current = found
                if mayBeBest { keepIfBest() }
            } else {
                tour.rollBack()
            }
            if lateness(of: tour.whole, from: tour.node(1)) == 0 { onTime += 1 }
            guard round % Self.priceRounds == 0 else { continue }
            if onTime < Self.priceRounds / 5 {
                price = min(price * 1.2, 1_000)
            } else if onTime > Self.priceRounds * 3 / 5 {
                price = max(price / 1.2, 0.1)
            }
            onTime = 0
            tour.price = price
            current = judge()
        }
    }

    /// What the tour costs, at the present price of lateness. Keeps the tour if it is the best.
    private mutating func judge() -> Double {
        let whole = tour.whole
        var cost = TourCost(goal: problem.goal)
        cost.unreachableLegs = Int(whole.travel / matrix.missing)
        cost.total = whole.duration + whole.surplus
        cost.travel = whole.travel
        if !isPlain {
            cost.violation = lateness(of: whole, from: tour.node(1))
            mayBeBest = cost < best.cost
            return self.cost(cost.total, cost.travel, late(cost.lateStops, cost.violation))
        }
        if whole.warp > 0, problem.departureFloats {
            cost = problem.cost(of: tour.order)
        } else if whole.warp > 0 {
            tour.follow()
            let end = tour.clock[tour.count - 1]
            (cost.lateStops, cost.violation) = (end.lateStops, end.lateness)
            cost.total = end.time - matrix.begin + whole.surplus
        }
        if cost < best.cost { best = (tour.order, cost) }
        return self.cost(cost.total, cost.travel, late(cost.lateStops, cost.violation))
    }

    /// Keeps the tour if it is the best when each stop is visited in the best variant.
    private mutating func keepIfBest() {
        let order = tour.order
        let cost = problem.cost(of: order)
        if cost < best.cost { best = (order, cost) }
    }

    /// By how much a tour misses its windows and exceeds its longest time, at least.
    private func lateness(of whole: TimedRun, from first: Int) -> Int64 {
        guard let longest = longestTime else { return whole.warp }
        let before =
            problem.departureFloats ? 0 : matrix.startClocks[first] - matrix.begin
        return whole.warp + max(0, whole.duration - before - longest)
    }

    /// What a tour costs, at the present price of lateness.
    @inline(__always)
    private func cost(_ total: Int64, _ travel: Int64, _ late: Double) -> Double {
        let (total, travel) = (Double(total), Double(travel))
        return price * late
            + (problem.goal.cost == .duration ? total + 1e-4 * travel : travel + 1e-4 * total)
    }

    /// Lateness as one number. When stops are counted, each late one costs as much as some legs.
    @inline(__always)
    private func late(_ stops: Int, _ time: Int64) -> Double {
        problem.goal.lateness == .sum
            ? Double(time)
            : Double(time) / 64
                + Double(stops) * 8 * Double(best.cost.travel) / Double(movable.count)
    }

    /// Takes strings of stops out of the tour, near a stop drawn by lot.
    private mutating func ruin() {
        let seed = movable[Int.random(in: movable.indices, using: &generator)]
        let wanted = min(
            movable.count, Int.random(in: 1..<2 * Self.meanRemoved, using: &generator))
        removed.removeAll(keepingCapacity: true)
        takeString(around: seed, at: wanted)
        for index in 0..<matrix.nearCount where removed.count < wanted {
            let near = Int(matrix.near[seed * matrix.nearCount + index])
            let place = Int(tour.places[near])
            if isRemoved[near] || place < taken.first || place >= tour.count - taken.last {
                continue
            }
            takeString(around: near, at: wanted - removed.count)
        }
        tour.remove(isRemoved)
        for stop in removed { isRemoved[stop] = false }
    }

    /// Marks a string of stops around one of them.
    private mutating func takeString(around stop: Int, at most: Int) {
        let length = Int.random(in: 1...min(Self.longestString, max(1, most)), using: &generator)
        let place = Int(tour.places[stop])
        let end = tour.count - taken.last
        let before = Int.random(in: 0..<length, using: &generator)
        let start = max(taken.first, min(place - before, end - length))
        for place in start..<min(start + length, end) {
            let node = tour.node(place)
            guard !isRemoved[node], !isPinned[node] else { continue }
            isRemoved[node] = true
            removed.append(node)
        }
    }

    /// Puts the stops back, each where it costs least, in one of several orders.
    private mutating func recreate() {
        let nodes = matrix.nodes
        switch Int.random(in: 0..<8, using: &generator) {
        case 0..<4: removed.shuffle(using: &generator)
        case 4: removed.sort { (nodes[$0].latest, $0) < (nodes[$1].latest, $1) }
        case 5: removed.sort { (nodes[$0].earliest, $0) < (nodes[$1].earliest, $1) }
        case 6:
            func width(_ stop: Int) -> Int64 { nodes[stop].latest - nodes[stop].earliest }
            removed.sort { (width($0), $0) < (width($1), $1) }
        default: removed.sort { (nodes[$0].latest, $0) > (nodes[$1].latest, $1) }
        }
        for stop in removed { tour.insert(stop, before: bestPlace(for: stop)) }
        if let stops = problem.rules.stops {
            var free = tour.order.lazy.filter { [isPinned] in !isPinned[$0] }.makeIterator()
            tour.arrange(stops.map { $0 ?? free.next() ?? 0 })
        }
    }

    /// The places before which a stop may stand, behind the stops that come before it.
    private func places(for stop: Int) -> ClosedRange<Int> {
        let last = tour.count - taken.last
        guard let before = problem.rules.predecessors?[stop],
            let after = problem.rules.successors?[stop]
        else { return taken.first...last }
        let low = before.reduce(taken.first) { max($0, Int(tour.places[$1]) + 1) }
        let high = after.reduce(last) { tour.places[$1] < 0 ? $0 : min($0, Int(tour.places[$1])) }
        return min(low, last)...max(min(low, last), high)
    }

    private mutating func bestPlace(for stop: Int) -> Int {
        let places = places(for: stop)
        var best = (place: places.upperBound, cost: Double.infinity)
        let run = matrix.nodes[stop]
        if followsClock { tour.follow() }
        for place in places {
            if placesToBlink == 0 {
                placesToBlink = Self.gap(using: &generator)
                continue
            }
            placesToBlink -= 1
            let whole: TimedRun
            if let variants = matrix.variants {
                whole = tour.whole(inserting: stop, before: place, variants)
            } else {
                let joined = TimedRun(
                    tour.until[place - 1], matrix.leg(tour.node(place - 1), stop), run)
                whole = TimedRun(joined, matrix.leg(stop, tour.node(place)), tour.from[place])
            }
            let late = lateness(of: whole, from: place == 1 ? stop : tour.node(1))
            let found =
                followsClock
                ? followedCost(whole, of: stop, before: place, bound: best.cost)
                : cost(whole.duration + whole.surplus, whole.travel, Double(late))
            if found < best.cost { best = (place, found) }
        }
        return best.place
    }

    /// What the tour costs with a stop before a place, by the clock; infinite beyond a bound.
    private func followedCost(
        _ whole: TimedRun, of stop: Int, before place: Int, bound: Double
    ) -> Double {
        // The costs of the legs are certain, whatever the lateness.
        let rest = (bound - Double(whole.travel)) / price
        let most = rest < 1e15 ? Int64(rest) * (problem.goal.lateness == .sum ? 1 : 64) : .max
        let end = tour.followed(inserting: stop, before: place, bound: most)
        return cost(
            end.time - matrix.begin + whole.surplus, whole.travel,
            late(end.lateStops, end.lateness))
    }

    /// How many places are tried before the next one is passed over.
    private static func gap(using generator: inout SeededGenerator) -> Int {
        let chance = Double.random(in: Double.leastNonzeroMagnitude..<1, using: &generator)
        return Int(log(chance) / log(1 - blinkRate))
    }
}
