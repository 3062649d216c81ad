// The interface between the service and its layers. NetworkLayer implements it with a network.

public import RouteAPI
public import NetworkAnalysis

/// A layer that answers requests.
///
/// The service uses analysis only through these requirements, so that tests can replace it with a
/// slow or failing layer.
public protocol RouteAnswering: Sendable {
    /// The description of the layer and its network for clients.
    var layerDescription: LayerDescription { get }

    /// The same network under other settings, or the layer itself when it has no network.
    func answering(under configuration: RouteLayerConfiguration) -> any RouteAnswering

    /// The identity of the network, the same for all layers over it; `nil` for a layer without a
    /// shared network.
    var networkIdentity: AnyHashable? { get }

    /// The use of the metric cache of the layer's network so far.
    var metricUse: MetricUse { get }

    /// Computes in advance what the first requests would have to wait for. Called once, before the
    /// server reports that it is ready.
    func prepare()

    /// Computes in advance what requests with barriers of the service need, beside requests.
    func prepare(_ standing: StandingBarriers)

    /// The id of the snapshot of traffic in force; `nil` without traffic.
    var trafficID: String? { get }

    /// Whether the network was modified while it was in use, with its file, so that answers are
    /// invalid. It is checked for every request.
    var hasChangedFile: Bool { get }

    /// The version of the network's file that was opened; `nil` for a layer without a file.
    var fileVersion: NetworkFileVersion? { get }

    /// Makes a private copy of the network if a program waits to write into its file, and lets the
    /// program write then. The thread may have to wait for the copy.
    ///
    /// - Returns: Whether a program waited.
    func admitWriters() -> Bool

    /// Releases memory that only a burst of requests needed.
    ///
    /// - Parameter duration: The time after which unused memory is released.
    /// - Returns: Whether any memory was released.
    func releaseIdleMemory(unusedFor duration: Duration) -> Bool

    /// The operations of the layer.
    var operations: [AnalysisOperation] { get }

    /// The operations of the network under the layer.
    var networkOperations: [AnalysisOperation] { get }

    /// The estimated effort of a request.
    func effort(of request: AnalysisRequest) -> SolveEffort

    /// The number of coordinate systems in a request that have not been looked up yet; each lookup
    /// may take tens of milliseconds.
    func unreadSystems(in parameters: AnalysisParameters) -> Int

    /// Answers a request on the calling thread.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - control: The control of this solve; an implementation stops soon after it requires that.
    /// - Throws: ``RouteRequestError`` naming the input, the cause and what would work.
    func answer(
        _ request: AnalysisRequest, control: SolveControl
    ) throws(RouteRequestError) -> AnalysisResult

    /// Answers a request on the calling thread, and passes the rows of a large answer on before all
    /// are found, where the operation does so.
    ///
    /// - Throws: ``RouteRequestError`` naming the input, the cause and what would work, and the
    ///   error of `rows`.
    func answer(
        _ request: AnalysisRequest, control: SolveControl,
        passingRowsTo rows: (any AnswerRowReceiver)?
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

    /// Does nothing.
    public func prepare() {}

    /// Does nothing.
    public func prepare(_ standing: StandingBarriers) {}

    /// None.
    public var trafficID: String? { nil }

    /// False.
    public var hasChangedFile: Bool { false }

    /// None.
    public var fileVersion: NetworkFileVersion? { nil }

    /// No program can wait.
    public func admitWriters() -> Bool { false }

    /// Releases nothing.
    public func releaseIdleMemory(unusedFor duration: Duration) -> Bool { false }

    /// Heavy, since the effort is not known.
    public func effort(of request: AnalysisRequest) -> SolveEffort { .heavy }

    /// The whole answer, without passing rows on.
    public func answer(
        _ request: AnalysisRequest, control: SolveControl,
        passingRowsTo rows: (any AnswerRowReceiver)?
    ) throws(RouteRequestError) -> AnalysisResult { try answer(request, control: control) }

    /// None.
    public func unreadSystems(in parameters: AnalysisParameters) -> Int { 0 }
}

extension NetworkLayer: RouteAnswering {
    /// Answers a request on the calling thread.
    public func answer(
        _ request: AnalysisRequest, control: SolveControl
    ) throws(RouteRequestError) -> AnalysisResult {
        try answer(request, control: control, passingRowsTo: nil)
    }

    /// Another layer over the same network.
    public func answering(
        under configuration: RouteLayerConfiguration
    ) -> any RouteAnswering { layer(under: configuration) }
}
