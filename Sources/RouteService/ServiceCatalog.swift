// The published layers of a server, by folder, service and layer.

public import AccessControl
public import RouteAPI
import NetworkAnalysis

/// A route layer with its path in the services directory.
///
/// A class, because requests pass it around and its description is large.
public final class PublishedLayer: Sendable {
    /// The folder, or empty for the root.
    public let folder: String
    /// The service's name.
    public let service: String
    /// The layer's name.
    public let layer: String
    /// The description of the service, for users.
    public let summary: String
    /// The access rules.
    public let access: ServiceAccess
    /// The usage limits for one caller.
    public let usage: UsageLimits
    /// The stored layers that requests may name.
    public let stored: StoredLayers
    /// Where the traffic of the layer's network comes from; `nil` for requests alone.
    public let traffic: TrafficDeclaration?
    /// The layer that answers requests.
    public let answering: any RouteAnswering
    /// The layer as clients discover it, under its published name.
    let description: LayerDescription
    private let copyright: String?

    /// Publishes a layer.
    ///
    /// - Parameters:
    ///   - copyright: The copyright notice, in place of the network's attribution.
    ///   - stored: The stored layers that requests may name.
    ///   - traffic: Where the traffic of the network comes from.
    public init(
        folder: String = "", service: String, layer: String = "Route", summary: String = "",
        copyright: String? = nil, access: ServiceAccess = ServiceAccess(),
        usage: UsageLimits = UsageLimits(), stored: StoredLayers = .none,
        traffic: TrafficDeclaration? = nil, answering: any RouteAnswering
    ) {
        self.folder = folder
        self.service = service
        self.layer = layer
        self.summary = summary
        self.access = access
        self.usage = usage
        self.stored = stored
        self.traffic = traffic
        self.answering = answering
        self.copyright = copyright
        var description = answering.layerDescription
        description.configuration.layerName = layer
        description.usage = usage
        description.storedLayers = stored.descriptions
        if let copyright { description.attribution = copyright }
        self.description = description
    }

    /// The layer with the stored layers that others of its service declare: they belong to the
    /// service, so that a standing barrier bars routes and matrices alike.
    func sharingStoredLayers(of others: [PublishedLayer]) -> PublishedLayer {
        let siblings = others.filter {
            $0 !== self && $0.folder == folder && $0.service == service
                && !$0.stored.declared.isEmpty
        }
        if siblings.isEmpty { return self }
        let shared = siblings.reduce(stored) { stored, other in
            stored.sharing(other.stored, isOpen: other.access.hasSameCallers(as: access))
        }
        return PublishedLayer(
            folder: folder, service: service, layer: layer, summary: summary,
            copyright: copyright, access: access, usage: usage, stored: shared, traffic: traffic,
            answering: answering)
    }

    /// Answers a request on the calling thread, unless the network was modified meanwhile.
    ///
    /// - Throws: `RouteRequestError` naming the input; the error of `rows`; ``ServiceError`` with
    ///   code 503 when a program wrote into the network, whose answers may be wrong then.
    func answer(
        _ request: AnalysisRequest, control: SolveControl,
        passingRowsTo rows: (any AnswerRowReceiver)? = nil
    ) throws -> AnalysisResult {
        guard !answering.hasChangedFile else { throw ErrorTable.changedNetwork(of: self) }
        let outcome = Result {
            try answering.answer(request, control: control, passingRowsTo: rows)
        }
        // A failure may be wrong as well.
        guard !answering.hasChangedFile else { throw ErrorTable.changedNetwork(of: self) }
        return try outcome.get()
    }

    /// The layer for the usage meter.
    var metered: MeteredService {
        MeteredService(limits: usage) { [self] in ResourcePath.layer(self) }
    }

    /// What the layer can be asked.
    var type: LayerType { description.configuration.layerType }

    /// The limits of one request to the layer.
    var limits: ServiceLimits { description.configuration.limits }
}

/// Every layer that a server publishes. Names are compared exactly, as ArcGIS Server does.
public struct ServiceCatalog: Sendable {
    /// The layers in the order they were published.
    public let layers: [PublishedLayer]
    /// All layers of the server, also those that are not open to a caller: stored layers are
    /// numbered among them.
    let everyLayer: [PublishedLayer]

    /// Publishes layers.
    ///
    /// - Precondition: No two layers have the same folder, service and name.
    public init(_ layers: [PublishedLayer]) {
        let names = layers.map { [$0.folder, $0.service, $0.layer] }
        precondition(Set(names).count == names.count, "every published layer has a URL of its own")
        self.layers = layers
        everyLayer = layers
    }

    /// The use of the metric caches of all networks so far; each network is counted once.
    var metricUse: MetricUse {
        var seen: Set<AnyHashable> = []
        return layers.reduce(MetricUse()) { sum, layer in
            let isNew = layer.answering.networkIdentity.map { seen.insert($0).inserted } ?? true
            return isNew ? sum + layer.answering.metricUse : sum
        }
    }

    /// The catalog without the layers that a caller may not use.
    func visible(to caller: Caller) -> ServiceCatalog {
        ServiceCatalog(
            some: layers.filter { $0.access.decision(on: caller) == .allowed }, of: self)
    }

    /// The first layers of the catalog.
    func first(_ count: Int) -> ServiceCatalog {
        ServiceCatalog(some: Array(layers.prefix(count)), of: self)
    }

    /// A subset of the layers of another catalog, so that their paths are distinct.
    private init(some layers: [PublishedLayer], of catalog: ServiceCatalog) {
        self.layers = layers
        everyLayer = catalog.everyLayer
    }

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

    /// The largest request body that any layer accepts.
    var maximumRequestBytes: Int {
        layers.map(\.limits.maximumRequestBytes).max() ?? ServiceLimits().maximumRequestBytes
    }
}
