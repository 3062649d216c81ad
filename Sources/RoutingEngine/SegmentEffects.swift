// The effects on segments as one flat, sorted table.

import DataStructures

/// The barriers' effects on segments: a sorted table of rows that refer to a list of effects.
///
/// A few large areas touch ten thousand streets and more, all with the same few effects. A row has
/// 24 bytes without references. A dictionary of ``SegmentBarriers`` took 0.2 µs of allocations per
/// street, most of the time of resolving barriers.
package struct SegmentEffects: Hashable, Sendable {
    /// One piece or point on one segment.
    struct Row: BitwiseCopyable, Sendable {
        var segment: UInt32
        /// The effect's position, and the kind of row.
        private var code: UInt32
        var from: Double
        var to: Double

        init(segment: UInt32, effect: Int, from: Double, to: Double) {
            self.segment = segment
            code = UInt32(effect) << 3
            self.from = from
            self.to = to
        }

        init(
            segment: UInt32, effect: Int, at: Double, affectsForward: Bool, affectsBackward: Bool
        ) {
            self.segment = segment
            code = UInt32(effect) << 3 | 1 | (affectsForward ? 2 : 0) | (affectsBackward ? 4 : 0)
            from = at
            to = at
        }

        var effect: Int { Int(code >> 3) }
        /// Whether the row is a ``BarrierPoint``; else it is a ``BarrierPiece``.
        var isPoint: Bool { code & 1 != 0 }
        var affectsForward: Bool { code & 2 != 0 }
        var affectsBackward: Bool { code & 4 != 0 }
        /// Whether the row bars the whole segment.
        var isWholeBar: Bool { code == 0 && from == 0 && to == 1 }
    }

    /// Ascending by segment; within a segment, in the order in which they were added.
    private(set) var rows: [Row] = []
    /// The effects that rows refer to; the first is ``BarrierEffect/barred``.
    private(set) var effects: [BarrierEffect] = [.barred]

    package init() {}

    init(sorted rows: [Row], effects: [BarrierEffect]) {
        assert(effects.first == .barred, "the first effect is the bar")
        assert(zip(rows, rows.dropFirst()).allSatisfy { $0.segment <= $1.segment })
        self.rows = rows
        self.effects = effects
    }

    package var isEmpty: Bool { rows.isEmpty }

    /// Bytes held, for a cache's budget.
    package var byteCount: Int {
        rows.count * MemoryLayout<Row>.stride
            + effects.reduce(0) { $0 + 64 + 16 * $1.valueCount }
    }

    /// The touched segments, ascending.
    package var keys: [Int] {
        var result: [Int] = []
        for row in rows where result.last != Int(row.segment) { result.append(Int(row.segment)) }
        return result
    }

    /// All effects on one segment; `nil` if barriers do not touch it.
    ///
    /// - Complexity: Reading takes O(log *n*) in the number of rows, writing O(*n*).
    package subscript(segment: Int) -> SegmentBarriers? {
        get {
            let range = self.range(of: segment)
            return range.isEmpty ? nil : barriers(in: range)
        }
        set {
            let fresh = newValue.map { self.rows(of: $0, segment) } ?? []
            rows.replaceSubrange(range(of: segment), with: fresh)
        }
    }

    /// All effects on one segment, or a default if barriers do not touch it.
    package subscript(
        segment: Int, default standard: @autoclosure () -> SegmentBarriers
    ) -> SegmentBarriers {
        get { self[segment] ?? standard() }
        set { self[segment] = newValue }
    }

    package static func == (a: SegmentEffects, b: SegmentEffects) -> Bool {
        a.rows.count == b.rows.count && a.keys == b.keys
            && a.keys.allSatisfy { a[$0] == b[$0] }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(rows.count)
        for row in rows { hasher.combine(row.segment) }
    }

    /// Hashes the rows and effects. If equal effects were registered in another order, the hash
    /// differs.
    func hashContents(into hasher: inout Hasher) {
        rows.withUnsafeBytes { hasher.combine(bytes: $0) }
        hasher.combine(effects)
    }

    /// Returns the rows of a segment.
    func range(of segment: Int) -> Range<Int> {
        let first = rows.indices.partitioningIndex { rows[$0].segment >= segment }
        var end = first
        while end < rows.count, rows[end].segment == segment { end += 1 }
        return first..<end
    }

    /// Returns the rows of one segment as values.
    func barriers(in range: Range<Int>) -> SegmentBarriers {
        var result = SegmentBarriers()
        for row in rows[range] {
            let effect = effects[row.effect]
            if row.isPoint {
                result.points.append(
                    BarrierPoint(
                        at: row.from, effect: effect, affectsForward: row.affectsForward,
                        affectsBackward: row.affectsBackward))
            } else {
                result.pieces.append(BarrierPiece(from: row.from, to: row.to, effect: effect))
            }
        }
        return result
    }

    private mutating func rows(of barriers: SegmentBarriers, _ segment: Int) -> [Row] {
        var result: [Row] = []
        for piece in barriers.pieces {
            result.append(
                Row(
                    segment: UInt32(segment), effect: position(of: piece.effect), from: piece.from,
                    to: piece.to))
        }
        for point in barriers.points {
            result.append(
                Row(
                    segment: UInt32(segment), effect: position(of: point.effect), at: point.at,
                    affectsForward: point.affectsForward, affectsBackward: point.affectsBackward))
        }
        return result
    }

    private mutating func position(of effect: BarrierEffect) -> Int {
        if let known = effects.firstIndex(of: effect) { return known }
        effects.append(effect)
        return effects.count - 1
    }
}

extension SegmentEffects: Sequence {
    /// Iterates over the touched segments with their barriers, ascending.
    package func makeIterator() -> some IteratorProtocol<(key: Int, value: SegmentBarriers)> {
        var next = 0
        return AnyIterator { () -> (key: Int, value: SegmentBarriers)? in
            guard next < rows.count else { return nil }
            let segment = Int(rows[next].segment)
            let range = next..<self.range(of: segment).upperBound
            next = range.upperBound
            return (segment, barriers(in: range))
        }
    }
}

extension BarrierEffect {
    fileprivate var valueCount: Int {
        switch self {
        case .barred: 0
        case .scaled(let factors): factors.count
        case .added(let quanta): quanta.count
        }
    }
}
