// A hash that is the same in every process.

/// A hash of numbers and bytes that is the same in every process and on every machine.
///
/// Use it for texts that leave the process, such as entity tags. It detects changes; it is no
/// protection against someone who wants two values to have the same hash.
///
/// ```swift
/// var hash = StableHash()
/// for cost in costs { hash.combine(cost) }
/// hash.text    // 16 hexadecimal digits
/// ```
///
/// Method: FNV-1a with 64 bits; Fowler, Noll and Vo.
package struct StableHash: Hashable, Sendable {
    private var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Begins a hash.
    package init() {}

    package mutating func combine(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }

    /// Adds a number's four bytes, the lowest first.
    package mutating func combine(_ number: UInt32) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            combine(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// The hash as 16 hexadecimal digits.
    package var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
