// A column of a mapped dataset file.

import DataStructures

/// One column of fixed-size values in a dataset's mapped bytes.
///
/// A column is a view: it is valid while the ``NetworkDataset`` it came from lives. In hot loops,
/// copy it to a local first.
///
/// Rows are checked in release builds too, so an index out of range ends the program instead of
/// reading other memory. Only the innermost loops of searches and metrics skip the check
/// (`subscript(unchecked:)`, `base`). With every row checked, a bare query was 6 to 11 % slower,
/// its path 5 to 8 % and a customization 5 %, but the whole route stayed within 1 % (Greater Porto,
/// the least of 16 runs each). Files are verified by checksum before they are read.
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

    /// Returns a row, checked in debug builds only. For the innermost loops.
    @inlinable @inline(__always) package subscript(unchecked index: Int) -> Value {
        assert(index >= 0 && index < count, "row \(index) of a column of \(count)")
        return base[index]
    }

    /// Returns a row, checked in debug builds only. For the innermost loops.
    @inlinable @inline(__always) package subscript(unchecked index: UInt32) -> Value {
        self[unchecked: Int(index)]
    }
}

extension MappedColumn where Value: Comparable {
    /// Returns the first row whose value is not less than `value`, by binary search in a sorted
    /// column.
    package func lowerBound(_ value: Value) -> Int {
        (0..<count).partitioningIndex { base[$0] >= value }
    }
}
