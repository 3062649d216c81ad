// A column of a mapped dataset file.

/// One column of fixed-size values lying in a dataset's mapped bytes.
///
/// A view without ownership: valid while the ``NetworkDataset`` it came from lives. Hot loops copy
/// it to a local first.
@usableFromInline package struct MappedColumn<Value: BitwiseCopyable>: @unchecked Sendable {
    // Sendable: the bytes are mapped read-only and never change while the dataset lives.
    @usableFromInline package let base: UnsafePointer<Value>
    @usableFromInline package let count: Int

    package init(base: UnsafePointer<Value>, count: Int) {
        self.base = base
        self.count = count
    }

    @inlinable @inline(__always) package subscript(index: Int) -> Value {
        assert(index >= 0 && index < count, "row \(index) of a column of \(count)")
        return base[index]
    }

    @inlinable @inline(__always) package subscript(index: UInt32) -> Value { self[Int(index)] }
}

extension MappedColumn where Value: Comparable {
    /// The first row whose value is not less than `value`, by binary search in a sorted column.
    package func lowerBound(_ value: Value) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if base[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
