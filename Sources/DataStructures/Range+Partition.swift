// The one binary search.

extension Range<Int> {
    /// Returns the first position where a condition holds, or the end if it holds nowhere. Once it
    /// holds, it must hold at every later position.
    ///
    ///     let first = column.indices.partitioningIndex { column[$0] >= wanted }
    ///
    /// - Complexity: O(log *n*) calls to the condition.
    @inlinable
    package func partitioningIndex(where holds: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
