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

    private let folder: String?
    /// The values behind those in the file.
    @usableFromInline var held: [Element] = []
    /// The number of values from which those held go to the file.
    @usableFromInline var mostHeld = max(1, heldBytes / MemoryLayout<Element>.stride)
    /// The number of values in the file.
    @usableFromInline var storedCount = 0
    /// The file, once there are values in it; `nil` before, and where it cannot be made.
    private var file: UnnamedFile?
    /// Why values could not be read back. What has been read since lacks them.
    public private(set) var failure: ReadFailure?

    /// Makes an empty array.
    ///
    /// - Parameter folder: Where the file lies: `TMPDIR`, else `/var/tmp`, when it is `nil`.
    public init(folder: String? = nil) { self.folder = folder }

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
        if file == nil { file = UnnamedFile(in: folder ?? UnnamedFile.folder) }
        let offset = storedCount * MemoryLayout<Element>.stride
        guard let file, held.withUnsafeBytes({ file.write($0, at: offset) }) else {
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
        if let file, !stored.isEmpty {
            let stride = MemoryLayout<Element>.stride
            var failed: Int32?
            let read = [Element](unsafeUninitializedCapacity: stored.count) { buffer, count in
                failed = file.read(
                    into: UnsafeMutableRawBufferPointer(buffer), at: stored.lowerBound * stride)
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
