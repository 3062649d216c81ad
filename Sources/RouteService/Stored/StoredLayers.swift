// Start here for stored layers in requests: they are found by name, and their rows are read.

import DataStructures
import FeatureStore
import Geo
import NetworkAnalysis
import RouteAPI

/// The stored layers that requests to a published layer may name.
///
/// ```swift
/// let stored = StoredLayers(layers)
/// let filled = try stored.filling(request.analysis, limits: limits, SolveControl())
/// let stops = filled.inputs["stops"]?.features    // the rows that the request selects
/// ```
public final class StoredLayers: Sendable {
    /// The layers: first those that the published layer declares, in the order of their
    /// declarations, then those of the other layers of its service.
    let layers: [StoredLayer]
    /// The layers that the published layer declares itself.
    let declared: [StoredLayer]
    let standing: StandingLayers?

    /// Makes a collection of layers with different names.
    ///
    /// - Parameter shared: Layers that others of the service declare; those of a name that is
    ///   declared here too are left out.
    init(_ declared: [StoredLayer], sharing shared: [StoredLayer] = []) {
        self.declared = declared
        var layers = declared
        for other in shared
        where !layers.contains(where: { $0.name.lowercased() == other.name.lowercased() }) {
            layers.append(other)
        }
        self.layers = layers
        let standing = layers.filter { $0.declaration.standing != nil }
        self.standing = standing.isEmpty ? nil : StandingLayers(standing)
    }

    /// No layers.
    public static let none = StoredLayers([])

    /// The layers with those that others of the service declare.
    ///
    /// - Parameter isOpen: Whether the callers of this layer are those of the other one; if not,
    ///   only the standing barriers of that one count here too.
    func sharing(_ other: StoredLayers, isOpen: Bool) -> StoredLayers {
        let shared =
            isOpen
            ? other.declared : other.declared.filter { $0.declaration.standing != nil }
        return StoredLayers(declared, sharing: Array(layers.dropFirst(declared.count)) + shared)
    }

    /// The layers for the layer resource.
    var descriptions: [StoredLayerDescription] {
        layers.map { layer in
            StoredLayerDescription(
                name: layer.name, geometryType: layer.geometryType,
                standing: layer.declaration.standing, isEditable: layer.declaration.isEditable)
        }
    }

    /// Whether every request has to be completed by barriers of the service.
    var hasStanding: Bool { standing != nil }

    /// Whether a store has such barriers.
    func hasStanding(in store: String) -> Bool {
        layers.contains { $0.declaration.standing != nil && $0.declaration.path == store }
    }

    /// The barriers of the service in force; `nil` without any, or where requests read them.
    var standingInForce: StandingBarriers? { standing?.inForce }

    /// A request with the rows of the stored layers that it names, and with the barriers of the
    /// service.
    ///
    /// It blocks the thread; call it on one of the queue.
    ///
    /// - Parameters:
    ///   - limits: The most rows that inputs may have.
    ///   - served: The layers that urls of this server lead to.
    ///   - admitting: Admits the coordinate systems of shapes that select rows before they are
    ///     looked up, or throws.
    /// - Throws: `RouteRequestError` naming the parameter and its member, the cancellation of the
    ///   solve, ``ServiceError`` or ``UnavailableLayer`` when a store cannot be read.
    func filling(
        _ parameters: AnalysisParameters, limits: ServiceLimits,
        served: ServedLayers = ServedLayers(),
        admitting: (NamedSystems) throws -> Void = { _ in }, _ control: SolveControl
    ) throws -> AnalysisParameters {
        var filled = parameters
        for name in parameters.references {
            let found: (layer: StoredLayer, definition: LayerDefinition)
            switch parameters[input: name]?.source {
            case .layer(let query):
                // Without any stored layer, the operation says so.
                if layers.isEmpty { continue }
                let definition = try query.definition(of: name)
                found = (try layer(named: definition.layerName, of: name), definition)
            case .url(let url):
                guard let layer = try served.layer(at: url.text, of: name) else { continue }
                found = layer
            case .none?, .features, nil: continue
            }
            try admitting(found.definition.selection.systems)
            filled[input: name]?.source = .features(
                try rows(of: found.layer, found.definition, for: name, limits, control))
        }
        if let standing, filled.standing == nil {
            filled.standing = try standing.current(limits: limits, control)
        }
        return filled
    }

    /// The layer of a name, or of a number from 0.
    ///
    /// - Throws: An error that lists the layers.
    func layer(named name: String, of parameter: String) throws(RouteRequestError) -> StoredLayer {
        let wanted = name.lowercased()
        if let found = layers.first(where: { $0.name.lowercased() == wanted }) { return found }
        if let number = Int(name), layers.indices.contains(number) { return layers[number] }
        let names = layers.map(\.name)
        // Clients of ArcGIS match the first sentence.
        var error = RouteRequestError.invalidParameter(
            parameter,
            "this service has no stored layer \"\(name.excerpt(80))\", "
                + NearestName.hint(for: name, among: names))
        error.details.insert("The table was not found. [\(name.excerpt(80))].", at: 0)
        throw error
    }

    private func rows(
        of layer: StoredLayer, _ definition: LayerDefinition, for parameter: String,
        _ limits: ServiceLimits, _ control: SolveControl
    ) throws -> FeatureSet {
        let kind = BarrierClass(parameter: parameter)
        let limit = kind.map { limits.maximumBarriers[$0] } ?? limits.maximumStops
        let read: (features: FeatureSet, exceedsLimit: Bool)
        do throws(FeatureStoreError) {
            read = try layer.rows(
                definition.selection, mapping: definition.mapping, limit: limit
            ) { control.shouldStop }
        } catch {
            throw error.failure(of: layer.name, parameter: parameter, control)
        }
        let needed = kind?.geometryType ?? .point
        // A table without shapes may have stored places.
        let features = needed == .point ? read.features.splittingMultipoints() : read.features
        if let type = features.geometryType, type != needed {
            throw RouteRequestError.invalidParameter(
                parameter,
                "the stored layer \"\(layer.name)\" has \(type.rawValue), and "
                    + "\(needed.rawValue) is needed")
        }
        guard !read.exceedsLimit else {
            throw Self.tooMany(rowsOf: layer, for: parameter, kind, limit)
        }
        return features
    }

    private static func tooMany(
        rowsOf layer: StoredLayer, for parameter: String, _ kind: BarrierClass?, _ limit: Int
    ) -> RouteRequestError {
        let name = kind?.limitName ?? "maximumStops"
        let className = parameter.prefix(1).uppercased() + parameter.dropFirst()
        let text =
            "Parameter \"\(parameter)\": more than \(limit) rows of the stored layer "
            + "\"\(layer.name)\" are selected (\(name)); choose fewer with where or geometry."
        return RouteRequestError(
            .limitExceeded, extendedCode: kind == nil ? .tooManyLocations : .tooManyBarriers,
            details: [
                "The number of input locations loaded into \(className) exceeded the maximum of "
                    + "\(limit) allowed by the service.",
                text,
            ]
        ).blaming(parameter)
    }
}

extension FeatureSelection {
    /// The coordinate system of its shape, if it has one.
    var systems: NamedSystems { NamedSystems([geometry == nil ? nil : spatialReference]) }
}
