// Bytes that only ever grow at their end.
//
// An array checks at every byte whether it shares its storage and whether there is room; an answer
// is tens of thousands of bytes in pieces of a few.

/// A buffer with one owner, for bytes appended one by one.
struct GrowingBytes: ~Copyable, @unchecked Sendable {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init() {
        capacity = 256
        start = .allocate(capacity: capacity)
    }

    deinit { start.deallocate() }

    /// What has been appended.
    var array: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

    /// Forgets what has been appended, and keeps the room.
    mutating func removeAll() { count = 0 }

    /// Makes room for this many further bytes.
    @inline(__always)
    mutating func reserve(_ more: Int) {
        if capacity - count < more { grow(by: more) }
    }

    /// Appends a byte.
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

    /// Appends bytes.
    @inline(__always)
    mutating func append(contentsOf bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.baseAddress else { return }
        reserve(bytes.count)
        (start + count).update(from: first, count: bytes.count)
        count += bytes.count
    }

    /// Appends so many bytes that `write` sets.
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
