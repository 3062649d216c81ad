// The stored layers of a service as a feature service: numbered, each with the layer whose rules
// of access hold.

import AccessControl
import Foundation
import RouteAPI

/// The stored layers of a service, under `…/{service}/FeatureServer`.
///
/// The published layers of a service may declare the same stored layers. Each has one number, its
/// place among all of them, whichever of them are open to a caller.
struct FeatureService: Sendable {
    /// The folder, or empty for the root.
    let folder: String
    /// The service's name.
    let name: String
    /// The published layers of the service that declare stored ones.
    private let owners: [PublishedLayer]
    /// Those of them that are shown.
    private var shown: [PublishedLayer]

    /// The stored layers of a service, or `nil` when the catalog has none.
    init?(_ name: String, in folder: String, of catalog: ServiceCatalog) {
        (self.folder, self.name) = (folder, name)
        owners = catalog.everyLayer.filter {
            $0.folder == folder && $0.service == name && !$0.stored.declared.isEmpty
        }
        shown = owners.filter { owner in catalog.layers.contains { $0 === owner } }
        if shown.isEmpty { return nil }
    }

    /// All services with stored layers.
    static func all(in catalog: ServiceCatalog) -> [FeatureService] {
        ([""] + catalog.folders).flatMap { folder in
            catalog.services(in: folder).compactMap {
                FeatureService($0, in: folder, of: catalog)
            }
        }
    }

    /// The layers, by number. A layer belongs to the published one that declares it first.
    var layers: [ServedLayer] {
        var numbers: [String: Int] = [:]
        var layers: [ServedLayer] = []
        for owner in owners {
            let isShown = shown.contains { $0 === owner }
            for stored in owner.stored.declared {
                let name = stored.name.lowercased()
                let id = numbers[name] ?? numbers.count
                numbers[name] = id
                if isShown, !layers.contains(where: { $0.id == id }) {
                    layers.append(ServedLayer(id: id, owner: owner, stored: stored, service: self))
                }
            }
        }
        return layers.sorted { $0.id < $1.id }
    }

    /// The description of the service, for users.
    var summary: String { shown.first?.summary ?? "" }

    /// The attribution of the service.
    var attribution: String { shown.first?.description.attribution ?? "" }

    /// The published layer whose rules hold for all stored ones, where there is one.
    var onlyOwner: PublishedLayer? { owners.count == 1 ? owners.first : nil }

    /// The most bytes of a request that edits several layers: where their rules differ, the body is
    /// read before they are checked, and is short.
    var maximumBodyBytes: Int { onlyOwner?.limits.maximumRequestBytes ?? 1 << 20 }

    /// The time limit of a request in seconds.
    var maximumSeconds: Double { shown.map(\.limits.maximumSolveSeconds).min() ?? 60 }

    /// The service with the layers that are open to a caller.
    ///
    /// - Throws: ``ServiceError`` with code 499 or 403 when none is.
    func open(to caller: Caller, _ gate: AccessGate) throws(ServiceError) -> FeatureService {
        var service = self
        service.shown = try gate.admit(caller, to: shown)
        return service
    }
}

/// A stored layer of a feature service.
struct ServedLayer: Sendable {
    /// The number in the service.
    let id: Int
    /// The published layer whose rules of access and limits hold.
    let owner: PublishedLayer
    let stored: StoredLayer
    let service: FeatureService

    /// Whether some users may edit it.
    var isEditable: Bool { stored.declaration.isEditable }
}

/// The stored layers of this server, found by the urls of requests, so that the server does not
/// fetch from itself.
struct ServedLayers: Sendable {
    private var catalog: ServiceCatalog?
    private var origin = ""
    private var caller: Caller?

    /// No layers: every url leads to another server.
    init() {}

    /// The layers of a catalog.
    ///
    /// - Parameters:
    ///   - origin: Scheme, host and port of this server, as the client reaches it.
    ///   - caller: The caller that they must be open to.
    init(catalog: ServiceCatalog, origin: String, caller: Caller) {
        self.catalog = catalog
        self.origin = origin
        self.caller = caller
    }

    /// Whether no url can lead to a layer.
    var isEmpty: Bool {
        catalog.map { catalog in catalog.layers.allSatisfy(\.stored.layers.isEmpty) } ?? true
    }

    /// The stored layer that a url leads to, and the rows that its query selects; `nil` for the
    /// url of anything else.
    ///
    /// - Parameter parameter: The parameter that has the url.
    /// - Throws: `RouteRequestError` naming the parameter for an invalid query, ``ServiceError``
    ///   with code 499 or 403 for a layer that is not open to the caller.
    func layer(
        at url: String, of parameter: String
    ) throws -> (layer: StoredLayer, definition: LayerDefinition)? {
        guard let catalog, let caller, let parts = URLComponents(string: url),
            let scheme = parts.scheme?.lowercased(), let host = parts.host, parts.user == nil,
            let port = parts.port ?? ServerOrigin.standardPort(of: scheme),
            ServerOrigin.origin(scheme, host, port) == origin
        else { return nil }
        let path = SentPath(parts.percentEncodedPath)
        let pattern = PathPattern<ServedLayer>.featureLayer
        guard
            let found = pattern.named(by: path, in: catalog)
                ?? (pattern / "query").named(by: path, in: catalog)
        else { return nil }
        switch found.owner.access.decision(on: caller) {
        case .allowed: break
        case .tokenRequired: throw ErrorTable.tokenRequired()
        case .forbidden: throw ErrorTable.forbidden()
        }
        let query = Array((parts.percentEncodedQuery ?? "").utf8)
        let form = FormParameters(try SentForm(urlEncoded: query).decoded())
        return (
            found.stored,
            LayerDefinition(
                layerName: found.stored.name,
                selection: try SelectionReader(form: form, of: parameter).selection())
        )
    }
}
