// Shows a measurement's progress and remaining time as one line on standard error.

import Foundation

/// One work's progress; silent unless it takes longer than two seconds.
struct ProgressNote {
    private let title: String
    private let total: Int
    private let start = ContinuousClock.now
    private var lastShown: ContinuousClock.Instant
    private var isShown = false
    /// If true, rewrites one line; otherwise writes a line now and then, for logs.
    private let isTerminal = isatty(STDERR_FILENO) == 1

    init(_ title: String, of total: Int) {
        self.title = title
        self.total = total
        lastShown = start
    }

    /// Records progress, and shows it now and then.
    mutating func update(_ done: Int) {
        let now = ContinuousClock.now
        guard now - start > .seconds(2), now - lastShown > .seconds(isTerminal ? 1 : 15) else {
            return
        }
        lastShown = now
        isShown = true
        let elapsed = Stopwatch.milliseconds(since: start) / 1_000
        let left = done > 0 ? elapsed / Double(done) * Double(total - done) : 0
        let line = "  \(title): \(done) of \(total), \(Int(left.rounded(.up))) s left"
        write(isTerminal ? "\r\u{1B}[K\(line)" : line + "\n")
    }

    /// Clears the line.
    func finish() {
        if isShown, isTerminal { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
