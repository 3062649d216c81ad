// A service's stored layers as a feature service: numbered, each with the published layer whose
// access rules apply.

package import AccessControl
import Foundation
package import RouteAPI
import ServiceDefinitions
import ServiceTransport

/// A service's stored layers, under `…/{service}/FeatureServer`.
///
/// Several published layers may declare the same stored layer. It has one number all the same: its
/// place among all stored layers, even if the caller may use only some of them.
package struct FeatureService: Sendable {
    /// The folder, or empty for the root.
    package let folder: String
    package let name: String
    /// The service's published layers that declare stored layers.
    private let owners: [PublishedLayer]
    /// The owners that are shown.
    package var shown: [PublishedLayer]

    /// Collects a service's stored layers; `nil` if the catalog has none.
    package init?(_ name: String, in folder: String, of catalog: ServiceCatalog) {
        (self.folder, self.name) = (folder, name)
        owners = catalog.everyLayer.filter {
            $0.folder == folder && $0.service == name && !$0.stored.declared.isEmpty
        }
        shown = owners.filter { owner in catalog.layers.contains { $0 === owner } }
        if shown.isEmpty { return nil }
    }

    /// Returns all services with stored layers.
    package static func all(in catalog: ServiceCatalog) -> [FeatureService] {
        ([""] + catalog.folders).flatMap { folder in
            catalog.services(in: folder).compactMap {
                FeatureService($0, in: folder, of: catalog)
            }
        }
    }

    /// The layers by number. A stored layer belongs to the first published layer that declares it.
    package var layers: [FeatureLayer] {
        var numbers: [String: Int] = [:]
        var layers: [FeatureLayer] = []
        for owner in owners {
            let isShown = shown.contains { $0 === owner }
            for stored in owner.stored.declared {
                let name = stored.name.lowercased()
                let id = numbers[name] ?? numbers.count
                numbers[name] = id
                if isShown, !layers.contains(where: { $0.id == id }) {
                    layers.append(FeatureLayer(id: id, owner: owner, stored: stored, service: self))
                }
            }
        }
        return layers.sorted { $0.id < $1.id }
    }

    /// What the service is for, as clients show it.
    package var summary: String { shown.first?.summary ?? "" }

    /// The service's attribution.
    package var attribution: String { shown.first?.description.attribution ?? "" }

    /// The published layer whose rules apply to all stored layers, if there is only one.
    package var onlyOwner: PublishedLayer? { owners.count == 1 ? owners.first : nil }

    /// The most bytes in a request that edits several layers. If the layers' rules differ, the body
    /// is read before they are checked, so it must be short.
    package var maximumBodyBytes: Int { onlyOwner?.limits.maximumRequestBytes ?? 1 << 20 }

    /// How many seconds a request may take.
    package var maximumSeconds: Double { shown.map(\.limits.maximumSolveSeconds).min() ?? 60 }
}

/// A stored layer in a feature service.
package struct FeatureLayer: Sendable {
    /// Its number in the service.
    package let id: Int
    /// The published layer whose access rules and limits apply.
    package let owner: PublishedLayer
    package let stored: StoredLayer
    package let service: FeatureService

    /// Whether some users may edit it.
    package var isEditable: Bool { stored.declaration.isEditable }
}

/// The part of a selection that a URL asks for.
package struct RowPage: Sendable {
    /// How many rows to skip.
    var offset = 0
    /// The most rows; `nil` for all.
    var count: Int?
}

/// Finds this server's own stored layers by the URLs in requests, so that the server need not fetch
/// from itself.
package struct OwnFeatureLayers: Sendable {
    private var catalog: ServiceCatalog?
    private var base = ""
    private var caller: Caller?

    /// Has no layers: every URL leads to another server.
    package init() {}

    /// Finds a catalog's layers.
    ///
    /// - Parameters:
    ///   - base: What this server's URLs begin with, as the client reaches it: the scheme, host and
    ///     port, and a proxy's prefix.
    ///   - caller: The caller, who must be allowed to use the layers.
    package init(catalog: ServiceCatalog, base: String, caller: Caller) {
        self.catalog = catalog
        self.base = base
        self.caller = caller
    }

    /// Whether no URL can lead to a layer.
    package var isEmpty: Bool {
        catalog.map { catalog in catalog.layers.allSatisfy(\.stored.layers.isEmpty) } ?? true
    }

    /// Finds the stored layer to which a URL leads, and the rows its query selects; returns `nil`
    /// if the URL leads elsewhere.
    ///
    /// - Parameter parameter: The parameter with the URL.
    /// - Throws: `RouteRequestError` naming the parameter if the query is invalid; ``ServiceError``
    ///   with code 499 or 403 if the caller may not use the layer.
    package func layer(
        at url: String, of parameter: String
    ) throws -> (layer: StoredLayer, definition: LayerDefinition, page: RowPage)? {
        guard let catalog, let caller, let parts = URLComponents(string: url),
            let scheme = parts.scheme?.lowercased(), let host = parts.host, parts.user == nil,
            let port = parts.port ?? ServerOrigin.standardPort(of: scheme),
            let path = ownPath(
                of: ServerOrigin.origin(scheme, host, port) + parts.percentEncodedPath)
        else { return nil }
        let pattern = PathPattern<FeatureLayer>.featureLayer
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
        let reader = SelectionReader(form: form, of: parameter)
        for name in ["outStatistics", "time", "text", "fullText"] where try reader.hasValue(name) {
            throw reader.fault(
                name, "in a url selects no rows of an input; use where, geometry or objectIds")
        }
        return (
            found.stored,
            LayerDefinition(layerName: found.stored.name, selection: try reader.selection()),
            RowPage(
                offset: try reader.count("resultOffset") ?? 0,
                count: try reader.count("resultRecordCount"))
        )
    }

    /// Returns the path of a URL below this server's own; `nil` if it leads elsewhere.
    private func ownPath(of url: String) -> SentPath? {
        guard url.hasPrefix(base) else { return nil }
        let path = url.dropFirst(base.count)
        return path.isEmpty || path.hasPrefix("/") ? SentPath(String(path)) : nil
    }
}
