// A long array of plain values, kept in a file without a name.

import Glibc

/// An array that only grows, whose values lie in a temporary file but for the last few thousand.
///
/// ```swift
/// let depths = SpooledArray<Double>()
/// for depth in soundings { depths.append(depth) }
/// for depth in depths.values(in: 0..<depths.count) { draw(depth) }
/// if let failure = depths.failure { throw failure }    // what was read is not whole
/// ```
///
/// The file has no name, and its space is freed with the array. Where none can be made or written,
/// as in a full or read-only folder, the values stay in memory. One thread at a time may use it.
///
/// It is public, because the compiler does not specialize package members in other rooms: they took
/// 3 % of the time of matching.
public final class SpooledArray<Element: BitwiseCopyable> {
    /// Values that could not be read back.
    public struct ReadFailure: Error, Hashable, CustomStringConvertible {
        /// What the system says.
        public let reason: String

        /// What failed, and why.
        public var description: String { "a temporary file cannot be read: \(reason)" }
    }

    /// The most bytes that are held before they are written.
    private static var heldBytes: Int { 1 << 18 }

    private let folder: String
    /// The values behind those in the file.
    @usableFromInline var held: [Element] = []
    /// The number of values from which those held go to the file.
    @usableFromInline var mostHeld = max(1, heldBytes / MemoryLayout<Element>.stride)
    /// The number of values in the file.
    @usableFromInline var storedCount = 0
    /// The file, once there are values in it; `nil` before, and where it cannot be made.
    private var descriptor: Int32?
    /// Why values could not be read back. What has been read since lacks them.
    public private(set) var failure: ReadFailure?

    /// Makes an empty array.
    ///
    /// - Parameter folder: Where the file lies.
    public init(folder: String = temporaryFolder()) { self.folder = folder }

    deinit {
        if let descriptor { close(descriptor) }
    }

    /// The number of values.
    @inlinable public var count: Int { storedCount + held.count }

    /// The number of values in the file.
    var countInFile: Int { storedCount }

    /// Adds a value at the end.
    @inlinable
    public func append(_ value: Element) {
        held.append(value)
        if held.count >= mostHeld { spool() }
    }

    /// Adds values at the end.
    @inlinable
    public func append(contentsOf values: some Collection<Element>) {
        held += values
        if held.count >= mostHeld { spool() }
    }

    /// The value at a place; `nil` where it cannot be read, see ``failure``.
    ///
    /// - Complexity: A read of the file for each value that lies there.
    public subscript(place: Int) -> Element? {
        precondition((0..<count).contains(place), "the array has no value \(place)")
        var found: [Element] = []
        read(place..<(place + 1), into: &found)
        return found.first
    }

    /// The values in a range, in order. They end early where they cannot be read, see ``failure``.
    public func values(in range: Range<Int>) -> Values {
        precondition(
            range.lowerBound >= 0 && range.upperBound <= count, "the array has no values \(range)")
        return Values(array: self, range: range)
    }

    /// Moves the values held to the file.
    @usableFromInline
    func spool() {
        if descriptor == nil { descriptor = Self.open(in: folder) }
        let offset = storedCount * MemoryLayout<Element>.stride
        guard let descriptor,
            held.withUnsafeBytes({ Self.write($0, to: descriptor, at: offset) })
        else {
            mostHeld = .max
            return
        }
        storedCount += held.count
        held.removeAll(keepingCapacity: true)
    }

    /// Replaces the content of `values` by those of a range.
    @usableFromInline
    func read(_ range: Range<Int>, into values: inout [Element]) {
        values.removeAll(keepingCapacity: true)
        let stored = range.clamped(to: 0..<storedCount)
        if let descriptor, !stored.isEmpty {
            let stride = MemoryLayout<Element>.stride
            var failed: Int32?
            let read = [Element](unsafeUninitializedCapacity: stored.count) { buffer, count in
                failed = Self.read(
                    UnsafeMutableRawBufferPointer(buffer), from: descriptor,
                    at: stored.lowerBound * stride)
                count = failed == nil ? stored.count : 0
            }
            if let failed {
                failure = ReadFailure(reason: String(cString: strerror(failed)))
                return
            }
            values = read
        }
        let rest = range.clamped(to: storedCount..<count)
        values += held[(rest.lowerBound - storedCount)..<(rest.upperBound - storedCount)]
    }

    /// The values in a range of an array.
    public struct Values: Sequence, IteratorProtocol {
        /// Values that are read together.
        private static var together: Int { 1_024 }

        @usableFromInline let array: SpooledArray
        @usableFromInline var range: Range<Int>
        @usableFromInline var values: [Element] = []
        @usableFromInline var place = 0

        fileprivate init(array: SpooledArray, range: Range<Int>) {
            self.array = array
            self.range = range
        }

        /// The next value; `nil` at the end.
        @inlinable
        public mutating func next() -> Element? {
            if place == values.count, !readOn() { return nil }
            defer { place += 1 }
            return values[place]
        }

        /// Reads the next values together.
        ///
        /// - Returns: Whether there are any.
        @usableFromInline
        mutating func readOn() -> Bool {
            let end = Swift.min(range.upperBound, range.lowerBound + Self.together)
            array.read(range.lowerBound..<end, into: &values)
            range = (values.isEmpty ? range.upperBound : end)..<range.upperBound
            place = 0
            return !values.isEmpty
        }
    }
}

// MARK: - Files

extension SpooledArray {
    /// The folder for temporary files: `TMPDIR`, else `/var/tmp`, which lies on a disk where `/tmp`
    /// may lie in memory.
    public static func temporaryFolder() -> String {
        guard let named = getenv("TMPDIR") else { return "/var/tmp" }
        return String(cString: named)
    }

    /// Opens a file without a name; `nil` when it cannot be made.
    private static func open(in folder: String) -> Int32? {
        var name = Array("\(folder)/waypost-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        guard unlink(name) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func write(
        _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int
    ) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = pwrite(
                descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written,
                off_t(offset + written))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    /// - Returns: The number of the error, or `nil`.
    private static func read(
        _ bytes: UnsafeMutableRawBufferPointer, from descriptor: Int32, at offset: Int
    ) -> Int32? {
        var filled = 0
        while filled < bytes.count {
            let count = pread(
                descriptor, bytes.baseAddress?.advanced(by: filled), bytes.count - filled,
                off_t(offset + filled))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return errno }
            guard count > 0 else { return EIO }
            filled += count
        }
        return nil
    }
}
