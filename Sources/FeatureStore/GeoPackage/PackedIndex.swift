// Builds a spatial index from all boxes at once.

import Geo

/// Fills an empty SQLite R*Tree with packed nodes.
///
/// SQLite adds boxes one by one, which takes longer than everything else in a load. Its nodes lie
/// in three ordinary tables with a documented format, so they are written here directly, from the
/// leaves up.
///
/// Method: sort-tile-recursive; Leutenegger, Lopez and Edgington, *STR: A Simple and Efficient
/// Algorithm for R-Tree Packing*, ICDE 1997,
/// [doi:10.1109/ICDE.1997.582015](https://doi.org/10.1109/ICDE.1997.582015). Form: *The R*Tree
/// Module*, "Additional information".
struct PackedIndex {
    /// A box and the id of its row or node. Borders are rounded outwards, as SQLite does.
    struct Entry {
        var id: Int64
        var minX: Float
        var maxX: Float
        var minY: Float
        var maxY: Float

        init(id: Int64, _ box: Envelope) {
            self.id = id
            minX = Self.down(box.minX)
            maxX = -Self.down(-box.maxX)
            minY = Self.down(box.minY)
            maxY = -Self.down(-box.maxY)
        }

        /// Makes the box around some entries.
        init(id: Int64, round entries: ArraySlice<Entry>) {
            self.id = id
            (minX, maxX, minY, maxY) = (.infinity, -.infinity, .infinity, -.infinity)
            for entry in entries {
                minX = min(minX, entry.minX)
                maxX = max(maxX, entry.maxX)
                minY = min(minY, entry.minY)
                maxY = max(maxY, entry.maxY)
            }
        }

        private static func down(_ value: Double) -> Float {
            let near = Float(value)
            return Double(near) > value ? near.nextDown : near
        }
    }

    /// The index table's name, without quotes.
    let name: String
    let connection: SQLConnection

    /// The size of an entry in bytes: an id and four borders.
    private static let entryBytes = 24
    private static let headBytes = 4

    /// Writes the nodes.
    ///
    /// - Precondition: The index has no rows.
    /// - Complexity: O(*n* log *n*) in the entries, all of which are held in memory.
    func fill(_ entries: [Entry]) throws(SQLFailure) {
        let nodes = "\(name)_node".sqlName
        let size = try connection.integer("SELECT length(data) FROM \(nodes) WHERE nodeno = 1")
        guard let size, size >= Self.headBytes + 2 * Self.entryBytes else {
            throw SQLFailure(code: 11, message: "the spatial index \(name) has no root")
        }
        let capacity = (Int(size) - Self.headBytes) / Self.entryBytes
        try connection.run("DELETE FROM \(nodes)")
        try connection.run("DELETE FROM \("\(name)_parent".sqlName)")
        try connection.run("DELETE FROM \("\(name)_rowid".sqlName)")
        let node = try SQLStatement("INSERT INTO \(nodes) VALUES (?, ?)", on: connection)
        let parent = try SQLStatement(
            "INSERT INTO \("\(name)_parent".sqlName) VALUES (?, ?)", on: connection)
        let row = try SQLStatement(
            "INSERT INTO \("\(name)_rowid".sqlName) VALUES (?, ?)", on: connection)

        var level = Self.tiled(entries, capacity: capacity)
        var depth = 0
        var next: Int64 = 2
        while level.count > capacity {
            var above: [Entry] = []
            for range in Self.groups(of: level.count, capacity: capacity) {
                let part = level[range]
                try node.run([.integer(next), .blob(Self.bytes(part, depth: 0, size: Int(size)))])
                for entry in part {
                    try (depth == 0 ? row : parent).run([.integer(entry.id), .integer(next)])
                }
                above.append(Entry(id: next, round: part))
                next += 1
            }
            level = above
            depth += 1
        }
        try node.run([.integer(1), .blob(Self.bytes(level[...], depth: depth, size: Int(size)))])
        for entry in level {
            try (depth == 0 ? row : parent).run([.integer(entry.id), .integer(1)])
        }
    }

    /// Orders entries so that neighbors are close together: slices from west to east, each sorted
    /// from south to north.
    private static func tiled(_ entries: [Entry], capacity: Int) -> [Entry] {
        var entries = entries
        let leaves = (entries.count + capacity - 1) / capacity
        guard leaves > 1 else { return entries }
        let slices = Int(Double(leaves).squareRoot().rounded(.up))
        entries.sort { ($0.minX + $0.maxX, $0.id) < ($1.minX + $1.maxX, $1.id) }
        for slice in 0..<slices {
            let range = (entries.count * slice / slices)..<(entries.count * (slice + 1) / slices)
            entries[range].sort { ($0.minY + $0.maxY, $0.id) < ($1.minY + $1.maxY, $1.id) }
        }
        return entries
    }

    /// Splits a count into as few groups as the capacity allows; their sizes differ by at most one.
    private static func groups(of count: Int, capacity: Int) -> [Range<Int>] {
        let groups = (count + capacity - 1) / capacity
        return (0..<groups).map { (count * $0 / groups)..<(count * ($0 + 1) / groups) }
    }

    private static func bytes(_ entries: ArraySlice<Entry>, depth: Int, size: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        func append(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
        }
        append(UInt16(clamping: depth))
        append(UInt16(clamping: entries.count))
        for entry in entries {
            append(entry.id)
            for border in [entry.minX, entry.maxX, entry.minY, entry.maxY] {
                append(border.bitPattern)
            }
        }
        bytes.append(contentsOf: repeatElement(0, count: max(0, size - bytes.count)))
        return bytes
    }
}
