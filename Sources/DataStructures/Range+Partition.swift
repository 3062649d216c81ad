// The one binary search.

extension Range<Int> {
    /// The first position at which a condition holds, where it holds at every position after it;
    /// the end where it holds nowhere.
    ///
    ///     let first = column.indices.partitioningIndex { column[$0] >= wanted }
    ///
    /// - Complexity: O(log *n*) calls of the condition.
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
