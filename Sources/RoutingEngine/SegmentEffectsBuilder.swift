// Collects the effects on segments, barrier by barrier.

/// Collects pieces and points in any order of segments and sorts them once.
package struct SegmentEffectsBuilder {
    private var rows: [SegmentEffects.Row] = []
    private var effects: [BarrierEffect] = [.barred]
    private var isSorted = true

    /// The number of ``BarrierEffect/barred``.
    package static let barred = 0

    package init() {}

    /// Registers an effect and returns its number.
    package mutating func register(_ effect: BarrierEffect) -> Int {
        if effect == .barred { return Self.barred }
        if effects[effects.count - 1] != effect { effects.append(effect) }
        return effects.count - 1
    }

    /// Adds a piece of a segment. `from` and `to` are fractions along its drawn line.
    @inline(__always)
    package mutating func addPiece(to segment: Int, from: Double, to: Double, effect: Int) {
        precondition(
            from <= to && from >= 0 && to <= 1,
            "barrier piece is not within 0...1: \(from) to \(to)")
        append(
            SegmentEffects.Row(segment: UInt32(segment), effect: effect, from: from, to: to))
    }

    /// Adds a point strictly within a segment.
    package mutating func addPoint(
        to segment: Int, at: Double, effect: Int, affectsForward: Bool, affectsBackward: Bool
    ) {
        append(
            SegmentEffects.Row(
                segment: UInt32(segment), effect: effect, at: at, affectsForward: affectsForward,
                affectsBackward: affectsBackward))
    }

    @inline(__always)
    private mutating func append(_ row: SegmentEffects.Row) {
        if isSorted, let last = rows.last, last.segment > row.segment { isSorted = false }
        rows.append(row)
    }

    /// Returns the table: sorted, and without other pieces on segments that are barred as a whole.
    ///
    /// - Complexity: O(*n*) in the number of rows, by radix sort.
    package func finish() -> SegmentEffects {
        let sorted = isSorted ? rows : Self.sorted(rows)
        return SegmentEffects(sorted: Self.withoutBarredPieces(sorted), effects: effects)
    }

    /// Sorts rows by segment. It is stable: rows of one segment keep their order.
    ///
    /// Method: radix sort, least significant digit first, of keys that carry the row's position.
    private static func sorted(_ rows: [SegmentEffects.Row]) -> [SegmentEffects.Row] {
        var keys = rows.indices.map { UInt64(rows[$0].segment) << 32 | UInt64($0) }
        RadixSort.sort(&keys, fromBit: 32)
        return rows.withUnsafeBufferPointer { rows in
            keys.map { rows[Int(truncatingIfNeeded: $0 & 0xFFFF_FFFF)] }
        }
    }

    private static func withoutBarredPieces(
        _ rows: [SegmentEffects.Row]
    ) -> [SegmentEffects.Row] {
        guard zip(rows, rows.dropFirst()).contains(where: { $0.segment == $1.segment }) else {
            return rows
        }
        var result: [SegmentEffects.Row] = []
        result.reserveCapacity(rows.count)
        var first = 0
        while first < rows.count {
            var end = first + 1
            var bar = rows[first].isWholeBar ? first : nil
            while end < rows.count, rows[end].segment == rows[first].segment {
                if bar == nil, rows[end].isWholeBar { bar = end }
                end += 1
            }
            for index in first..<end where bar == nil || rows[index].isPoint || index == bar {
                result.append(rows[index])
            }
            first = end
        }
        return result
    }
}

/// Sorts keys in O(*n*).
package enum RadixSort {
    /// Sorts by the bits from `fromBit` up. Keys that agree there keep their order.
    package static func sort(_ keys: inout [UInt64], fromBit: Int) {
        let greatest = keys.reduce(0, max) >> UInt64(fromBit)
        if keys.count < 64 {
            // For so few keys, insertion costs less than a radix sort's counters.
            keys.withUnsafeMutableBufferPointer { keys in
                for index in keys.indices.dropFirst() {
                    let key = keys[index]
                    var place = index
                    while place > 0, keys[place - 1] >> UInt64(fromBit) > key >> UInt64(fromBit) {
                        keys[place] = keys[place - 1]
                        place -= 1
                    }
                    keys[place] = key
                }
            }
            return
        }
        let digit = 11
        var spare = [UInt64](repeating: 0, count: keys.count)
        var counts = [Int](repeating: 0, count: 1 << digit)
        var shift = fromBit
        while shift < 64, shift == fromBit || greatest >> UInt64(shift - fromBit) > 0 {
            spare.withUnsafeMutableBufferPointer { target in
                keys.withUnsafeBufferPointer { source in
                    counts.withUnsafeMutableBufferPointer { counts in
                        pass(source, target, counts, shift: UInt64(shift))
                    }
                }
            }
            swap(&keys, &spare)
            shift += digit
        }
    }

    private static func pass(
        _ source: UnsafeBufferPointer<UInt64>, _ target: UnsafeMutableBufferPointer<UInt64>,
        _ counts: UnsafeMutableBufferPointer<Int>, shift: UInt64
    ) {
        let mask = UInt64(counts.count - 1)
        counts.update(repeating: 0)
        for key in source { counts[Int(key >> shift & mask)] += 1 }
        var first = 0
        for digit in counts.indices {
            let count = counts[digit]
            counts[digit] = first
            first += count
        }
        for key in source {
            let digit = Int(key >> shift & mask)
            target[counts[digit]] = key
            counts[digit] += 1
        }
    }
}
