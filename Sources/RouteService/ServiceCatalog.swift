// What this server publishes, by folder, service and layer.

public import AccessControl
public import RouteAPI
import RouteAnalysis

/// One route layer with its place in the services directory.
///
/// A class, because every request passes one through several hands, and its description is large.
public final class PublishedLayer: Sendable {
    /// The folder, or empty for the root.
    public let folder: String
    /// The service's name.
    public let service: String
    /// The layer's name.
    public let layer: String
    /// What the service is, for people.
    public let summary: String
    /// Whom it is open to.
    public let access: ServiceAccess
    /// What one caller may ask of it.
    public let usage: UsageLimits
    /// What answers.
    public let answering: any RouteAnswering
    /// The layer as clients discover it, under its published name.
    let description: LayerDescription

    /// Publishes a layer.
    ///
    /// - Parameter copyright: Whose data it is, in place of the network's own attribution.
    public init(
        folder: String = "", service: String, layer: String = "Route", summary: String = "",
        copyright: String? = nil, access: ServiceAccess = ServiceAccess(),
        usage: UsageLimits = UsageLimits(), answering: any RouteAnswering
    ) {
        self.folder = folder
        self.service = service
        self.layer = layer
        self.summary = summary
        self.access = access
        self.usage = usage
        self.answering = answering
        var description = answering.layerDescription
        description.configuration.layerName = layer
        description.usage = usage
        if let copyright { description.attribution = copyright }
        self.description = description
    }

    /// The layer as its use is counted.
    var metered: MeteredService {
        MeteredService(limits: usage) { [self] in ResourcePath.layer(self) }
    }

    /// Caps on one request to the layer.
    var limits: ServiceLimits { description.configuration.limits }
}

/// Every layer that a server publishes. Names are compared exactly, as ArcGIS Server does.
public struct ServiceCatalog: Sendable {
    /// The layers in the order they were published.
    public let layers: [PublishedLayer]

    /// Publishes layers.
    ///
    /// - Precondition: No two have the same folder, service and layer.
    public init(_ layers: [PublishedLayer]) {
        let names = layers.map { [$0.folder, $0.service, $0.layer] }
        precondition(Set(names).count == names.count, "every published layer has a URL of its own")
        self.layers = layers
    }

    /// How the metrics of all networks have served so far; each network counts once.
    var metricUse: MetricUse {
        var seen: Set<AnyHashable> = []
        return layers.reduce(MetricUse()) { sum, layer in
            let isNew = layer.answering.networkIdentity.map { seen.insert($0).inserted } ?? true
            return isNew ? sum + layer.answering.metricUse : sum
        }
    }

    /// The catalog as a caller sees it: without what it may not ask for.
    func visible(to caller: Caller) -> ServiceCatalog {
        ServiceCatalog(some: layers.filter { $0.access.decision(on: caller) == .allowed })
    }

    /// The first layers of the catalog.
    func first(_ count: Int) -> ServiceCatalog { ServiceCatalog(some: Array(layers.prefix(count))) }

    /// Some layers of another catalog, which are known to differ.
    private init(some layers: [PublishedLayer]) { self.layers = layers }

    /// The folders below the root, by name.
    var folders: [String] {
        Set(layers.map(\.folder)).subtracting([""]).sorted()
    }

    /// The services of a folder (`""` is the root), by name.
    func services(in folder: String) -> [String] {
        Set(layers.lazy.filter { $0.folder == folder }.map(\.service)).sorted()
    }

    /// The layers of a service, as published.
    func layers(of service: String, in folder: String) -> [PublishedLayer] {
        layers.filter { $0.folder == folder && $0.service == service }
    }

    /// The largest request body that any layer takes.
    var maximumRequestBytes: Int {
        layers.map(\.limits.maximumRequestBytes).max() ?? ServiceLimits().maximumRequestBytes
    }
}
