// What the service needs of a layer. NetworkLayer answers from a network.

public import RouteAPI
public import NetworkAnalysis

/// Something that describes itself as a layer and answers requests.
///
/// The service knows analysis through these requirements alone, so that tests can put a slow or
/// failing layer in its place.
public protocol RouteAnswering: Sendable {
    /// The layer and its network as clients discover them.
    var layerDescription: LayerDescription { get }

    /// The same network under other settings, or the layer itself when it has no network.
    func answering(under configuration: RouteLayerConfiguration) -> any RouteAnswering

    /// Tells the networks of layers apart: those over one network have the same. `nil` for a layer
    /// that shares nothing.
    var networkIdentity: AnyHashable? { get }

    /// How the metrics of the layer's network have served so far.
    var metricUse: MetricUse { get }

    /// Does ahead what the first requests would have to wait for; called once, before the server
    /// says that it is ready.
    func prepare()

    /// Whether what answers are made from has changed under the layer, so that they mean nothing.
    var hasChangedFile: Bool { get }

    /// Gives up memory that only a burst of requests needed.
    ///
    /// - Parameter duration: What has not been needed for so long is given up.
    /// - Returns: Whether anything was.
    func releaseIdleMemory(unusedFor duration: Duration) -> Bool

    /// What the layer can be asked.
    var operations: [AnalysisOperation] { get }

    /// What the network under the layer can be asked.
    var networkOperations: [AnalysisOperation] { get }

    /// What a request will take, judged before it runs.
    func effort(of request: AnalysisRequest) -> SolveEffort

    /// How many coordinate systems of a request have not been looked up yet; each may take tens of
    /// milliseconds.
    func unreadSystems(in parameters: AnalysisParameters) -> Int

    /// Answers a request on the calling thread.
    ///
    /// - Parameters:
    ///   - request: What the caller asked for.
    ///   - control: The control of this solve; an implementation stops soon after it says so.
    /// - Throws: ``RouteRequestError`` naming the input, the cause and what would work.
    func answer(
        _ request: AnalysisRequest, control: SolveControl
    ) throws(RouteRequestError) -> AnalysisResult
}

extension RouteAnswering {
    /// The layer itself.
    public func answering(
        under configuration: RouteLayerConfiguration
    ) -> any RouteAnswering { self }

    /// None.
    public var networkIdentity: AnyHashable? { nil }

    /// None.
    public var networkOperations: [AnalysisOperation] { [] }

    /// No metrics.
    public var metricUse: MetricUse { MetricUse() }

    /// Nothing to do ahead.
    public func prepare() {}

    /// Nothing that could.
    public var hasChangedFile: Bool { false }

    /// Nothing that could be given up.
    public func releaseIdleMemory(unusedFor duration: Duration) -> Bool { false }

    /// Not known.
    public func effort(of request: AnalysisRequest) -> SolveEffort { .heavy }

    /// None.
    public func unreadSystems(in parameters: AnalysisParameters) -> Int { 0 }
}

extension NetworkLayer: RouteAnswering {
    /// Another layer over the same network.
    public func answering(
        under configuration: RouteLayerConfiguration
    ) -> any RouteAnswering { layer(under: configuration) }
}
