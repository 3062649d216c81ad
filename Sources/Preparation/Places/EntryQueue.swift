// The queue for finding the nearest streets, and its filter for a street condition.

import Geo
import RoadNetwork

/// Index entries by distance from a coordinate, nearest first.
struct EntryQueue {
    struct Entry {
        var meters: Double
        var level: Int32
        var entry: UInt32
    }

    private let index: EdgeIndex
    /// The coordinate, and meters, in the index's units of 1e-7 degrees.
    private let place: SIMD2<Double>
    private let scale: SIMD2<Double>
    private var heap: [Entry] = []
    /// Once round the earth.
    private static let turn = 360e7

    /// Begins with an index's topmost entries.
    ///
    /// - Parameter scale: Meters per degree near the coordinate.
    init(_ index: EdgeIndex, around place: Coordinate, scale: (x: Double, y: Double)) {
        self.index = index
        self.place = SIMD2(place.x, place.y) * 1e7
        self.scale = SIMD2(scale.x, scale.y) / 1e7
        heap.reserveCapacity(256)
        for (level, entry) in index.rootEntries() { push(level: level, entry: entry) }
    }

    /// Adds the entries below an entry.
    mutating func pushChildren(of entry: Entry) {
        for child in index.children(of: Int(entry.entry), level: Int(entry.level)) {
            push(level: Int(entry.level) - 1, entry: child)
        }
    }

    private mutating func push(level: Int, entry: Int) {
        let box = index.boxes.base + entry * 4
        let least = SIMD2(Double(box[0]), Double(box[1])) - place
        let most = place - SIMD2(Double(box[2]), Double(box[3]))
        var away = pointwiseMax(least, most)
        away = pointwiseMax(away, .zero)
        // A box on the other side of the 180th meridian may be nearer across it.
        away.x = min(away.x, Self.turn + min(least.x, most.x))
        away *= scale
        let added = Entry(
            meters: (away * away).sum().squareRoot(), level: Int32(level), entry: UInt32(entry))
        var child = heap.count
        heap.append(added)
        while child > 0 {
            let parent = (child - 1) / 2
            guard added.meters < heap[parent].meters else { break }
            heap[child] = heap[parent]
            child = parent
        }
        heap[child] = added
    }

    /// Removes the nearest entry.
    ///
    /// - Complexity: O(log *n*) for *n* entries.
    mutating func pop() -> Entry? {
        guard let least = heap.first, let last = heap.popLast() else { return nil }
        let count = heap.count
        guard count > 0 else { return least }
        var parent = 0
        while true {
            let left = 2 * parent + 1
            guard left < count else { break }
            let right = left + 1
            let child =
                right < count && heap[right].meters < heap[left].meters ? right : left
            guard heap[child].meters < last.meters else { break }
            heap[parent] = heap[child]
            parent = child
        }
        heap[parent] = last
        return least
    }
}

/// One search's filter for a street condition.
struct StreetFilter {
    private let streets: StreetSelection?
    private var entries: SelectedEntries?
    private var failures = 0

    init(_ streets: StreetSelection?) {
        self.streets = streets
        entries = streets?.entries
    }

    /// Whether an index entry may lead to a street that meets the condition.
    func mayLead(_ entry: Int) -> Bool { entries?.contains(entry) ?? true }

    /// Whether a street meets the condition. After many failures, the condition is evaluated for
    /// all streets.
    mutating func accepts(_ segment: Int, _ shouldStop: () -> Bool) -> Bool {
        // With marked entries, the street's entry has been checked already.
        guard let streets, entries == nil else { return true }
        if streets.holds(segment: segment) { return true }
        failures += 1
        if failures == StreetSelection.maximumFailures {
            entries = streets.evaluateAll(shouldStop)
        }
        return false
    }
}
