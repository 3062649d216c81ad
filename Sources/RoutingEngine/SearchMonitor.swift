// How long-running searches are told to stop.

/// Says whether a search must stop; asked every few thousand steps.
package protocol SearchMonitor: Sendable {
    /// Whether the search must stop now.
    var shouldStop: Bool { get }
}
