// Work in parts, on several threads, with results in the order of the parts.

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
/// Memory is bounded: no part is begun while ``window`` results are in progress or wait for earlier
/// ones.
package struct OrderedWork: Sendable {
    /// How many parts are in progress at once.
    package let threads: Int
    /// The most parts that are in progress, or wait for an earlier one.
    package let window: Int

    private struct Numbered<Output: Sendable>: Sendable {
        var number: Int
        var output: Output
    }

    /// Makes a work.
    ///
    /// - Parameters:
    ///   - threads: How many parts are in progress at once; at least 1.
    ///   - window: The most results that wait for an earlier one, in each thread; at least 1.
    package init(threads: Int, window: Int = 64) {
        precondition(threads >= 1 && window >= 1, "work needs a thread and a result")
        self.threads = threads
        self.window = threads * window
    }

    /// Does the work.
    ///
    /// - Parameters:
    ///   - next: The next part, `nil` when there are no more. It and `use` are called by one thread
    ///     at a time.
    ///   - work: Does a part.
    ///   - use: Takes the result of a part, after those of all earlier parts.
    /// - Throws: The first error of any of the three, after the parts in progress have ended.
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
