// Work that grows with a body or with stored rows: it runs on no event loop.

import NIOPosix

/// Runs work whose duration grows with what a request sends or selects.
///
/// The tasks of a connection run on an event loop that serves other connections too
/// (``LoopBoundHTTP1``). An endpoint therefore parses large fields and writes large answers on one
/// of these threads, on those of the ``SolveQueue``, or on those of its store. The readers and
/// writers of such data call ``check(bytes:)``, so that a debug build stops in an endpoint that
/// uses them on an event loop.
enum LargeWork {
    /// Work on this many bytes takes less time than switching to another thread and back.
    static let smallBytes = 32_768
    /// The most bytes that may be parsed or written on an event loop: some milliseconds of work,
    /// as much as a trivial solve may take there.
    private static let mostBytesOnLoop = 1 << 18

    /// Runs work on a thread that may block.
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await NIOThreadPool.singleton.runIfActive(work)
    }

    /// Runs work on a thread that may block, or inline when it is on few bytes.
    static func run<Value: Sendable>(
        onBytes count: Int, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        guard count > smallBytes else { return try work() }
        return try await run(work)
    }

    /// The same for work that cannot fail.
    static func run<Value: Sendable>(
        onBytes count: Int, _ work: @escaping @Sendable () -> Value
    ) async -> Value {
        guard count > smallBytes else { return work() }
        do {
            return try await NIOThreadPool.singleton.runIfActive(work)
        } catch {
            // The pool is shut down only when the process exits.
            return work()
        }
    }

    /// Checks in debug builds that large data is not parsed or written on an event loop.
    static func check(bytes count: @autoclosure () -> Int) {
        assert(
            MultiThreadedEventLoopGroup.currentEventLoop == nil || count() <= mostBytesOnLoop,
            "\(count()) bytes must not be parsed or written on an event loop")
    }
}
