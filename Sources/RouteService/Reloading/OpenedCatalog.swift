// A catalog with the files that it was opened from, so that the next one need not open them again.

import FeatureStore
import NetworkAnalysis
import RouteAPI

/// The layers of a server with their open networks and stores.
struct OpenedCatalog: Sendable {
    var catalog: ServiceCatalog
    /// The networks by path.
    var networks: [String: OpenNetwork] = [:]
    /// The stores of layers.
    var stores: [StoreKey: any LayerStore] = [:]

    /// No layers.
    static let empty = OpenedCatalog(catalog: ServiceCatalog([]))

    /// The paths of the networks with the versions that are open, in the order of the paths.
    var files: [(path: String, version: NetworkFileVersion?)] {
        networks.map { ($0.key, $0.value.version) }.sorted { $0.path < $1.path }
    }

    /// Whether the catalog has a layer of the same network with the same defaults, so that the
    /// metrics of both are the same.
    func hasPrepared(_ layer: PublishedLayer) -> Bool {
        guard let network = layer.answering.networkIdentity else { return false }
        return catalog.layers.contains {
            $0.answering.networkIdentity == network
                && $0.description.configuration == layer.description.configuration
        }
    }
}

/// An open network.
struct OpenNetwork: Sendable {
    /// The layer with the defaults of the network, from which those of definitions are made.
    let answering: any RouteAnswering
    /// The version of its file, or a later one with the same content; `nil` without a file.
    let version: NetworkFileVersion?
}

/// Opens networks, each once, and keeps those that are open already.
struct NetworkOpener {
    /// The networks that are open already.
    private let known: [String: OpenNetwork]
    private let open: (String) throws -> any RouteAnswering
    /// The networks that were asked for, by path.
    private(set) var networks: [String: OpenNetwork] = [:]

    /// Prepares the opening of networks.
    ///
    /// - Parameters:
    ///   - known: Networks that are open already.
    ///   - open: Opens the network at a path.
    init(
        keeping known: [String: OpenNetwork], open: @escaping (String) throws -> any RouteAnswering
    ) {
        self.known = known
        self.open = open
    }

    /// The network at a path.
    ///
    /// - Throws: The errors of opening it.
    mutating func network(at path: String) throws -> any RouteAnswering {
        if let opened = networks[path] { return opened.answering }
        let kept = try kept(at: path)
        networks[path] = kept
        return kept.answering
    }

    /// The open network where its file is the same, else a new one. With the same content in
    /// another file, the open one is kept: its caches are warm.
    private func kept(at path: String) throws -> OpenNetwork {
        var old = known[path]
        if let network = old?.answering, network.networkIdentity == nil || network.hasChangedFile {
            old = nil
        }
        if let old, let version = old.version, version == NetworkFileVersion(path: path) {
            return old
        }
        let new = try open(path)
        if let old, Self.fingerprint(old.answering) == Self.fingerprint(new) {
            return OpenNetwork(answering: old.answering, version: new.fileVersion)
        }
        return OpenNetwork(answering: new, version: new.fileVersion)
    }

    private static func fingerprint(_ network: any RouteAnswering) -> String {
        network.layerDescription.fingerprint
    }
}
