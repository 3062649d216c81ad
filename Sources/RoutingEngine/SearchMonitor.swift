// Cooperative cancellation of long-running work.

/// Decides whether a search, or the work that prepares one, must stop. It is asked every few
/// thousand steps.
package protocol SearchMonitor: Sendable {
    /// Whether the search must stop now.
    var shouldStop: Bool { get }
    /// Whether work may begin that takes O(*n*) in the size of the network: customizing a metric,
    /// or waiting for one. Return `false` on a thread that must not block, such as an event loop's.
    /// The search then stops, and you can restart it on another thread.
    var admitsLongWork: Bool { get }
}

extension SearchMonitor {
    package var admitsLongWork: Bool { true }
}

/// A monitor that never requires a stop, for work that no request waits for.
package struct NeverStops: SearchMonitor {
    package init() {}

    package var shouldStop: Bool { false }
}
