// Improves an order of many stops by search, with time windows.

import DataStructures
import Foundation

/// Ruins and recreates a tour over and over, until the effort is spent.
///
/// Each round takes some strings of neighboring stops out of the tour and puts the stops back where
/// they cost least. The result is kept if it is better, or slightly worse by the acceptance rule of
/// simulated annealing; otherwise the tour is rolled back. All stops stay in the tour between
/// rounds.
///
/// To try a place for a stop, the runs before and after it are joined with the stop in O(1)
/// (``TimedRun``), so a round takes O(*n*) for each removed stop. Lateness has a price, which rises
/// while most tours are late and falls while few are. At first places are judged by the time warp,
/// which leads out of late tours; if all tours stay late, by the real lateness along the clock.
///
/// ``TourProblem/bestTour(effort:proves:isCancelled:)`` uses it for problems with windows or rules,
/// starting from the best initial order.
///
/// Method: J. Christiaens and G. Vanden Berghe, *Slack induction by string removals for vehicle
/// routing problems*, Transportation Science 54 (2020),
/// [doi:10.1287/trsc.2019.0914](https://doi.org/10.1287/trsc.2019.0914), with all strings from one
/// tour, and the lateness price of T. Vidal et al. (``TimedRun``).
struct WindowedSearch: ~Copyable {
    /// The average number of stops taken out per round.
    private static let meanRemoved = 10
    private static let longestString = 10
    /// The share of places that are skipped when a stop is put back.
    private static let blinkRate = 0.01
    /// How much worse an accepted tour may be at the beginning and at the end, in legs of the best
    /// tour.
    private static let temperatures = (first: 0.1, last: 0.01)
    /// After this many rounds the price of lateness is adjusted, by how many tours were in time.
    private static let priceRounds = 100

    /// If all tours are late after this share of the effort, places are judged by lateness. Until
    /// then they are judged by the time warp, which takes a tenth of the time and leads to tours in
    /// time.
    private static let shareByWarp = 0.4

    /// A round judged by lateness takes as long as this many others.
    private static let roundsOfClock = 4

    private let problem: TourProblem
    private let matrix: TimedMatrix
    private var tour: TimedTour
    private var generator = SeededGenerator(state: 1)
    /// The cost of a unit of lateness.
    private var price = 1.0
    private var removed: [Int] = []
    private let isRemoved: UnsafeMutablePointer<Bool>
    /// The stops that may be taken out.
    private let movable: [Int]
    private let isPlain: Bool
    private let longestTime: Int64?
    /// For each node, whether its position in the order is given.
    private let isPinned: [Bool]
    /// The number of places taken at each end: by the head or tail, and by a fixed stop.
    private let taken: (first: Int, last: Int)
    private var placesToBlink = 0
    /// Whether the tour may be the best, by a lower bound of its cost.
    private var mayBeBest = false
    /// Whether places are judged by lateness instead of the time warp.
    private var followsClock = false

    /// The best tour found, and its cost.
    private(set) var best: (order: [Int], cost: TourCost)

    /// Starts from an order in which the fixed stops are already at their ends.
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

    /// Returns the tour's cost at the present price of lateness. Keeps the tour if it is the best.
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

    /// Keeps the tour if it is the best with each stop in its best variant.
    private mutating func keepIfBest() {
        let order = tour.order
        let cost = problem.cost(of: order)
        if cost < best.cost { best = (order, cost) }
    }

    /// Returns a lower bound of how much a tour misses its windows and exceeds its longest time.
    private func lateness(of whole: TimedRun, from first: Int) -> Int64 {
        guard let longest = longestTime else { return whole.warp }
        let before =
            problem.departureFloats ? 0 : matrix.startClocks[first] - matrix.begin
        return whole.warp + max(0, whole.duration - before - longest)
    }

    /// Returns a tour's cost at the present price of lateness.
    @inline(__always)
    private func cost(_ total: Int64, _ travel: Int64, _ late: Double) -> Double {
        let (total, travel) = (Double(total), Double(travel))
        return price * late
            + (problem.goal.cost == .duration ? total + 1e-4 * travel : travel + 1e-4 * total)
    }

    /// Returns lateness as one number. If stops are counted, each late stop costs as much as some
    /// legs.
    @inline(__always)
    private func late(_ stops: Int, _ time: Int64) -> Double {
        problem.goal.lateness == .sum
            ? Double(time)
            : Double(time) / 64
                + Double(stops) * 8 * Double(best.cost.travel) / Double(movable.count)
    }

    /// Takes strings of stops out of the tour, near a random stop.
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

    /// Marks a string of stops around a stop.
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

    /// Puts the stops back, each where it costs least, in a randomly chosen order.
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

    /// Returns the places before which a stop may stand, after its predecessors and before its
    /// successors.
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

    /// Returns the tour's cost by the clock with a stop before a place; infinite beyond a bound.
    private func followedCost(
        _ whole: TimedRun, of stop: Int, before place: Int, bound: Double
    ) -> Double {
        // The legs' costs are certain, whatever the lateness.
        let rest = (bound - Double(whole.travel)) / price
        let most = rest < 1e15 ? Int64(rest) * (problem.goal.lateness == .sum ? 1 : 64) : .max
        let end = tour.followed(inserting: stop, before: place, bound: most)
        return cost(
            end.time - matrix.begin + whole.surplus, whole.travel,
            late(end.lateStops, end.lateness))
    }

    /// Returns how many places are tried before the next one is skipped.
    private static func gap(using generator: inout SeededGenerator) -> Int {
        let chance = Double.random(in: Double.leastNonzeroMagnitude..<1, using: &generator)
        return Int(log(chance) / log(1 - blinkRate))
    }
}
