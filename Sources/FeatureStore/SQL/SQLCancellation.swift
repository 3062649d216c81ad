// Ends statements that run long without returning a row.

import GRDBSQLite

extension SQLConnection {
    /// Runs `body` while SQLite asks `isCancelled` every few thousand steps; if it returns true,
    /// the statement is interrupted.
    func withCancellation<Result>(
        _ isCancelled: @escaping () -> Bool, _ body: () throws -> Result
    ) throws -> Result {
        let box = CancellationBox(isCancelled)
        return try withExtendedLifetime(box) {
            sqlite3_progress_handler(
                handle, Self.stepsBetweenQuestions,
                { box in
                    guard let box else { return 0 }
                    return Unmanaged<CancellationBox>.fromOpaque(box).takeUnretainedValue()
                        .isCancelled() ? 1 : 0
                }, Unmanaged.passUnretained(box).toOpaque())
            defer { sqlite3_progress_handler(handle, 0, nil, nil) }
            return try body()
        }
    }

    /// Steps in SQLite's virtual machine: about 0.2 ms.
    private static var stepsBetweenQuestions: Int32 { 20_000 }
}

private final class CancellationBox {
    let isCancelled: () -> Bool

    init(_ isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }
}
