// Stops the server when a network file is modified while it is served.

import RouteAPI
import ServiceLifecycle

/// A network file was modified after it was opened.
public struct ChangedNetwork: Error, Hashable, Sendable, CustomStringConvertible {
    /// The route layers on it.
    public var layers: [String]

    /// The layers and the remedy.
    public var description: String {
        "the network of \(layers.joined(separator: ", ")) was written to while it was served. "
            + "Build it again (waypost network build), which puts a new file in its place, and "
            + "restart the server."
    }
}

/// Checks every few seconds whether the mapped files are unchanged.
///
/// Memory pages that were read before would contain the old bytes and others the new ones, so
/// answers would be wrong. A new file in place of the old one is not such a change.
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
