// Start here: a network with its request defaults and its operations.

import Geo
import Geocoding
public import RoadNetwork
public import RouteAPI
import RoutingEngine
import VectorTiles

/// An open network with request defaults, and the operations it supports.
///
/// ```swift
/// let layer = try NetworkLayer.open(path: folder)
/// var parameters = RouteParameters()
/// parameters.stops = LocationInput(features: stops)
/// let result = try layer.solve(parameters)
/// // result.routes: one row for each route, with its totals
/// ```
///
/// The rooms above add the operations: RouteAnalysis solves routes, MatrixAnalysis matrices and
/// closest facilities. You pass their list to
/// ``open(path:configuration:timeZoneName:metricBytes:verification:protection:analyses:)``; a
/// server then reads requests through ``operations`` and answers them without knowing any operation
/// by name.
///
/// Each layer type answers its own operations. Use ``layer(under:)`` or ``layer(of:)`` to get
/// several layers over one open network: they share the engine with its metrics, the traffic, and
/// all caches, so a further layer costs almost nothing.
///
/// After opening, call ``prepare()`` to make metrics for the travel modes in advance. A server that
/// replaces networks at run time compares ``fileVersion`` with the file now in place, opens a new
/// layer, and drops the old one once its requests have ended. Networks are mapped, so writing into
/// an open file changes the network under the layer: ``hasChangedFile`` reports that, and
/// protection prevents it.
///
/// A layer is safe to share between threads. Every solve has its own state and a ``SolveControl``
/// to stop it.
public final class NetworkLayer: Sendable {
    /// The layer's defaults, travel modes and limits.
    public var configuration: RouteLayerConfiguration { layer.defaults.configuration }
    package let layer: AnalysisLayer
    /// The operations for every layer type.
    private let analyses: [AnalysisOperation]
    /// The operations that this layer answers.
    public let operations: [AnalysisOperation]
    /// The operations that belong to the network itself, whatever the layer type.
    public let networkOperations: [AnalysisOperation]

    /// The network's traffic snapshots, shared by all layers over it.
    public var traffic: TrafficBoard { layer.traffic }

    /// The clock of the layer's time zone; `nil` if the system does not know the zone.
    package var zoneClock: ZoneClock? { ZoneClock(configuration.timeZoneName) }

    package var network: NetworkDataset { layer.network }
    /// Resolved barriers from earlier requests.
    package var barriers: BarrierCache { layer.barriers }

    private init(_ layer: AnalysisLayer, _ analyses: [AnalysisOperation]) {
        self.layer = layer
        self.analyses = analyses
        operations = analyses.filter { $0.layerType == layer.defaults.configuration.layerType }
        networkOperations = analyses.filter(\.isOfNetwork)
    }

    /// Makes another layer over the same network. Both share the engine, its metrics, and the
    /// caches for barriers, places, conditions and vector tiles.
    public func layer(under configuration: RouteLayerConfiguration) -> NetworkLayer {
        NetworkLayer(
            AnalysisLayer(
                engine: layer.engine,
                defaults: LayerDefaults(configuration, on: network.description),
                barriers: layer.barriers, places: layer.places,
                knownStops: layer.knownStops, selections: layer.selections,
                traffic: layer.traffic, tiles: layer.tiles, geocoder: layer.geocoder),
            analyses)
    }

    /// Makes a layer of another type over the same network, with the same defaults.
    public func layer(of type: LayerType) -> NetworkLayer {
        layer(under: configuration.layer(of: type))
    }

    package convenience init(
        network: NetworkDataset, background: MapBackground? = nil,
        places names: PlaceDataset? = nil,
        configuration: RouteLayerConfiguration? = nil,
        metricBytes: Int? = nil, analyses: [AnalysisOperation] = [],
        now: @escaping @Sendable () -> Int64 = TrafficBoard.systemTime
    ) {
        let engine = LegEngine(network: network, budgetBytes: metricBytes)
        let (barriers, places) = (BarrierCache(), PlaceCache())
        self.init(
            AnalysisLayer(
                engine: engine,
                defaults: LayerDefaults(
                    configuration ?? .standard(for: network.description), on: network.description),
                barriers: barriers, places: places, knownStops: KnownStops(),
                selections: StreetSelections(network: network),
                traffic: TrafficBoard(
                    engine: engine, places: places, barriers: barriers, now: now),
                tiles: StreetTiles(network: network, background: background),
                geocoder: Geocoder(network: network, places: names)),
            analyses)
    }

    /// Opens a network and makes a layer over it.
    ///
    /// - Parameters:
    ///   - path: The network's folder, or its dataset file.
    ///   - configuration: The layer's defaults, or `nil` for the shipped ones.
    ///   - timeZoneName: The time zone for local times, in place of the configuration's.
    ///   - metricBytes: The most bytes that cached metrics may take together, not counting the
    ///     metrics that ``prepare()`` makes. `nil` allows half a gibibyte, or four metrics if that
    ///     is more.
    ///   - verification: Whether to compare every byte with its checksum first.
    ///   - protection: How the layer reacts when programs write into the network's file.
    ///   - analyses: The operations for every layer type.
    /// - Throws: A `DatasetError` naming the file and what to do.
    public static func open(
        path: String, configuration: RouteLayerConfiguration? = nil,
        timeZoneName: String? = nil, metricBytes: Int? = nil,
        verification: DatasetVerification = .whole, protection: DatasetProtection = .none,
        analyses: [AnalysisOperation] = []
    ) throws -> NetworkLayer {
        let network = try NetworkDataset(
            path: path, verification: verification, protection: protection)
        // Commands that ask one question draw no tiles, so they read no map.
        let background = try MapBackground.beside(
            path, verification: verification == .remembered ? .skipped : verification,
            protection: protection)
        // Whether this file was verified before, nobody remembers. It is small.
        let names = try PlaceDataset.open(
            besideNetwork: path, verification: verification == .remembered ? .remembered : .whole,
            protection: protection)
        var configuration = configuration ?? .standard(for: network.description)
        if let timeZoneName { configuration.timeZoneName = timeZoneName }
        return NetworkLayer(
            network: network, background: background, places: names,
            configuration: configuration, metricBytes: metricBytes, analyses: analyses)
    }

    /// Opens a network for serving. Compares its checksums first, unless that was done before.
    ///
    /// - Parameters:
    ///   - isVerified: Whether this file version's checksums were compared before.
    ///   - isProtected: Whether the layer stays unchanged when programs write into the file.
    ///     Writers have to wait then: call ``admitWriters()`` every few seconds.
    /// - Throws: A `DatasetError` naming the file and what to do.
    public static func open(
        path: String, configuration: RouteLayerConfiguration? = nil,
        timeZoneName: String? = nil, metricBytes: Int?, isVerified: Bool,
        isProtected: Bool = false, analyses: [AnalysisOperation]
    ) throws -> NetworkLayer {
        try open(
            path: path, configuration: configuration, timeZoneName: timeZoneName,
            metricBytes: metricBytes, verification: isVerified ? .skipped : .whole,
            protection: isProtected ? .held : .none, analyses: analyses)
    }

    /// Makes metrics for the layer's defaults and travel modes in advance, so that the first
    /// request is as fast as the next.
    ///
    /// Modes with unknown attributes are skipped; requests with them fail with an error.
    public func prepare() {
        var parameters = [RouteParameters()]
        for mode in configuration.travelModes {
            var named = RouteParameters()
            named.travelMode = .settings(mode)
            parameters.append(named)
        }
        var keys: [MetricKey] = []
        for parameters in parameters {
            do throws(RouteRequestError) {
                keys.append(try settings(of: parameters).key)
            } catch {
                continue
            }
        }
        layer.engine.prepare(keys)
        traffic.prepare()
    }

    /// Reads a request's travel settings.
    ///
    /// - Throws: An error naming the parameter, what was found and the known names.
    package func settings(
        of parameters: RouteParameters
    ) throws(RouteRequestError) -> TravelSettings {
        try TravelSettingsReader(network: network, layer: layer.defaults).read(parameters)
    }

    /// Whether the network's file, and with it the network, was modified after opening, or the
    /// file with the map's background.
    public var hasChangedFile: Bool {
        network.hasChanged || layer.tiles.background?.hasChanged == true
    }

    /// The version of the file that was opened; `nil` for a network in memory.
    public var fileVersion: NetworkFileVersion? {
        network.fileIdentity.map { NetworkFileVersion($0) }
    }

    /// Makes a private copy of the network if a program waits to write into its file, then lets the
    /// program write. Call it from one thread at a time; it may have to wait for the copy.
    ///
    /// - Returns: Whether a program waited.
    public func admitWriters() -> Bool {
        let awaited = [network.admitWriters(), layer.tiles.background?.admitWriters() == true]
        return awaited.contains(true)
    }

    /// The network's identity. Layers over the same open network have the same one.
    public var networkIdentity: AnyHashable? { ObjectIdentifier(layer.engine) }

    /// How the network's metrics were used so far, and how much memory they take.
    public var metricUse: MetricUse {
        let counts = layer.engine.cacheCounts
        return MetricUse(
            hits: counts.hits, misses: counts.misses, evictions: counts.evictions,
            bytes: counts.bytes, pinnedBytes: counts.pinnedBytes)
    }

    /// Frees memory that only a burst of requests needed.
    ///
    /// - Parameter duration: How long memory must have been unused.
    /// - Returns: Whether any memory was freed.
    public func releaseIdleMemory(unusedFor duration: Duration) -> Bool {
        layer.engine.releaseSpaces(unusedSince: .now - duration) > 0
    }

    /// Completes a request with the layer's own inputs.
    ///
    /// - Throws: If the request names too many coordinate systems, or an input's rows are in a
    ///   source that cannot be read.
    package func accepted<Parameters: OperationParameters>(
        _ parameters: Parameters
    ) throws(RouteRequestError) -> Parameters {
        try NamedSystems(parameters.analysis).check()
        var parameters = parameters
        if !configuration.preloaded.isEmpty {
            parameters.analysis = configuration.preloaded.completing(parameters.analysis)
        }
        try parameters.analysis.requireRows()
        return parameters
    }

    /// Counts the coordinate systems in a request that have not been looked up yet.
    public func unreadSystems(in parameters: AnalysisParameters) -> Int {
        NamedSystems(parameters).unreadCount
    }

    /// Describes the layer and its network for clients.
    public var layerDescription: LayerDescription {
        let description = network.description
        var described = LayerDescription(
            configuration: configuration, networkName: description.name,
            edgeSourceName: description.edgeSourceName, buildTime: description.dataTimestamp,
            attributes: layer.attributeDescriptions, fingerprint: network.fingerprint,
            attribution: description.attribution)
        described.operations = operations.map(\.description)
        described.drivesOnLeft = description.drivingSide == .left
        described.examplePlaces = network.samplePlaces(3).map(\.coordinate)
        return described
    }
}
