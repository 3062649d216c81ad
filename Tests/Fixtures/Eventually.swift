// Waiting for what another thread does.

/// What a test waited for did not happen.
package struct NeverCameAbout: Error, CustomStringConvertible {
    /// That it did not happen.
    package var description: String { "it never came about" }
}

/// Waits until another thread makes the condition true.
///
/// It counts checks, not seconds: beside tests that keep every core busy, a check can be slow.
///
/// - Throws: ``NeverCameAbout`` after too long a wait.
package func eventually(_ condition: @Sendable () -> Bool) async throws {
    for _ in 0..<10_000 {
        if condition() { return }
        try await Task.sleep(for: .milliseconds(2))
    }
    guard condition() else { throw NeverCameAbout() }
}
