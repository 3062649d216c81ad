// Arrays that are equal because they are the same in memory.

extension Array {
    /// What arrays have in common that are the same elements in memory, so that they are equal
    /// without a look at any of them. Equal arrays may well have two.
    ///
    /// It holds as long as one of the arrays is kept; another array may have it afterwards.
    ///
    /// - Complexity: O(1).
    package var identity: ArrayIdentity {
        withUnsafeBufferPointer {
            ArrayIdentity(address: UInt(bitPattern: $0.baseAddress), count: $0.count)
        }
    }
}

/// The place and the number of an array's elements in memory.
package struct ArrayIdentity: Hashable, Sendable {
    fileprivate let address: UInt
    fileprivate let count: Int
}
