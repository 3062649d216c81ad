// How a stop can be visited.

/// A variant of a stop: visited through one of its doors, in one of its windows, and with the break
/// still to come, made there, or past.
struct TourNode: Hashable, Sendable {
    var stop: Int
    /// The row and the column of the costs.
    var door: Int
    /// When the stop is to be reached.
    var window: TimeWindow?
    /// By how much it may be reached later.
    var mostLate: Int64?
    /// Whether the break is past when the stop is reached.
    var isRestedBefore = false
    /// Whether the break is past when the stop is left.
    var isRestedAfter = false

    /// Whether the break is made here.
    var hasBreak: Bool { isRestedAfter && !isRestedBefore }

    /// The variants of a stop with one door.
    static func variants(
        of stop: Int, door: Int, windows: [TimeWindow], mostLate: Int64?, hasBreak: Bool
    ) -> [TourNode] {
        let choices = windows.isEmpty ? [nil] : windows.map(Optional.some)
        return choices.flatMap { window in
            let node = TourNode(stop: stop, door: door, window: window, mostLate: mostLate)
            guard hasBreak else { return [node] }
            return [(false, false), (false, true), (true, true)].map { before, after in
                var variant = node
                (variant.isRestedBefore, variant.isRestedAfter) = (before, after)
                return variant
            }
        }
    }
}

/// The nodes of the stops of a problem, stop by stop.
struct TourNodes: Hashable, Sendable {
    let all: [TourNode]
    /// The nodes of each stop.
    let ranges: [Range<Int>]
    /// The greatest number of nodes of a stop.
    let width: Int
    /// Whether a stop may not be reached at any time.
    let haveLimits: Bool

    /// - Parameters:
    ///   - doors: The number of doors of each stop.
    ///   - windows: The windows of each stop.
    ///   - mostLate: By how much each stop may be late; none when empty.
    ///   - hasBreak: Whether tours make a break.
    init(doors: [Int], windows: [[TimeWindow]], mostLate: [Int64?] = [], hasBreak: Bool) {
        var nodes: [TourNode] = []
        var ranges: [Range<Int>] = []
        var firstDoor = 0
        for (stop, count) in doors.enumerated() {
            let start = nodes.count
            for door in firstDoor..<firstDoor + count {
                nodes += TourNode.variants(
                    of: stop, door: door, windows: windows[stop],
                    mostLate: mostLate.isEmpty ? nil : mostLate[stop], hasBreak: hasBreak)
            }
            firstDoor += count
            ranges.append(start..<nodes.count)
        }
        all = nodes
        haveLimits = mostLate.contains { $0 != nil }
        self.ranges = ranges
        width = ranges.lazy.map(\.count).max() ?? 1
    }

    /// The nodes of a stop.
    func of(_ stop: Int) -> ArraySlice<TourNode> { all[ranges[stop]] }
}
