// How a stop can be visited.

/// A variant of a stop: visited through one of its doors, in one of its windows, and with the break
/// still to come, made there, or past.
struct TourNode: Hashable, Sendable {
    var stop: Int
    /// The row and the column of the costs.
    var door: Int
    /// When the stop is to be reached.
    var window: TimeWindow?
    /// Whether the break is past when the stop is reached.
    var isRestedBefore = false
    /// Whether the break is past when the stop is left.
    var isRestedAfter = false

    /// Whether the break is made here.
    var hasBreak: Bool { isRestedAfter && !isRestedBefore }
}

/// The nodes of the stops of a problem, stop by stop.
struct TourNodes: Hashable, Sendable {
    let all: [TourNode]
    /// The nodes of each stop.
    let ranges: [Range<Int>]
    /// The greatest number of nodes of a stop.
    let width: Int

    /// - Parameters:
    ///   - doors: The number of doors of each stop.
    ///   - windows: The windows of each stop, ascending.
    ///   - hasBreak: Whether tours make a break.
    init(doors: [Int], windows: [[TimeWindow]], hasBreak: Bool) {
        var nodes: [TourNode] = []
        var ranges: [Range<Int>] = []
        var firstDoor = 0
        for (stop, count) in doors.enumerated() {
            let start = nodes.count
            for door in firstDoor..<firstDoor + count {
                let choices = windows[stop].isEmpty ? [nil] : windows[stop].map(Optional.some)
                for window in choices {
                    let node = TourNode(stop: stop, door: door, window: window)
                    nodes.append(node)
                    guard hasBreak else { continue }
                    nodes += [(false, true), (true, true)].map { before, after in
                        var other = node
                        (other.isRestedBefore, other.isRestedAfter) = (before, after)
                        return other
                    }
                }
            }
            firstDoor += count
            ranges.append(start..<nodes.count)
        }
        all = nodes
        self.ranges = ranges
        width = ranges.lazy.map(\.count).max() ?? 1
    }

    /// The nodes of a stop.
    func of(_ stop: Int) -> ArraySlice<TourNode> { all[ranges[stop]] }
}
