// A byte buffer that only grows at its end.
//
// An array checks on every append whether its storage is shared and has room. An answer has tens of
// thousands of bytes, written in pieces of a few.

/// A buffer with one owner, for appending bytes.
struct GrowingBytes: ~Copyable, @unchecked Sendable {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init() {
        capacity = 256
        start = .allocate(capacity: capacity)
    }

    deinit { start.deallocate() }

    /// A copy of the appended bytes.
    var array: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

    /// Removes all bytes but keeps the memory.
    mutating func removeAll() { count = 0 }

    /// Makes room for this many more bytes.
    @inline(__always)
    mutating func reserve(_ more: Int) {
        if capacity - count < more { grow(by: more) }
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        start[count] = byte
        count += 1
    }

    /// Appends the same byte `count` times.
    mutating func append(repeating byte: UInt8, count more: Int) {
        reserve(more)
        (start + count).update(repeating: byte, count: more)
        count += more
    }

    @inline(__always)
    mutating func append(contentsOf bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.baseAddress else { return }
        reserve(bytes.count)
        (start + count).update(from: first, count: bytes.count)
        count += bytes.count
    }

    /// Appends a number of bytes, which `write` sets.
    @inline(__always)
    mutating func append(count more: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Void) {
        reserve(more)
        write(start + count)
        count += more
    }

    @inline(never)
    private mutating func grow(by more: Int) {
        capacity = max(capacity * 2, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: start, count: count)
        start.deallocate()
        start = larger
    }
}
