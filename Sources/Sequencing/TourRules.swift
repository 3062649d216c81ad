// What an order must keep besides the windows of its stops.

/// Rules about an order of stops, and about the tour along it.
///
/// Windows, the break and the greatest time are soft: what exceeds them counts as lateness. No
/// tour breaks the others.
package struct TourRules: Hashable, Sendable {
    /// For each stop, windows after the one that the problem has for it, ascending; none when
    /// empty. A stop that is reached between two windows waits for the later one.
    package var laterWindows: [[TimeWindow]]
    /// A break that the tour makes at a stop, after the service there.
    package var pause: TourBreak?
    /// The longest time from the departure to the end of the last service.
    package var longestTime: Int64?
    /// For each stop, the stops that are visited before it; none when empty.
    package var predecessors: [[Int]]
    /// For each stop, its position in the order, from 0, if that is given; none when empty.
    package var positions: [Int?]

    /// Makes rules.
    package init(
        laterWindows: [[TimeWindow]] = [], pause: TourBreak? = nil, longestTime: Int64? = nil,
        predecessors: [[Int]] = [], positions: [Int?] = []
    ) {
        self.laterWindows = laterWindows
        self.pause = pause
        self.longestTime = longestTime
        self.predecessors = predecessors
        self.positions = positions
    }
}

/// A break of a tour.
///
/// A tour that ends before the break must begin makes none.
package struct TourBreak: Hashable, Sendable {
    /// How long it takes.
    package var duration: Int64
    /// When it may begin.
    package var window: TimeWindow

    /// Makes a break.
    package init(duration: Int64, window: TimeWindow) {
        self.duration = duration
        self.window = window
    }
}

/// The rules of a problem as searches ask for them.
struct OrderRules: Hashable, Sendable {
    /// For each stop, all stops that are visited before it; `nil` where there are none at all.
    let predecessors: [Set<Int>]?
    /// For each stop, all stops that are visited after it.
    let successors: [Set<Int>]?
    /// The stop at each position of the order; `nil` where no position is given.
    let stops: [Int?]?
    /// The stop that comes after all others.
    private let last: Int?
    private let count: Int

    /// Reads rules. Fixed ends come before, or after, all other stops.
    ///
    /// - Complexity: O(*n* *k*) for *n* stops and *k* pairs of stops, indirect ones included.
    init(_ rules: TourRules, count: Int, first: Int?, last: Int?) {
        var before = [Set<Int>](repeating: [], count: count)
        for (stop, known) in rules.predecessors.enumerated() where stop != first {
            before[stop] = Set(known).subtracting([stop])
        }
        if before.contains(where: { !$0.isEmpty }) {
            // Indirect predecessors, until nothing is added; a cycle ends at all of its stops.
            var isGrowing = true
            while isGrowing {
                isGrowing = false
                for stop in 0..<count {
                    let all = before[stop].reduce(before[stop]) { $0.union(before[$1]) }
                    guard all.count > before[stop].count else { continue }
                    before[stop] = all
                    isGrowing = true
                }
            }
            var after = [Set<Int>](repeating: [], count: count)
            for (stop, others) in before.enumerated() {
                for other in others { after[other].insert(stop) }
            }
            (predecessors, successors) = (before, after)
        } else {
            (predecessors, successors) = (nil, nil)
        }
        var stops = [Int?](repeating: nil, count: count)
        for (stop, position) in rules.positions.enumerated() where stop != first && stop != last {
            if let position, stops.indices.contains(position) { stops[position] = stop }
        }
        if let first { stops[0] = first }
        if let last { stops[count - 1] = last }
        (self.last, self.count) = (last, count)
        self.stops = rules.positions.contains { $0 != nil } ? stops : nil
    }

    /// Whether orders are free but for their ends.
    var areEmpty: Bool { predecessors == nil && stops == nil }

    /// Whether a stop may be visited next.
    ///
    /// - Parameters:
    ///   - position: Its position in the order.
    ///   - isVisited: Whether another stop has been visited.
    func allow(_ stop: Int, at position: Int, _ isVisited: (Int) -> Bool) -> Bool {
        if stop == last, position < count - 1 { return false }
        if let stops {
            if let given = stops[position] { return given == stop && follows(stop, isVisited) }
            if stops.contains(stop) { return false }
        }
        return follows(stop, isVisited)
    }

    private func follows(_ stop: Int, _ isVisited: (Int) -> Bool) -> Bool {
        predecessors?[stop].allSatisfy(isVisited) ?? true
    }

    /// How many stops of an order are not where they must be.
    ///
    /// - Complexity: O(*n*) for *n* stops and the pairs of them.
    func broken(by order: [Int]) -> Int {
        if areEmpty { return 0 }
        var visited: Set<Int> = []
        return order.enumerated().count { position, stop in
            defer { visited.insert(stop) }
            return !allow(stop, at: position) { visited.contains($0) }
        }
    }

    /// An order with each stop where it must be, otherwise as it was, if that is possible.
    ///
    /// - Complexity: O(*n*²) in the number of stops.
    func keeping(_ order: [Int]) -> [Int] {
        if areEmpty { return order }
        var rest = order
        var kept: [Int] = []
        var visited: Set<Int> = []
        while !rest.isEmpty {
            let urgent = urgent(at: kept.count, visited)
            let next = rest.firstIndex { stop in
                allow(stop, at: kept.count) { visited.contains($0) }
                    && urgent?.contains(stop) ?? true
            }
            let stop = rest.remove(at: next ?? 0)
            kept.append(stop)
            visited.insert(stop)
        }
        return kept
    }

    /// Stops of which one must be visited next, because a position is given to one that comes
    /// after all of them.
    private func urgent(at position: Int, _ visited: Set<Int>) -> Set<Int>? {
        guard let stops, let predecessors, stops[position] == nil else { return nil }
        var free = 0
        for given in stops[position...] {
            guard let given else {
                free += 1
                continue
            }
            let open = predecessors[given].subtracting(visited).subtracting(
                stops.compactMap(\.self))
            if open.count >= free, !open.isEmpty { return open }
        }
        return nil
    }
}
