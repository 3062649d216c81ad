// Does work in parts on several threads and delivers results in order.

/// Runs tasks on several threads and delivers their results in order.
///
/// ```swift
/// var number = 0
/// try await OrderedWork(threads: 2).run {
///     number += 1
///     return number <= 100 ? number : nil
/// } doing: { part in
///     part * part
/// } use: { square in
///     print(square)    // 1, 4, 9, whichever thread was the first
/// }
/// ```
///
/// Memory is bounded: once ``window`` results are in progress or waiting for earlier ones, no
/// further part begins.
package struct OrderedWork: Sendable {
    /// How many parts are in progress at once.
    package let threads: Int
    /// How many parts may be in progress or wait for an earlier one.
    package let window: Int

    private struct Numbered<Output: Sendable>: Sendable {
        var number: Int
        var output: Output
    }

    /// Prepares work.
    ///
    /// - Parameters:
    ///   - threads: How many parts are in progress at once; at least 1.
    ///   - window: How many results per thread may wait for an earlier one; at least 1.
    package init(threads: Int, window: Int = 64) {
        precondition(threads >= 1 && window >= 1, "work needs a thread and a result")
        self.threads = threads
        self.window = threads * window
    }

    /// Does the work.
    ///
    /// - Parameters:
    ///   - next: Returns the next part, or `nil` at the end. Calls to it and to `use` never
    ///     overlap.
    ///   - work: Does a part, on any thread.
    ///   - use: Takes a part's result, after the results of all earlier parts.
    /// - Throws: The first error thrown by any of the three, after the parts in progress have
    ///   ended.
    package func run<Part: Sendable, Output: Sendable>(
        _ next: () throws -> Part?,
        doing work: @escaping @Sendable (Part) async throws -> Output,
        use: (Output) throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Numbered<Output>.self) { tasks in
            var (begun, used, running) = (0, 0, 0)
            var waiting: [Int: Output] = [:]
            var hasEnded = false
            while true {
                while !hasEnded, running < threads, begun - used < window {
                    guard let part = try next() else {
                        hasEnded = true
                        break
                    }
                    let number = begun
                    begun += 1
                    running += 1
                    tasks.addTask {
                        Numbered(number: number, output: try await work(part))
                    }
                }
                guard let done = try await tasks.next() else { return }
                running -= 1
                waiting[done.number] = done.output
                while let output = waiting.removeValue(forKey: used) {
                    used += 1
                    try use(output)
                }
            }
        }
    }
}
