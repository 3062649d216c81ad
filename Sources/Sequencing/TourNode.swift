// The variants in which a stop can be visited.

/// A variant of a stop: visited through a certain door, in a certain window, and with the break
/// still to come, taken there, or past.
///
/// Variants turn rules about time into rules about single stops and about legs between variants, so
/// that one recursion handles doors, windows and breaks alike.
struct TourNode: Hashable, Sendable {
    var stop: Int
    /// The variant's row and column in the costs.
    var door: Int
    /// When to reach the stop.
    var window: TimeWindow?
    /// How late the stop may be reached.
    var mostLate: Int64?
    /// Whether the break is past when the stop is reached.
    var isRestedBefore = false
    /// Whether the break is past when the stop is left.
    var isRestedAfter = false

    /// Whether the break is taken here.
    var hasBreak: Bool { isRestedAfter && !isRestedBefore }

    /// Returns a stop's variants for one door.
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

/// The variants of all stops of a problem, stop by stop.
struct TourNodes: Hashable, Sendable {
    let all: [TourNode]
    /// Each stop's range in ``all``.
    let ranges: [Range<Int>]
    /// The most variants of any stop.
    let width: Int
    /// Whether any stop limits its lateness.
    let haveLimits: Bool

    /// - Parameters:
    ///   - doors: Each stop's number of doors.
    ///   - windows: Each stop's windows.
    ///   - mostLate: How late each stop may be; empty for no limits.
    ///   - hasBreak: Whether tours take a break.
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

    /// Returns a stop's variants.
    func of(_ stop: Int) -> ArraySlice<TourNode> { all[ranges[stop]] }
}
