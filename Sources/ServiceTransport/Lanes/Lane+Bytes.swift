// Work that grows with a body or with stored rows: it must not run on an event loop.

import NIOPosix

/// Bounds for work whose duration grows with what a request sends or selects.
///
/// A connection's tasks run on an event loop that serves other connections too
/// (``LoopBoundHTTP1``). An endpoint must therefore parse large fields and write large answers in a
/// lane (``Lane/run(onBytes:for:_:)``). Readers and writers of such data call ``check(bytes:)``, so
/// that a debug build stops if an endpoint uses them on an event loop.
package enum LargeWork {
    /// Work on this many bytes takes less time than switching to another thread and back.
    static let smallBytes = 32_768
    /// The most bytes that may be parsed or written on an event loop: some milliseconds of work, as
    /// much as a trivial solve may take there.
    private static let mostBytesOnLoop = 1 << 18

    /// Checks in debug builds that large data is not parsed or written on an event loop.
    package static func check(bytes count: @autoclosure () -> Int) {
        assert(
            MultiThreadedEventLoopGroup.currentEventLoop == nil || count() <= mostBytesOnLoop,
            "\(count()) bytes must not be parsed or written on an event loop")
    }
}

extension Lane {
    /// Does a caller's work on a thread of the lane, or inline if it has few bytes.
    ///
    /// - Throws: ``LaneRefusal`` if it is not done, or the error of `work`.
    package func run<Value: Sendable>(
        onBytes count: Int, for caller: String, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        guard count > LargeWork.smallBytes else { return try work() }
        return try await run(for: caller, bytes: count, work)
    }
}
