// Arrays that are equal because they are the same in memory.

extension Array {
    /// Whether both arrays are the same elements in memory, so that they are equal without a look
    /// at any of them. Equal arrays may well be two.
    ///
    /// - Complexity: O(1).
    package func isIdentical(to other: [Element]) -> Bool {
        guard count == other.count else { return false }
        return withUnsafeBufferPointer { own in
            other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
        }
    }
}
