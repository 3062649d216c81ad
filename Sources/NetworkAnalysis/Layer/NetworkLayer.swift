// Start here: a network with the defaults of its requests, and its operations.

import Geo
public import RoadNetwork
public import RouteAPI
import RoutingEngine

/// An open network with the defaults of its requests, and the operations that it supports.
///
/// ```swift
/// let layer = try NetworkLayer.open(path: folder)
/// var parameters = RouteParameters()
/// parameters.stops = LocationInput(features: stops)
/// let result = try layer.solve(parameters)
/// // result.routes: one row for each route, with its totals
/// ```
///
/// Operations are in the rooms above: `solve` of routes in RouteAnalysis, of matrices and closest
/// facilities in MatrixAnalysis. Safe to share between threads; every solve has its own state.
public final class NetworkLayer: Sendable {
    /// The layer's defaults, travel modes and limits.
    public var configuration: RouteLayerConfiguration { layer.defaults.configuration }
    package let layer: AnalysisLayer
    /// The operations of layers of every type.
    private let analyses: [AnalysisOperation]

    /// The operations of this layer.
    public var operations: [AnalysisOperation] {
        analyses.filter { $0.layerType == configuration.layerType }
    }

    /// The operations of the network under the layer.
    public var networkOperations: [AnalysisOperation] { analyses.filter(\.isOfNetwork) }

    /// The snapshots of traffic of the network, which layers over it share.
    public var traffic: TrafficBoard { layer.traffic }

    package var network: NetworkDataset { layer.network }
    /// Resolved barriers of earlier requests.
    package var barriers: BarrierCache { layer.barriers }

    private init(_ layer: AnalysisLayer, _ analyses: [AnalysisOperation]) {
        self.layer = layer
        self.analyses = analyses
    }

    /// Makes another layer over the same network. The two share the engine, its metrics, and the
    /// caches of barriers, places and conditions.
    public func layer(under configuration: RouteLayerConfiguration) -> NetworkLayer {
        NetworkLayer(
            AnalysisLayer(
                engine: layer.engine,
                defaults: LayerDefaults(configuration, on: network.description),
                barriers: layer.barriers, places: layer.places,
                knownStops: layer.knownStops, selections: layer.selections,
                traffic: layer.traffic),
            analyses)
    }

    /// A layer of a kind over the same network, with the same defaults.
    public func layer(of type: LayerType) -> NetworkLayer {
        layer(under: configuration.layer(of: type))
    }

    package init(
        network: NetworkDataset, configuration: RouteLayerConfiguration? = nil,
        metricBytes: Int? = nil, analyses: [AnalysisOperation] = [],
        now: @escaping @Sendable () -> Int64 = TrafficBoard.systemTime
    ) {
        self.analyses = analyses
        let engine = LegEngine(network: network, budgetBytes: metricBytes)
        let (barriers, places) = (BarrierCache(), PlaceCache())
        layer = AnalysisLayer(
            engine: engine,
            defaults: LayerDefaults(
                configuration ?? .standard(for: network.description), on: network.description),
            barriers: barriers, places: places, knownStops: KnownStops(),
            selections: StreetSelections(network: network),
            traffic: TrafficBoard(
                engine: engine, places: places, barriers: barriers, now: now))
    }

    /// Opens a network and makes a layer over it.
    ///
    /// - Parameters:
    ///   - path: The network's folder, or its dataset file.
    ///   - configuration: The layer's defaults, or `nil` for the shipped ones.
    ///   - timeZoneName: The time zone of local times, in place of the configuration's.
    ///   - metricBytes: The bytes that cached metrics may hold together, apart from those of
    ///     ``prepare()``; `nil` for half a gibibyte, or four metrics where that is more.
    ///   - verification: Whether every byte of the network is compared with its checksum first.
    ///   - protection: What programs that write into the network's file do to the layer.
    ///   - analyses: The operations of layers of every type.
    /// - Throws: A `DatasetError` that names the file and what to do.
    public static func open(
        path: String, configuration: RouteLayerConfiguration? = nil,
        timeZoneName: String? = nil, metricBytes: Int? = nil,
        verification: DatasetVerification = .whole, protection: DatasetProtection = .none,
        analyses: [AnalysisOperation] = []
    ) throws -> NetworkLayer {
        let network = try NetworkDataset(
            path: path, verification: verification, protection: protection)
        var configuration = configuration ?? .standard(for: network.description)
        if let timeZoneName { configuration.timeZoneName = timeZoneName }
        return NetworkLayer(
            network: network, configuration: configuration, metricBytes: metricBytes,
            analyses: analyses)
    }

    /// Opens a network for serving. Its checksums are compared first, unless that has been done.
    ///
    /// - Parameters:
    ///   - isVerified: Whether this version of the file has been compared with its checksums
    ///     before.
    ///   - isProtected: Whether programs that write into the file leave the layer as it is. They
    ///     have to wait for that: call ``admitWriters()`` every few seconds.
    /// - Throws: A `DatasetError` that names the file and what to do.
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

    /// Makes the metrics of the layer's defaults and of its travel modes in advance, so that the
    /// first request with one of them is as fast as the next.
    ///
    /// Modes that name unknown attributes are skipped; requests with them fail with an error.
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

    /// The travel settings of a request.
    ///
    /// - Throws: An error that names the parameter, what was found and the known names.
    package func settings(
        of parameters: RouteParameters
    ) throws(RouteRequestError) -> TravelSettings {
        try TravelSettingsReader(network: network, layer: layer.defaults).read(parameters)
    }

    /// Whether the network's file has been modified since it was opened, and the network with it.
    public var hasChangedFile: Bool { network.hasChanged }

    /// The version of the network's file that was opened; `nil` for a network in memory.
    public var fileVersion: NetworkFileVersion? {
        network.fileIdentity.map { NetworkFileVersion($0) }
    }

    /// Makes a private copy of the network if a program waits to write into its file, and lets the
    /// program write then. Called by one thread at a time, which may have to wait for the copy.
    ///
    /// - Returns: Whether a program waited.
    public func admitWriters() -> Bool { network.admitWriters() }

    /// The identity of the network; layers over the same open network have the same identity.
    public var networkIdentity: AnyHashable? { ObjectIdentifier(layer.engine) }

    /// The use of the network's metrics so far, and the memory that they hold.
    public var metricUse: MetricUse {
        let counts = layer.engine.cacheCounts
        return MetricUse(
            hits: counts.hits, misses: counts.misses, evictions: counts.evictions,
            bytes: counts.bytes, pinnedBytes: counts.pinnedBytes)
    }

    /// Frees memory that only a burst of requests needed.
    ///
    /// - Parameter duration: Memory that has not been used for so long is freed.
    /// - Returns: Whether any memory was freed.
    public func releaseIdleMemory(unusedFor duration: Duration) -> Bool {
        layer.engine.releaseSpaces(unusedSince: .now - duration) > 0
    }

    /// A request with the layer's own inputs where it has no others.
    ///
    /// - Throws: When the request names too many coordinate systems, or when an input has no rows
    ///   because they are in a source that cannot be read.
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

    /// The number of coordinate systems of a request that have not been looked up yet.
    public func unreadSystems(in parameters: AnalysisParameters) -> Int {
        NamedSystems(parameters).unreadCount
    }

    /// The description of the layer and its network for clients.
    public var layerDescription: LayerDescription {
        let description = network.description
        let costs = description.costs.flatMap { cost in
            cost.names.map { name in
                NetworkAttributeDescription(
                    name: name, usage: .cost, units: NetworkUnit(rawValue: cost.units) ?? .unknown,
                    parameters: Self.parameters(cost.parameters ?? []),
                    aliasOf: name == cost.name ? nil : cost.name,
                    followsSpeeds: description.followsSpeeds(cost))
            }
        }
        let restrictions = description.namedRestrictions.map { restriction in
            NetworkAttributeDescription(
                name: restriction.name, usage: .restriction, units: .unknown,
                parameters: Self.parameters(restriction.parameters))
        }
        let descriptors = description.descriptors.map {
            NetworkAttributeDescription(
                name: $0.name, usage: .descriptor, units: .unknown, parameters: [])
        }
        var layer = LayerDescription(
            configuration: configuration, networkName: description.name,
            edgeSourceName: description.edgeSourceName, buildTime: description.dataTimestamp,
            attributes: costs + restrictions + descriptors, fingerprint: network.fingerprint,
            attribution: description.attribution)
        layer.operations = operations.map(\.description)
        layer.examplePlaces = network.samplePlaces(3).map(\.coordinate)
        return layer
    }

    private static func parameters(
        _ parameters: [AttributeParameter]
    ) -> [NetworkAttributeDescription.Parameter] {
        parameters.map {
            .init(
                name: $0.name, defaultValue: $0.defaultValue,
                aliases: ($0.aliases ?? []).map(\.name))
        }
    }
}
