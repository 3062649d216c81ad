// Detects arrays that are equal because they share their elements in memory.

extension Array {
    /// The array's elements in memory. Two arrays with the same identity are equal, and comparing
    /// identities looks at no element; equal arrays may still have different identities.
    ///
    /// Keep either array while you hold an identity: after both are freed, another array may get
    /// it.
    ///
    /// - Complexity: O(1).
    package var identity: ArrayIdentity {
        withUnsafeBufferPointer {
            ArrayIdentity(address: UInt(bitPattern: $0.baseAddress), count: $0.count)
        }
    }
}

/// Where an array's elements lie in memory, and how many there are.
package struct ArrayIdentity: Hashable, Sendable {
    fileprivate let address: UInt
    fileprivate let count: Int
}
