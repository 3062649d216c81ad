// Ends the server when a network is written to while it is served.

import RouteAPI
import ServiceLifecycle

/// A network's file that is no longer what was opened.
public struct ChangedNetwork: Error, Hashable, Sendable, CustomStringConvertible {
    /// The route layers on it.
    public var layers: [String]

    /// The layers and the cure.
    public var description: String {
        "the network of \(layers.joined(separator: ", ")) was written to while it was served. "
            + "Build it again (waypost network build), which puts a new file in its place, and "
            + "restart the server."
    }
}

/// Looks every few seconds whether the mapped files are still what they were.
///
/// Pages that were read already would show the old bytes and others the new ones: no answer from
/// such a network is right. A new file in place of the old one is no such change.
struct NetworkWatch: Service {
    let catalog: ServiceCatalog
    var interval = Duration.seconds(2)

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            while true {
                do { try await Task.sleep(for: interval) } catch is CancellationError { return }
                let changed = catalog.layers.filter(\.answering.hasChangedFile)
                    .map(ResourcePath.layer)
                guard changed.isEmpty else { throw ChangedNetwork(layers: changed) }
            }
        }
    }
}
