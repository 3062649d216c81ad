// How long-running work is told to stop.

/// Says whether a search, or the work that prepares one, must stop; asked every few thousand steps.
package protocol SearchMonitor: Sendable {
    /// Whether the search must stop now.
    var shouldStop: Bool { get }
    /// Whether work may begin that takes as long as the network is large, whatever is asked:
    /// customizing a metric, or waiting for one. `false` where others wait for the thread; the
    /// search then stops, and is to be begun again elsewhere.
    var admitsLongWork: Bool { get }
}

extension SearchMonitor {
    package var admitsLongWork: Bool { true }
}

/// Lets everything run to its end: for work that no request waits for.
package struct NeverStops: SearchMonitor {
    package init() {}

    package var shouldStop: Bool { false }
}
