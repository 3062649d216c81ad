// A column of a mapped dataset file.

import DataStructures

/// One column of fixed-size values lying in a dataset's mapped bytes.
///
/// A view without ownership: valid while the ``NetworkDataset`` it came from lives. Hot loops copy
/// it to a local first.
///
/// Rows are checked in release too, so that an index out of range ends the program instead of
/// reading other memory. The innermost loops of searches and metrics do without
/// (`subscript(unchecked:)`, `base`): with every row checked a bare query was 6 to 11 % slower, its
/// path 5 to 8 % and a customization 5 %, and the whole route within 1 % (Greater Porto, the least
/// of 16 runs each). Checksums of files are verified before they are read.
@usableFromInline package struct MappedColumn<Value: BitwiseCopyable>: @unchecked Sendable {
    // Sendable: the bytes are mapped read-only and never change while the dataset lives.
    @usableFromInline package let base: UnsafePointer<Value>
    @usableFromInline package let count: Int

    package init(base: UnsafePointer<Value>, count: Int) {
        self.base = base
        self.count = count
    }

    @inlinable @inline(__always) package subscript(index: Int) -> Value {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no such row of a column")
        return base[index]
    }

    @inlinable @inline(__always) package subscript(index: UInt32) -> Value { self[Int(index)] }

    /// A row that is checked in debug builds alone, for the innermost loops.
    @inlinable @inline(__always) package subscript(unchecked index: Int) -> Value {
        assert(index >= 0 && index < count, "row \(index) of a column of \(count)")
        return base[index]
    }

    /// A row that is checked in debug builds alone, for the innermost loops.
    @inlinable @inline(__always) package subscript(unchecked index: UInt32) -> Value {
        self[unchecked: Int(index)]
    }
}

extension MappedColumn where Value: Comparable {
    /// The first row whose value is not less than `value`, by binary search in a sorted column.
    package func lowerBound(_ value: Value) -> Int {
        (0..<count).partitioningIndex { base[$0] >= value }
    }
}
