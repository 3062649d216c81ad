// A catalog with the files it was opened from, so that the next one need not open them again.

import FeatureStore
import Preparation
import PublishedServices
import RouteAPI

/// A server's layers with their open networks and stores.
struct OpenedCatalog: Sendable {
    var catalog: ServiceCatalog
    var networks: [String: OpenNetwork] = [:]
    var stores: [StoreKey: any LayerStore] = [:]

    static let empty = OpenedCatalog(catalog: ServiceCatalog([]))

    /// The networks' paths and open versions, sorted by path.
    var files: [(path: String, version: NetworkFileVersion?)] {
        networks.map { ($0.key, $0.value.version) }.sorted { $0.path < $1.path }
    }

    /// Returns whether the catalog has a layer with the same network and the same defaults, so that
    /// both use the same metrics.
    func hasPrepared(_ layer: PublishedLayer) -> Bool {
        guard let network = layer.answering.networkIdentity else { return false }
        return catalog.layers.contains {
            $0.answering.networkIdentity == network
                && $0.description.configuration == layer.description.configuration
        }
    }
}

struct OpenNetwork: Sendable {
    /// The layer with the network's own defaults, from which definitions derive theirs.
    let answering: any RouteAnswering
    /// Its file's version, or a later one with the same content; `nil` without a file.
    let version: NetworkFileVersion?
}

/// Opens each network once, and keeps networks already open.
struct NetworkOpener {
    /// The networks already open.
    private let known: [String: OpenNetwork]
    private let open: (String) throws -> any RouteAnswering
    /// The networks requested so far, by path.
    private(set) var networks: [String: OpenNetwork] = [:]

    /// Prepares to open networks.
    ///
    /// - Parameters:
    ///   - known: Networks already open.
    ///   - open: Opens the network at a path.
    init(
        keeping known: [String: OpenNetwork], open: @escaping (String) throws -> any RouteAnswering
    ) {
        self.known = known
        self.open = open
    }

    /// Returns the network at a path.
    ///
    /// - Throws: The error from opening it.
    mutating func network(at path: String) throws -> any RouteAnswering {
        if let opened = networks[path] { return opened.answering }
        let kept = try kept(at: path)
        networks[path] = kept
        return kept.answering
    }

    /// Returns the open network if its file is unchanged, otherwise a new one. If another file has
    /// the same content, the open network is kept, because its caches are warm.
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
