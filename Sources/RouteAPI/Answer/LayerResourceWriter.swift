// Writes the layer resource, from which clients read a layer's defaults. The classes are in
// AnalysisClass.

import Geo

/// Writes a layer's resource and related documents.
public enum LayerResourceWriter {
    /// The ArcGIS Server version whose behavior Waypost offers.
    public static let currentVersion = 11.3
    /// The version of map definitions that belongs to ``currentVersion``.
    public static let cimVersion = "3.3.0"

    /// Writes the whole layer resource.
    public static func json(_ layer: LayerDescription, pretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        let defaults = layer.configuration
        writer.beginObject()
        writer.member("currentVersion", currentVersion)
        writer.member("cimVersion", cimVersion)
        writer.member("layerName", defaults.layerName)
        writer.member("layerType", defaults.layerType.wireName)
        writeTravelDefaults(layer, to: &writer)
        writeLocateDefaults(layer, to: &writer)
        writeOutputDefaults(defaults, to: &writer)
        let operation = defaults.layerType.operation
        // The defaults for ordering stops include members without a parameter.
        if operation.parameters.contains(where: { $0.group == .order }) {
            writeSequenceDefaults(defaults, to: &writer)
        } else {
            writeOwnDefaults(of: operation, layer, to: &writer)
        }
        writeDirectionsDefaults(defaults, to: &writer)
        writer.member("hasZ", false)
        writer.member("hasM", false)
        writer.member("trafficSupport", noTraffic)
        writeTravelModes(defaults, to: &writer)
        writeLimits(of: layer, to: &writer)
        writeUsageLimits(layer.usage, to: &writer)
        writer.object("networkDataset") { writeNetwork(layer, to: &$0) }
        writer.array("networkClasses") { writer in
            for found in AnalysisClass.all(of: layer) { writer.analysisClass(found) }
        }
        writeStoredLayers(layer.storedLayers, to: &writer)
        writer.member("copyrightText", layer.attribution)
        writer.member("fingerprint", layer.fingerprint)
        writer.member("timeZone", defaults.timeZoneName)
        writer.endObject()
        return writer.bytes
    }

    /// Writes the layers that `{"type":"layer"}` may name; an extension.
    private static func writeStoredLayers(
        _ layers: [StoredLayerDescription], to writer: inout JSONWriter
    ) {
        if layers.isEmpty { return }
        writer.array("storedLayers") { writer in
            for (number, layer) in layers.enumerated() {
                writer.beginObject()
                writer.member("id", number)
                writer.member("name", layer.name)
                if let type = layer.geometryType { writer.member("geometryType", type.rawValue) }
                if let kind = layer.standing { writer.member("standing", kind.parameter) }
                writer.member("editable", layer.isEditable)
                writer.endObject()
            }
        }
    }

    /// Writes the answer of `retrieveTravelModes`.
    public static func travelModes(_ layer: LayerDescription, pretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        writer.beginObject()
        writeTravelModes(layer.configuration, to: &writer)
        writer.endObject()
        return writer.bytes
    }

    private static let noTraffic = "esriNTSNone"

    static func writeTravelModes(
        _ defaults: RouteLayerConfiguration, to writer: inout JSONWriter
    ) {
        writer.array("supportedTravelModes") { writer in
            for mode in defaults.travelModes { writer.travelMode(mode) }
        }
        writer.member("defaultTravelMode", defaults.defaultTravelMode)
    }

    private static func writeTravelDefaults(
        _ layer: LayerDescription, to writer: inout JSONWriter
    ) {
        let defaults = layer.configuration
        writer.member("impedance", defaults.impedanceAttributeName)
        writer.names("restrictions", defaults.restrictionAttributeNames)
        writer.names("accumulateAttributeNames", defaults.accumulateAttributeNames)
        writer.array("attributeParameterValues") { writer in
            for value in parameterValues(of: layer) {
                writer.attributeParameter(
                    value, type: Double(value.value) == nil ? "string" : "double")
            }
        }
        writer.member("restrictUTurns", defaults.restrictUTurns.rawValue)
        // Answers are exact, so a hierarchy of road classes is never needed.
        writer.member("useHierarchy", false)
        writer.member("hierarchyAttributeName", "")
        writer.member("hierarchyLevelCount", 0)
        writer.array("hierarchyMaxValues") { _ in }
        writer.array("hierarchyNumTransitions") { _ in }
    }

    /// Returns every parameter of the network with its default value.
    private static func parameterValues(of layer: LayerDescription) -> [AttributeParameterValue] {
        layer.attributes.filter { $0.aliasOf == nil }.flatMap { attribute in
            attribute.parameters.map { parameter in
                let configured = layer.configuration.attributeParameterValues.last {
                    $0.attributeName.lowercased() == attribute.name.lowercased()
                        && $0.parameterName.lowercased() == parameter.name.lowercased()
                }
                return AttributeParameterValue(
                    attributeName: attribute.name, parameterName: parameter.name,
                    value: configured?.value ?? parameter.defaultValue)
            }
        }
    }

    static func writeLocateDefaults(
        _ layer: LayerDescription, to writer: inout JSONWriter
    ) {
        var settings = layer.configuration.locateSettings
        settings.sources = settings.sources ?? [LocateSource(name: layer.edgeSourceName)]
        writer.member("snapTolerance", 0)
        writer.member(
            "maxSnapTolerance", layer.configuration.maximumToleranceMeters)
        writer.member("snapToleranceUnits", MapUnit.meters.rawValue)
        writer.object("locateSettings") { $0.locate("default", settings) }
        writer.member("ignoreInvalidLocations", layer.configuration.ignoreInvalidLocations)
    }

    private static func writeOutputDefaults(
        _ defaults: RouteLayerConfiguration, to writer: inout JSONWriter
    ) {
        writer.key("outputSpatialReference")
        writer.esriSpatialReference(defaults.outputSpatialReference)
        writer.member("outputGeometryPrecision", defaults.outputGeometryPrecision)
        writer.member(
            "outputGeometryPrecisionUnits", defaults.outputGeometryPrecisionUnits.rawValue)
        writer.member("outputLineType", defaults.outputLines.rawValue)
    }

    private static func writeSequenceDefaults(
        _ defaults: RouteLayerConfiguration, to writer: inout JSONWriter
    ) {
        writer.member("findBestSequence", defaults.findBestSequence)
        writer.member("preserveFirstStop", defaults.preserveFirstStop)
        writer.member("preserveLastStop", defaults.preserveLastStop)
        writer.member("maxSequencingTime", defaults.maxSequencingTime)
        writer.member("useTimeWindows", defaults.useTimeWindows)
        writer.member("useStartTime", false)
        writer.member("startTime", 0)
        writer.member("startTimeIsUTC", false)
        writer.member("timeWindowsAreUTC", false)
        writer.member("preserveObjectID", false)
        writer.member("supportsPreservingObjectID", true)
    }

    /// Writes the remaining defaults of the layer's own operation.
    private static func writeOwnDefaults(
        of operation: LayerOperation, _ layer: LayerDescription, to writer: inout JSONWriter
    ) {
        for parameter in operation.parameters
        where parameter.group == .search || parameter.group == .time
            || parameter.name == "preserveObjectID"
        {
            guard case .layer(let key) = parameter.defaultOrigin,
                let text = parameter.defaultText(of: layer.configuration)
            else { continue }
            writer.key(key)
            writer.value(parameter.json(text))
        }
        writer.member("supportsPreservingObjectID", true)
    }

    private static func writeDirectionsDefaults(
        _ defaults: RouteLayerConfiguration, to writer: inout JSONWriter
    ) {
        writer.member("returnDirections", defaults.returnDirections)
        writer.member("supportsDirections", true)
        writer.member("directionsLanguage", defaults.directionsLanguage)
        writer.names("directionsSupportedLanguages", defaults.directionsSupportedLanguages)
        writer.names("directionsStyleNames", defaults.directionsStyleNames)
        writer.member("directionsLengthUnits", defaults.directionsLengthUnits.rawValue)
        writer.member("directionsTimeAttribute", defaults.directionsTimeAttributeName)
    }

    /// Esri's documents name only the first two limits; the others are extensions.
    static func writeLimits(of layer: LayerDescription, to writer: inout JSONWriter) {
        let limits = layer.configuration.limits
        // Clients expect the first two in every layer, even if its operations have neither.
        let own: [RequestLimit] =
            [RequestLimit.stops, .stopsPerRoute] + layer.operations.flatMap(\.limits)
        let shared: [RequestLimit] =
            RequestLimit.affectedFeatures + RequestLimit.barriers + [RequestLimit.barrierVertices]
        var keys: Set<String> = []
        let counts = (own + shared).filter { keys.insert($0.key).inserted }
        writer.object("serviceLimits") { writer in
            for limit in counts { writer.member(limit.key, limits[keyPath: limit.path]) }
            writer.member("maximumSolveSeconds", limits.maximumSolveSeconds)
            writer.member("maximumRequestBytes", limits.maximumRequestBytes)
        }
    }

    /// Writes the limits on one caller over all its requests; null means no limit. An extension.
    private static func writeUsageLimits(_ limits: UsageLimits, to writer: inout JSONWriter) {
        func write(_ name: String, _ limit: Double?, to writer: inout JSONWriter) {
            writer.key(name)
            writer.value(limit.map { JSONValue.number($0) } ?? .null)
        }
        writer.object("usageLimits") { writer in
            write("requestsPerMinute", limits.requestsPerMinute.map { Double($0) }, to: &writer)
            write("solveSecondsPerMinute", limits.solveSecondsPerMinute, to: &writer)
            write("runningSolves", limits.runningSolves.map { Double($0) }, to: &writer)
        }
    }

    static func writeNetwork(
        _ layer: LayerDescription, withFields: Bool = false, to writer: inout JSONWriter
    ) {
        writer.member("name", layer.networkName)
        writer.member("buildTime", layer.buildTime)
        writer.member("state", "esriNDSBuilt")
        writer.member("trafficSupport", noTraffic)
        writer.array("networkAttributes") { writer in
            for attribute in layer.attributes { writer.networkAttribute(attribute) }
        }
        let sources = [
            (layer.edgeSourceName, "esriNETEdge", "esriNSTEdgeFeature"),
            ("\(layer.networkName)_Junctions", "esriNETJunction", "esriNSTSystemJunction"),
        ]
        writer.array("networkSources") { writer in
            for (row, source) in sources.enumerated() {
                writer.beginObject()
                writer.member("name", source.0)
                writer.member("elementType", source.1)
                writer.member("sourceType", source.2)
                writer.member("id", row + 1)
                if withFields { writer.sourceFields() }
                writer.endObject()
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func networkAttribute(_ attribute: NetworkAttributeDescription) {
        let isRestriction = attribute.usage == .restriction
        beginObject()
        member("name", attribute.name)
        member("dataType", isRestriction ? "esriNADTBoolean" : "esriNADTDouble")
        member("units", attribute.units.rawValue)
        member("usageType", attribute.usage.rawValue)
        names("parameterNames", attribute.parameters.map(\.name))
        // An extension: other names of the attribute and its parameters.
        if let original = attribute.aliasOf { member("aliasOf", original) }
        let aliases = attribute.parameters.flatMap(\.aliases)
        if !aliases.isEmpty { names("parameterAliases", aliases) }
        let usage = attribute.parameters.first { $0.name.lowercased() == "restriction usage" }
        if isRestriction, let usage { member("restrictionUsageParameterName", usage.name) }
        member("trafficSupport", "esriNTSNone")
        endObject()
    }
}
