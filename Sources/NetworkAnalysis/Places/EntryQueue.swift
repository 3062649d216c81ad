// The order in which a search for the nearest streets goes through the index, and what of it a
// condition lets it pass over.

import Geo

/// Index entries by distance from a coordinate, nearest first.
struct EntryQueue {
    private let place: Coordinate
    private let scale: (x: Double, y: Double)
    private var heap: [(meters: Double, level: Int, entry: Int)] = []

    init(_ place: Coordinate, scale: (x: Double, y: Double)) {
        self.place = place
        self.scale = scale
    }

    mutating func push(level: Int, entry: Int, box: Envelope) {
        let dx = max(box.minX - place.x, 0, place.x - box.maxX) * scale.x
        let dy = max(box.minY - place.y, 0, place.y - box.maxY) * scale.y
        heap.append(((dx * dx + dy * dy).squareRoot(), level, entry))
        var child = heap.count - 1
        while child > 0, heap[child].meters < heap[(child - 1) / 2].meters {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func pop() -> (meters: Double, level: Int, entry: Int)? {
        guard let least = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return least }
        heap[0] = last
        var parent = 0
        while true {
            let left = 2 * parent + 1
            guard left < heap.count else { break }
            let right = left + 1
            let child =
                right < heap.count && heap[right].meters < heap[left].meters ? right : left
            guard heap[child].meters < heap[parent].meters else { break }
            heap.swapAt(child, parent)
            parent = child
        }
        return least
    }
}

/// What one search passes over because a condition leaves it out.
struct StreetFilter {
    private let streets: StreetSelection?
    private var entries: SelectedEntries?
    private var passedOver = 0

    init(_ streets: StreetSelection?) {
        self.streets = streets
        entries = streets?.entries
    }

    /// Whether an entry of the index may lead to a street that counts.
    func mayLead(_ entry: Int) -> Bool { entries?.contains(entry) ?? true }

    /// Whether a street counts. After many that do not all are judged at once.
    mutating func takes(_ segment: Int, _ shouldStop: () -> Bool) -> Bool {
        // What is judged has been asked of the street's entry.
        guard let streets, entries == nil else { return true }
        if streets.holds(segment: segment) { return true }
        passedOver += 1
        if passedOver == StreetSelection.patience { entries = streets.judgeAll(shouldStop) }
        return false
    }
}
