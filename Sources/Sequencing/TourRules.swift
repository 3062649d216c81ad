// Rules for an order besides its stops' windows.

/// Rules about an order of stops, and about the tour along it.
///
/// Windows, the break and the longest time are soft: exceeding them counts as lateness, up to
/// ``mostLate``. All other rules are hard.
package struct TourRules: Hashable, Sendable {
    /// For each stop, windows besides the problem's own; empty for none. A stop is visited in the
    /// window that makes the tour least late.
    package var laterWindows: [[TimeWindow]]
    /// For each stop, how late it may be reached; `nil` for any time, empty for no limits. The
    /// order's fixed ends may be late by any time.
    package var mostLate: [Int64?]
    /// A break that the tour takes at a stop, after the service there.
    package var pause: TourBreak?
    /// The longest time from departure to the end of the last service.
    package var longestTime: Int64?
    /// For each stop, the stops to visit before it; empty for none.
    package var predecessors: [[Int]]
    /// For each stop, its position in the order, from 0, if given; empty for none.
    package var positions: [Int?]

    package init(
        laterWindows: [[TimeWindow]] = [], mostLate: [Int64?] = [], pause: TourBreak? = nil,
        longestTime: Int64? = nil, predecessors: [[Int]] = [], positions: [Int?] = []
    ) {
        self.laterWindows = laterWindows
        self.mostLate = mostLate
        self.pause = pause
        self.longestTime = longestTime
        self.predecessors = predecessors
        self.positions = positions
    }
}

/// A tour's break.
///
/// A tour that ends before the break must begin takes none.
package struct TourBreak: Hashable, Sendable {
    /// How long it takes.
    package var duration: Int64
    /// When it may begin.
    package var window: TimeWindow

    package init(duration: Int64, window: TimeWindow) {
        self.duration = duration
        self.window = window
    }
}

/// A problem's rules of order, in the form that searches need.
struct OrderRules: Hashable, Sendable {
    /// For each stop, its direct predecessors; `nil` if no stop has any.
    private let direct: [[Int]]?
    /// For each stop, all stops that come before it; `nil` if no stop has any.
    let predecessors: [[Int]]?
    /// For each stop, all stops that come after it.
    let successors: [[Int]]?
    /// The stop at each position of the order; `nil` if no position is given.
    let stops: [Int?]?
    /// For each stop, whether its position is given.
    private let isPlaced: [Bool]
    /// The stop that comes after all others.
    private let last: Int?
    private let count: Int

    /// Reads rules. Fixed ends come before, or after, all other stops.
    ///
    /// - Complexity: O(*n* + *k* *n* / 64) for *n* stops and *k* pairs of them.
    init(_ rules: TourRules, count: Int, first: Int?, last: Int?) {
        (self.last, self.count) = (last, count)
        if rules.predecessors.allSatisfy(\.isEmpty) {
            (direct, predecessors, successors) = (nil, nil, nil)
        } else {
            let known = rules.predecessors.enumerated().map { stop, others in
                stop == first ? [] : Set(others).sorted()
            }
            let all = Self.closure(of: known)
            var after = [[Int]](repeating: [], count: count)
            for (stop, others) in all.enumerated() {
                for other in others { after[other].append(stop) }
            }
            (direct, predecessors, successors) = (known, all, after)
        }
        var stops = [Int?](repeating: nil, count: count)
        for (stop, position) in rules.positions.enumerated() where stop != first && stop != last {
            if let position, stops.indices.contains(position) { stops[position] = stop }
        }
        let isGiven = rules.positions.contains { $0 != nil }
        if isGiven, let first { stops[0] = first }
        if isGiven, let last { stops[count - 1] = last }
        var isPlaced = [Bool](repeating: false, count: count)
        for stop in stops.compactMap(\.self) { isPlaced[stop] = true }
        self.isPlaced = isPlaced
        self.stops = isGiven ? stops : nil
    }

    /// Returns all predecessors of each stop, including indirect ones. No order keeps a cycle; its
    /// stops get only the predecessors that are certain.
    private static func closure(of direct: [[Int]]) -> [[Int]] {
        let words = (direct.count + 63) / 64
        var sets = [[UInt64]](
            repeating: [UInt64](repeating: 0, count: words), count: direct.count)
        var unmet = direct.map(\.count)
        var after = [[Int]](repeating: [], count: direct.count)
        for (stop, others) in direct.enumerated() {
            for other in others { after[other].append(stop) }
        }
        var ready = unmet.indices.filter { unmet[$0] == 0 }
        while let stop = ready.popLast() {
            for next in after[stop] {
                for word in 0..<words { sets[next][word] |= sets[stop][word] }
                sets[next][stop / 64] |= 1 << UInt64(stop % 64)
                unmet[next] -= 1
                if unmet[next] == 0 { ready.append(next) }
            }
        }
        return sets.map { set in
            direct.indices.filter { set[$0 / 64] & (1 << UInt64($0 % 64)) != 0 }
        }
    }

    /// Whether orders are free except for their ends.
    var areEmpty: Bool { predecessors == nil && stops == nil }

    /// Whether a stop may be visited next.
    ///
    /// - Parameters:
    ///   - position: Its position in the order.
    ///   - isVisited: Returns whether another stop has been visited.
    func allow(_ stop: Int, at position: Int, _ isVisited: (Int) -> Bool) -> Bool {
        fits(stop, at: position) && direct?[stop].allSatisfy(isVisited) ?? true
    }

    /// Whether a stop may stand at a position, regardless of the stops before it.
    private func fits(_ stop: Int, at position: Int) -> Bool {
        if stop == last, position < count - 1 { return false }
        guard let stops else { return true }
        return stops[position].map { $0 == stop } ?? !isPlaced[stop]
    }

    /// Returns how many stops of an order are not where they must be.
    ///
    /// - Complexity: O(*n*) for *n* stops, plus their pairs.
    func broken(by order: [Int]) -> Int {
        if areEmpty { return 0 }
        var isVisited = [Bool](repeating: false, count: count)
        return order.enumerated().count { position, stop in
            defer { isVisited[stop] = true }
            return !allow(stop, at: position) { isVisited[$0] }
        }
    }

    /// Returns an order with each stop where it must be, if possible, and otherwise unchanged.
    ///
    /// - Complexity: O(*n*²) in the number of stops.
    func keeping(_ order: [Int]) -> [Int] {
        if areEmpty { return order }
        var rest = order
        var kept: [Int] = []
        var isVisited = [Bool](repeating: false, count: count)
        var unmet = direct?.map(\.count) ?? Array(repeating: 0, count: count)
        var after = [[Int]](repeating: [], count: count)
        for (stop, others) in (direct ?? []).enumerated() {
            for other in others { after[other].append(stop) }
        }
        while !rest.isEmpty {
            let urgent = urgent(at: kept.count, isVisited)
            let next = rest.firstIndex { stop in
                unmet[stop] == 0 && fits(stop, at: kept.count) && urgent?.contains(stop) ?? true
            }
            let stop = rest.remove(at: next ?? 0)
            kept.append(stop)
            isVisited[stop] = true
            for other in after[stop] { unmet[other] -= 1 }
        }
        return kept
    }

    /// Returns stops of which one must be visited next, because they all precede a stop with a
    /// given position.
    private func urgent(at position: Int, _ isVisited: [Bool]) -> [Int]? {
        guard let stops, let predecessors, stops[position] == nil else { return nil }
        var free = 0
        for given in stops[position...] {
            guard let given else {
                free += 1
                continue
            }
            let open = predecessors[given].filter { !isVisited[$0] && !isPlaced[$0] }
            if open.count >= free, !open.isEmpty { return open }
        }
        return nil
    }
}
