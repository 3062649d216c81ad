// The rings of one area as readers meet them.

/// An area's rings as files write them, the outer one first and then its holes.
///
/// Programs that round coordinates write rings of fewer than three different corners. Such a ring
/// is left out. If it is the outer ring, its holes are left out too: alone, they would be areas.
struct RingList {
    private(set) var rings: [[Coordinate]] = []
    private var isOuterLost = false
    private var isFirst = true

    /// Closes a ring and adds it.
    ///
    /// - Returns: `false` if it collapsed.
    mutating func add(_ corners: [Coordinate]) -> Bool {
        defer { isFirst = false }
        guard Self.enclosesArea(corners) else {
            isOuterLost = isOuterLost || isFirst
            return false
        }
        guard !isOuterLost else { return true }
        rings.append(corners.first == corners.last ? corners : corners + [corners[0]])
        return true
    }

    /// Whether a ring has three different corners.
    static func enclosesArea(_ corners: [Coordinate]) -> Bool {
        guard let first = corners.first, let second = corners.first(where: { $0 != first }) else {
            return false
        }
        return corners.contains { $0 != first && $0 != second }
    }
}
