// The interface between the service and its layers. NetworkLayer implements it with a network.

import Answers
public import Preparation
public import RouteAPI
public import VectorTiles

/// A layer as the service sees it: it describes itself and answers requests.
///
/// The service reaches route analysis only through this protocol, so tests can put a slow or
/// failing layer in its place. `NetworkLayer` is the real one, and ``PublishedLayer`` holds one for
/// each layer in the services directory. Defaults exist for whatever a layer without a network
/// lacks; a test double needs ``layerDescription``, ``operations`` and one `answer`.
///
/// All members may be used from several threads at once. `answer` blocks its thread until the
/// result is complete or `control` ends the solve. Call it on a thread of ``SolveQueue``; only
/// trivial solves may run on an event loop.
///
/// A reload publishes other layers, but does not end these: a layer lives as long as a request or
/// job uses it. Layers over the same network share its metric cache, so ``networkIdentity`` lets
/// the service count it once.
public protocol RouteAnswering: Sendable {
    /// How the layer and its network describe themselves to clients.
    var layerDescription: LayerDescription { get }

    /// Returns the same network under other settings, or the layer itself if it has no network.
    func answering(under configuration: RouteLayerConfiguration) -> any RouteAnswering

    /// The network's identity, the same for all its layers; `nil` if no network is shared.
    var networkIdentity: AnyHashable? { get }

    /// How the network's metric cache has been used so far.
    var metricUse: MetricUse { get }

    /// Computes in advance what the first requests would otherwise wait for. The server calls this
    /// once, before it reports that it is ready.
    func prepare()

    /// Computes in advance what requests need for the service's barriers, while other requests run.
    func prepare(_ standing: StandingBarriers)

    /// The id of the traffic snapshot in force; `nil` without traffic.
    var trafficID: String? { get }

    /// Returns the name of a street by the id that rows have in `SourceOID`; empty if it has none.
    func streetName(ofElement element: Int) -> String

    /// What a map must know about the network's tiles; `nil` for a layer without a network.
    var mapFacts: MapFacts? { get }

    /// Returns a tile of the streets if it has been made before; `nil` if it must be made.
    func keptStreetTile(_ address: TileAddress) -> [UInt8]?

    /// Returns a vector tile of the network's streets; empty if it shows none.
    func streetTile(_ address: TileAddress) -> [UInt8]

    /// Returns the streets that a map of the whole network shows, in degrees.
    func overviewStreets() -> [StreetLine]

    /// Returns a tile of the traffic now if it has been made before or there is no traffic; `nil`
    /// if it must be made.
    func keptTrafficTile(_ address: TileAddress) -> [UInt8]?

    /// Returns a vector tile of the traffic now; empty without any.
    func trafficTile(_ address: TileAddress) -> [UInt8]

    /// Returns a vector tile of the speeds in a travel mode; empty without any.
    ///
    /// - Throws: ``RouteRequestError`` naming what the network lacks for the mode.
    func speedTile(
        _ address: TileAddress, for mode: TravelMode?
    ) throws(RouteRequestError) -> [UInt8]

    /// Whether a program has written into the network's file while it was mapped, so answers may be
    /// wrong. Checked for every request.
    var hasChangedFile: Bool { get }

    /// The version of the network's file at opening; `nil` for a layer without a file.
    var fileVersion: NetworkFileVersion? { get }

    /// Makes a private copy of the network if a program is waiting to write into its file, then
    /// lets the program write. The call may block until the copy is complete.
    ///
    /// - Returns: Whether a program was waiting.
    func admitWriters() -> Bool

    /// Releases memory that only a burst of requests needed.
    ///
    /// - Parameter duration: Memory unused for this long is released.
    /// - Returns: Whether any memory was released.
    func releaseIdleMemory(unusedFor duration: Duration) -> Bool

    /// The operations clients can request at this layer.
    var operations: [AnalysisOperation] { get }

    /// The operations of the network dataset layer beneath this layer, such as locate.
    var networkOperations: [AnalysisOperation] { get }

    /// Estimates how long a request will take.
    func effort(of request: AnalysisRequest) -> SolveEffort

    /// Counts the coordinate systems in a request that have not been looked up yet. Each lookup may
    /// take tens of milliseconds.
    func unreadSystems(in parameters: AnalysisParameters) -> Int

    /// Answers a request on the calling thread.
    ///
    /// - Parameters:
    ///   - request: The request to solve.
    ///   - control: Limits or cancels this solve; implementations check it often and stop soon
    ///     after it asks them to.
    ///   - rows: Receives rows before all are found, if the operation can pass them on.
    /// - Throws: ``RouteRequestError`` naming the input, the cause and what would work; the error
    ///   that `rows` throws.
    func answer(
        _ request: AnalysisRequest, control: SolveControl,
        passingRowsTo rows: (any AnswerRowReceiver)?
    ) throws(RouteRequestError) -> AnalysisResult
}

extension RouteAnswering {
    /// Returns the layer itself: without a network there are no settings to change.
    public func answering(
        under configuration: RouteLayerConfiguration
    ) -> any RouteAnswering { self }

    /// `nil`: no network is shared.
    public var networkIdentity: AnyHashable? { nil }

    /// Empty: no network lies beneath.
    public var networkOperations: [AnalysisOperation] { [] }

    /// No metrics are cached.
    public var metricUse: MetricUse { MetricUse() }

    /// Does nothing.
    public func prepare() {}

    /// Does nothing.
    public func prepare(_ standing: StandingBarriers) {}

    /// `nil`: the layer has no traffic.
    public var trafficID: String? { nil }

    /// Returns an empty name: there are no streets.
    public func streetName(ofElement element: Int) -> String { "" }

    /// `nil`: there is no network to draw.
    public var mapFacts: MapFacts? { nil }

    /// Returns `nil`: no tile has been made.
    public func keptStreetTile(_ address: TileAddress) -> [UInt8]? { nil }

    /// Returns an empty tile: there are no streets.
    public func streetTile(_ address: TileAddress) -> [UInt8] { [] }

    /// Returns no streets: there are none.
    public func overviewStreets() -> [StreetLine] { [] }

    /// Returns an empty tile: there is no traffic.
    public func keptTrafficTile(_ address: TileAddress) -> [UInt8]? { [] }

    /// Returns an empty tile: there is no traffic.
    public func trafficTile(_ address: TileAddress) -> [UInt8] { [] }

    /// Returns an empty tile: there are no streets.
    public func speedTile(
        _ address: TileAddress, for mode: TravelMode?
    ) throws(RouteRequestError) -> [UInt8] { [] }

    /// `false`: there is no file to change.
    public var hasChangedFile: Bool { false }

    /// `nil`: the layer has no file.
    public var fileVersion: NetworkFileVersion? { nil }

    /// Returns `false`: no program can be waiting.
    public func admitWriters() -> Bool { false }

    /// Releases nothing and returns `false`.
    public func releaseIdleMemory(unusedFor duration: Duration) -> Bool { false }

    /// Returns `heavy`, since the effort is unknown.
    public func effort(of request: AnalysisRequest) -> SolveEffort { .heavy }

    /// Returns 0: the layer looks up no coordinate systems.
    public func unreadSystems(in parameters: AnalysisParameters) -> Int { 0 }
}

extension NetworkLayer: RouteAnswering {
    /// Returns another layer over the same network.
    public func answering(
        under configuration: RouteLayerConfiguration
    ) -> any RouteAnswering { layer(under: configuration) }
}
