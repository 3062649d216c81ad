// A server's published layers, by folder, service and name.

package import AccessControl
package import Preparation
import RouteAPI

/// Every layer a server publishes. Names are compared exactly, as in ArcGIS Server.
///
/// A catalog is a snapshot: a request takes it once from ``PublishedCatalog`` and passes it on, so
/// a reload never changes the services in the middle of a request. Use ``visible(to:)`` before you
/// list layers to a caller.
public struct ServiceCatalog: Sendable {
    /// The layers in publishing order.
    public let layers: [PublishedLayer]
    /// All layers on the server, even those hidden from a caller: the numbers of stored layers
    /// count them.
    let everyLayer: [PublishedLayer]

    /// Publishes layers.
    ///
    /// - Precondition: No two layers share folder, service and name.
    public init(_ layers: [PublishedLayer]) {
        let names = layers.map { [$0.folder, $0.service, $0.layer] }
        precondition(Set(names).count == names.count, "every published layer has a URL of its own")
        self.layers = layers
        everyLayer = layers
    }

    /// The use of all metric caches so far. A network with several layers is counted once.
    package var metricUse: MetricUse {
        var seen: Set<AnyHashable> = []
        return layers.reduce(MetricUse()) { sum, layer in
            let isNew = layer.answering.networkIdentity.map { seen.insert($0).inserted } ?? true
            return isNew ? sum + layer.answering.metricUse : sum
        }
    }

    /// Returns the catalog without the layers that a caller may not use.
    package func visible(to caller: Caller) -> ServiceCatalog {
        ServiceCatalog(
            some: layers.filter { $0.access.decision(on: caller) == .allowed }, of: self)
    }

    /// Returns a catalog with only the first `count` layers.
    package func first(_ count: Int) -> ServiceCatalog {
        ServiceCatalog(some: Array(layers.prefix(count)), of: self)
    }

    /// Keeps some layers of another catalog, so that their paths are known to be distinct.
    private init(some layers: [PublishedLayer], of catalog: ServiceCatalog) {
        self.layers = layers
        everyLayer = catalog.everyLayer
    }

    /// The folders below the root, sorted by name.
    package var folders: [String] {
        Set(layers.map(\.folder)).subtracting([""]).sorted()
    }

    /// Returns the services in a folder (`""` is the root), sorted by name.
    package func services(in folder: String) -> [String] {
        Set(layers.lazy.filter { $0.folder == folder }.map(\.service)).sorted()
    }

    /// Returns a service's layers in publishing order.
    package func layers(of service: String, in folder: String) -> [PublishedLayer] {
        layers.filter { $0.folder == folder && $0.service == service }
    }

    /// The largest request body that any layer accepts.
    package var maximumRequestBytes: Int {
        layers.map(\.limits.maximumRequestBytes).max() ?? ServiceLimits().maximumRequestBytes
    }
}
