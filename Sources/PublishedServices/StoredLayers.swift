// Start here for stored layers in requests: finds them by name and reads their rows.

import DataStructures
import FeatureStore
import Geo
package import Preparation
package import RouteAPI
import ServiceDefinitions

/// The stored layers that requests to a published layer may name.
///
/// ```swift
/// let stored = StoredLayers(layers)
/// let filled = try stored.filling(request.analysis, limits: limits, SolveControl())
/// let stops = filled.inputs["stops"]?.features    // the rows that the request selects
/// ```
///
/// A request may name rows instead of sending them: by a stored layer's name, or by a URL that
/// leads back to this server. ``filling(_:limits:served:admitting:_:)`` replaces both by the rows
/// themselves, so that operations only ever see features. It also completes every request with the
/// service's standing barriers, unless those in force are already attached.
///
/// The layers belong to the service: a published layer may name those its siblings declare, if both
/// have the same callers. Standing barriers are shared in any case, since a closed street is closed
/// for every analysis. ``QueuedWork`` and ``AnalysisJobWorker`` fill requests before they solve
/// them.
public final class StoredLayers: Sendable {
    /// The published layer's own layers, in the order declared, followed by its siblings'.
    package let layers: [StoredLayer]
    package let declared: [StoredLayer]
    package let standing: StandingLayers?

    /// Makes a collection of layers with different names.
    ///
    /// - Parameter shared: Layers that the service's other layers declare. If a name is declared
    ///   here too, the shared layer is left out.
    package init(_ declared: [StoredLayer], sharing shared: [StoredLayer] = []) {
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

    /// Adds the layers that a sibling in the same service declares.
    ///
    /// - Parameter isOpen: Whether both layers have the same callers. If not, only the sibling's
    ///   standing barriers are added.
    package func sharing(_ other: StoredLayers, isOpen: Bool) -> StoredLayers {
        let shared =
            isOpen
            ? other.declared : other.declared.filter { $0.declaration.standing != nil }
        return StoredLayers(declared, sharing: Array(layers.dropFirst(declared.count)) + shared)
    }

    /// The layers, as the layer resource describes them.
    var descriptions: [StoredLayerDescription] {
        layers.map { layer in
            StoredLayerDescription(
                name: layer.name, geometryType: layer.geometryType,
                standing: layer.declaration.standing, isEditable: layer.declaration.isEditable)
        }
    }

    /// Whether every request must be completed with the service's barriers.
    package var hasStanding: Bool { standing != nil }

    /// Returns whether a store has such barriers.
    package func hasStanding(in store: String) -> Bool {
        layers.contains { $0.declaration.standing != nil && $0.declaration.path == store }
    }

    /// The service's barriers in force; `nil` if there are none, or if requests must read them.
    package var standingInForce: StandingBarriers? { standing?.inForce }

    /// Returns a request with the rows of the stored layers it names, and with the service's
    /// barriers.
    ///
    /// Blocks the thread; call it on a thread of the queue.
    ///
    /// - Parameters:
    ///   - limits: The most rows that inputs may have.
    ///   - served: Finds layers by URLs that lead to this server.
    ///   - admitting: Admits the coordinate systems of selecting shapes before they are looked up,
    ///     or throws.
    /// - Throws: `RouteRequestError` naming the parameter and its member; the solve's cancellation;
    ///   ``ServiceError`` or ``UnavailableLayer`` if a store cannot be read.
    package func filling(
        _ parameters: AnalysisParameters, limits: ServiceLimits,
        served: OwnFeatureLayers = OwnFeatureLayers(),
        admitting: (NamedSystems) throws -> Void = { _ in }, _ control: SolveControl
    ) throws -> AnalysisParameters {
        var filled = parameters
        for name in parameters.references {
            let found: (layer: StoredLayer, definition: LayerDefinition, page: RowPage)
            switch parameters[input: name]?.source {
            case .layer(let query):
                // Without any stored layer, the operation reports the error.
                if layers.isEmpty { continue }
                let definition = try query.definition(of: name)
                found = (try layer(named: definition.layerName, of: name), definition, RowPage())
            case .url(let url):
                guard let layer = try served.layer(at: url.text, of: name) else { continue }
                found = layer
            case .none?, .features, nil: continue
            }
            try admitting(found.definition.selection.systems)
            filled[input: name]?.source = .features(
                try rows(
                    of: found.layer, found.definition, found.page, for: name, limits, control))
        }
        if let standing, filled.standing == nil {
            filled.standing = try standing.current(limits: limits, control)
        }
        return filled
    }

    /// Finds a layer by its name, or by its number counted from 0.
    ///
    /// - Throws: An error listing the layers.
    package func layer(named name: String, of parameter: String) throws(RouteRequestError)
        -> StoredLayer
    {
        let wanted = name.lowercased()
        if let found = layers.first(where: { $0.name.lowercased() == wanted }) { return found }
        if let number = Int(name), layers.indices.contains(number) { return layers[number] }
        let names = layers.map(\.name)
        // ArcGIS clients match the first sentence.
        var error = RouteRequestError.invalidParameter(
            parameter,
            "this service has no stored layer \"\(name.excerpt(80))\", "
                + NearestName.hint(for: name, among: names))
        error.details.insert("The table was not found. [\(name.excerpt(80))].", at: 0)
        throw error
    }

    private func rows(
        of layer: StoredLayer, _ definition: LayerDefinition, _ page: RowPage,
        for parameter: String, _ limits: ServiceLimits, _ control: SolveControl
    ) throws -> FeatureSet {
        let kind = BarrierClass(parameter: parameter)
        let limit = kind.map { limits.maximumBarriers[$0] } ?? limits.maximumStops
        let read: (features: FeatureSet, exceedsLimit: Bool)
        do throws(FeatureStoreError) {
            read = try layer.rows(
                definition.selection, mapping: definition.mapping,
                limit: min(limit, page.count ?? limit), offset: page.offset
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
        // A page that the limit allows has all the rows it asks for.
        guard !read.exceedsLimit || page.count.map({ $0 <= limit }) == true else {
            throw Self.tooMany(rowsOf: layer, for: parameter, kind, limit)
        }
        return features
    }

    private static func tooMany(
        rowsOf layer: StoredLayer, for parameter: String, _ kind: BarrierClass?, _ limit: Int
    ) -> RouteRequestError {
        let name = kind?.limitName ?? "maximumStops"
        let className = LocationInputs.className(of: parameter)
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
    package var systems: NamedSystems { NamedSystems([geometry == nil ? nil : spatialReference]) }
}
