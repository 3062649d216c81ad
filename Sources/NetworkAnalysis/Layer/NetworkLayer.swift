// A network with its defaults, ready to be asked.

import Geo
public import RoadNetwork
public import RouteAPI
import RoutingEngine

/// A layer: an open network, the configuration that requests fall back to, and what it can be
/// asked.
///
/// Safe to share between threads; every solve has its own state.
public final class NetworkLayer: Sendable {
    /// The layer's defaults, travel modes and limits.
    public var configuration: RouteLayerConfiguration { layer.defaults.configuration }
    package let layer: AnalysisLayer
    /// What layers of every kind can be asked.
    private let analyses: [AnalysisOperation]

    /// What the layer can be asked.
    public var operations: [AnalysisOperation] {
        analyses.filter { $0.layerType == configuration.layerType }
    }

    /// What the network under the layer can be asked.
    public var networkOperations: [AnalysisOperation] { analyses.filter(\.isOfNetwork) }

    package var network: NetworkDataset { layer.network }
    /// Barriers that requests have sent, resolved.
    package var barriers: BarrierCache { layer.barriers }

    private init(_ layer: AnalysisLayer, _ analyses: [AnalysisOperation]) {
        self.layer = layer
        self.analyses = analyses
    }

    /// Another layer over the same network: the two share its engine, its metrics, and the barriers
    /// and conditions that requests have sent.
    public func layer(under configuration: RouteLayerConfiguration) -> NetworkLayer {
        NetworkLayer(
            AnalysisLayer(
                engine: layer.engine,
                defaults: LayerDefaults(configuration, on: network.description),
                barriers: layer.barriers, selections: layer.selections), analyses)
    }

    package init(
        network: NetworkDataset, configuration: RouteLayerConfiguration? = nil,
        metricBytes: Int? = nil, analyses: [AnalysisOperation] = []
    ) {
        self.analyses = analyses
        layer = AnalysisLayer(
            engine: LegEngine(network: network, budgetBytes: metricBytes),
            defaults: LayerDefaults(
                configuration ?? .standard(for: network.description), on: network.description),
            barriers: BarrierCache(), selections: StreetSelections(network: network))
    }

    /// Opens a network and makes it a layer.
    ///
    /// - Parameters:
    ///   - path: The network's folder, or its dataset file.
    ///   - configuration: The layer's defaults, or `nil` for the shipped ones.
    ///   - timeZoneName: The zone that local times are read in, in place of the configuration's.
    ///   - metricBytes: What metrics that requests brought may hold together, beside those of
    ///     ``prepare()``; `nil` for half a gibibyte, or four metrics where that is more.
    ///   - analyses: What layers of every kind can be asked.
    ///   - verification: Whether every byte of the network is held against its checksum first.
    /// - Throws: A `DatasetError` naming the file and the cure.
    public static func open(
        path: String, configuration: RouteLayerConfiguration? = nil,
        timeZoneName: String? = nil, metricBytes: Int? = nil,
        verification: DatasetVerification = .whole, analyses: [AnalysisOperation] = []
    ) throws -> NetworkLayer {
        let network = try NetworkDataset(path: path, verification: verification)
        var configuration = configuration ?? .standard(for: network.description)
        if let timeZoneName { configuration.timeZoneName = timeZoneName }
        return NetworkLayer(
            network: network, configuration: configuration, metricBytes: metricBytes,
            analyses: analyses)
    }

    /// Opens a network for serving: every byte is read first, unless that has been done.
    ///
    /// - Parameter isVerified: Whether the very file was held against its checksums before.
    /// - Throws: A `DatasetError` naming the file and the cure.
    public static func open(
        path: String, configuration: RouteLayerConfiguration? = nil,
        timeZoneName: String? = nil, metricBytes: Int?, isVerified: Bool,
        analyses: [AnalysisOperation]
    ) throws -> NetworkLayer {
        try open(
            path: path, configuration: configuration, timeZoneName: timeZoneName,
            metricBytes: metricBytes, verification: isVerified ? .skipped : .whole,
            analyses: analyses)
    }

    /// Makes the metrics of the layer's defaults and of its travel modes ready, so that the first
    /// request with one is as quick as the next.
    ///
    /// Modes that name unknown attributes are passed over: requests with them say so.
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
    }

    /// How a request travels.
    ///
    /// - Throws: An error that names the parameter, what was found and the known names.
    package func settings(
        of parameters: RouteParameters
    ) throws(RouteRequestError) -> TravelSettings {
        try TravelSettingsReader(network: network, layer: layer.defaults).read(parameters)
    }

    /// Whether the network's file has been written to since it was opened.
    public var hasChangedFile: Bool { network.hasChanged }

    /// Tells the networks of layers apart: those over one network have the same.
    public var networkIdentity: AnyHashable? { ObjectIdentifier(layer.engine) }

    /// How the metrics of the layer's network have served so far, and what they hold.
    public var metricUse: MetricUse {
        let counts = layer.engine.cacheCounts
        return MetricUse(
            hits: counts.hits, misses: counts.misses, evictions: counts.evictions,
            bytes: counts.bytes, pinnedBytes: counts.pinnedBytes)
    }

    /// Gives up memory that only a burst of requests needed.
    ///
    /// - Parameter duration: What has not been needed for so long is given up.
    /// - Returns: Whether anything was.
    public func releaseIdleMemory(unusedFor duration: Duration) -> Bool {
        layer.engine.releaseSpaces(unusedSince: .now - duration) > 0
    }

    /// A request with the layer's own inputs where it has no others.
    ///
    /// - Throws: When it names too many coordinate systems, or rows of an input are elsewhere.
    package func accepted<Parameters: OperationParameters>(
        _ parameters: Parameters
    ) throws(RouteRequestError) -> Parameters {
        try NamedSystems(parameters.analysis).check()
        var parameters = parameters
        parameters.analysis = configuration.preloaded.completing(parameters.analysis)
        try parameters.analysis.requireRows()
        return parameters
    }

    /// How many coordinate systems of a request have not been looked up yet.
    public func unreadSystems(in parameters: AnalysisParameters) -> Int {
        NamedSystems(parameters).unreadCount
    }

    /// The layer and its network as clients discover them.
    public var layerDescription: LayerDescription {
        let description = network.description
        let costs = description.costs.flatMap { cost in
            cost.names.map { name in
                NetworkAttributeDescription(
                    name: name, usage: .cost, units: NetworkUnit(rawValue: cost.units) ?? .unknown,
                    parameters: Self.parameters(cost.parameters ?? []),
                    aliasOf: name == cost.name ? nil : cost.name)
            }
        }
        let restrictions = description.restrictions.map { restriction in
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
