// A long array of plain values, kept in an unnamed file.

import Glibc

/// An append-only array that keeps all but its last few thousand values in a temporary file.
///
/// ```swift
/// let depths = SpooledArray<Double>()
/// for depth in soundings { depths.append(depth) }
/// for depth in depths.values(in: 0..<depths.count) { draw(depth) }
/// if let failure = depths.failure { throw failure }    // what was read is not whole
/// ```
///
/// The file has no name, and its space is freed with the array. If no file can be made or written,
/// for example in a full or read-only folder, the values stay in memory. Use the array on one
/// thread at a time.
///
/// It is public because the compiler does not specialize package members across rooms; that took 3
/// % of matching time.
public final class SpooledArray<Element: BitwiseCopyable> {
    /// Values could not be read back.
    public struct ReadFailure: Error, Hashable, CustomStringConvertible {
        /// The system's error text.
        public let reason: String

        /// What failed, and why.
        public var description: String { "a temporary file cannot be read: \(reason)" }
    }

    /// How many bytes are held before they are written.
    private static var heldBytes: Int { 1 << 18 }

    private let folder: String?
    /// The values behind those in the file.
    @usableFromInline var held: [Element] = []
    /// How many values are held before they go to the file.
    @usableFromInline var mostHeld = max(1, heldBytes / MemoryLayout<Element>.stride)
    /// The number of values in the file.
    @usableFromInline var storedCount = 0
    /// The file; `nil` before the first values go there, or if it cannot be made.
    private var file: UnnamedFile?
    /// Why values could not be read back; `nil` while all could. Ranges read since then lack
    /// values.
    public private(set) var failure: ReadFailure?

    /// Makes an empty array.
    ///
    /// - Parameter folder: Where to put the file; `nil` for `TMPDIR`, or `/var/tmp` if that is
    ///   unset.
    public init(folder: String? = nil) { self.folder = folder }

    /// The number of values.
    @inlinable public var count: Int { storedCount + held.count }

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

    /// The value at a position; `nil` if it cannot be read, see ``failure``.
    ///
    /// - Complexity: One file read if the value lies in the file.
    public subscript(place: Int) -> Element? {
        precondition((0..<count).contains(place), "the array has no value \(place)")
        var found: [Element] = []
        read(place..<(place + 1), into: &found)
        return found.first
    }

    /// Returns the values in a range, in order. They end early if they cannot be read, see
    /// ``failure``.
    public func values(in range: Range<Int>) -> Values {
        precondition(
            range.lowerBound >= 0 && range.upperBound <= count, "the array has no values \(range)")
        return Values(array: self, range: range)
    }

    /// Moves the held values to the file.
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

    /// Replaces the content of `values` by the values in a range.
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

    /// The values in a range, read some at a time.
    public struct Values: Sequence, IteratorProtocol {
        /// How many values are read together.
        private static var together: Int { 1_024 }

        @usableFromInline let array: SpooledArray
        @usableFromInline var range: Range<Int>
        @usableFromInline var values: [Element] = []
        @usableFromInline var place = 0

        fileprivate init(array: SpooledArray, range: Range<Int>) {
            self.array = array
            self.range = range
        }

        /// Returns the next value; `nil` at the end.
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
