// A layer as a server publishes it.

public import AccessControl
package import Preparation
public import RouteAPI
public import ServiceDefinitions
import ServiceTransport

/// A layer with its path in the services directory and everything the service adds to it.
///
/// `answering` does the analysis; this type adds what only the service knows: where the layer is
/// published, who may use it, how much one caller may use, which stored layers requests may
/// name, and where its traffic comes from. Endpoints always go through
/// ``answer(_:control:passingRowsTo:)``, which refuses with 503 if a program has written into the
/// mapped network: such answers may be wrong.
///
/// A published layer never changes. A reload publishes new layers, and requests under way keep the
/// layers they began with (``PublishedCatalog``); the network is freed with the last layer that
/// holds it.
///
/// It is a class because requests pass it around and its description is large.
public final class PublishedLayer: Sendable {
    /// The folder in the services directory; empty for the root.
    public let folder: String
    /// The service's name, unique in its folder.
    public let service: String
    /// The layer's name, unique in its service.
    public let layer: String
    /// What the service is for, as clients and pages show it.
    public let summary: String
    /// Who may use the layer, edit its stored layers and post traffic.
    public let access: ServiceAccess
    /// What one caller may use over all its requests.
    public let usage: UsageLimits
    /// The stored layers that requests may name.
    public let stored: StoredLayers
    /// Where traffic for the layer's network comes from; if `nil`, only from clients that post it.
    public let traffic: TrafficDeclaration?
    /// Answers the requests.
    public let answering: any RouteAnswering
    /// How clients discover the layer, under its published name.
    package let description: LayerDescription
    private let copyright: String?

    /// Publishes a layer.
    ///
    /// - Parameters:
    ///   - copyright: The copyright notice; by default, the network's attribution.
    ///   - stored: The stored layers that requests may name.
    ///   - traffic: Where traffic for the network comes from.
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

    /// Returns the layer with the stored layers that its siblings declare. Stored layers belong to
    /// the service, so a standing barrier closes a street for routes and matrices alike.
    package func sharingStoredLayers(of others: [PublishedLayer]) -> PublishedLayer {
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
    /// - Throws: `RouteRequestError` naming the input; the error that `rows` throws;
    ///   ``ServiceError`` with code 503 if a program wrote into the network, since answers may then
    ///   be wrong.
    package func answer(
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

    /// The layer as the usage meter counts it.
    package var metered: MeteredService {
        MeteredService(limits: usage) { [self] in ResourcePath.layer(self) }
    }

    /// The kind of layer, such as a route layer or a cost matrix.
    package var type: LayerType { description.configuration.layerType }

    package var limits: ServiceLimits { description.configuration.limits }

    /// The name under which the layer's network appears in its service.
    package var datasetName: String {
        let name = description.networkName
        return name == layer ? name + " Network" : name
    }
}
