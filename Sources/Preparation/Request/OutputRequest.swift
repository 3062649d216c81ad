// Which parts of the answer a request asks for, in what form, and messages about them.

package import Directions
package import RouteAPI

extension ResolvedRequest {
    /// The requested parts of the answer.
    package struct Returned: Sendable {
        package var routes = false
        package var stops = false
        package var barriers = ByBarrierClass { _ in false }
        package var directions = false
        package var traversal = Traversal()
        package var quanta = false
        package var legs = false
        package var conditions = false

        /// The requested traversal sets.
        package struct Traversal: Sendable {
            package var edges = false
            package var junctions = false
            package var turns = false

            package var isAny: Bool { edges || junctions || turns }
        }
    }
}

extension ResolvedRequest.Returned {
    /// Reads the parts a route request asks for. Barriers are in its answer only if it sends some
    /// or the service has standing ones.
    package init(_ resolved: ResolvedParameters<RouteParameters>) {
        self.init(common: resolved)
        routes = resolved[\.returnRoutes]
        stops = resolved[\.returnStops]
    }

    /// Reads the parts the common parameters ask for.
    package init<Parameters>(common resolved: ResolvedParameters<Parameters>) {
        self.init(barriersOf: resolved)
        directions = resolved.common(\.directions.returnDirections) ?? false
        traversal = Traversal(
            edges: resolved.common(\.output.returnTraversedEdges) ?? false,
            junctions: resolved.common(\.output.returnTraversedJunctions) ?? false,
            turns: resolved.common(\.output.returnTraversedTurns) ?? false)
        quanta = resolved.common(\.service.returnQuanta) ?? false
        legs = resolved.common(\.output.returnLegs) ?? false
        conditions = resolved.common(\.output.returnConditions) ?? false
    }

    /// Reads only the barriers the common parameters ask for.
    package init<Parameters>(barriersOf resolved: ResolvedParameters<Parameters>) {
        self.init()
        let requested = resolved.requested.analysis
        barriers = ByBarrierClass { kind in
            requested.hasBarriers(of: kind)
                && resolved.common(\.output.returnBarriers[kind]) ?? false
        }
    }

    /// Asks for the stops, and for barriers the request has.
    package static func places(of parameters: AnalysisParameters) -> Self {
        Self(
            stops: true,
            barriers: ByBarrierClass { parameters.hasBarriers(of: $0) })
    }
}

extension AnalysisParameters {
    /// Whether the request sends barriers in a class, or the service has some.
    fileprivate func hasBarriers(of kind: BarrierClass) -> Bool {
        locations.barriers[kind] != nil || standing?.hasRows(of: kind) ?? false
    }
}

extension RequestReader {
    /// Returns the directions style: the requested one, or the layer's first if that is unknown.
    package func directionsStyle(
        _ parameters: AnalysisParameters, _ messages: inout [Message]
    ) -> DirectionsStyle {
        let usual =
            layer.directionsStyleNames.lazy.compactMap { DirectionsStyle(rawValue: $0) }.first
            ?? .desktop
        guard let requested = parameters.directions.directionsStyleName else { return usual }
        let offered = DirectionsStyle.allCases.filter {
            layer.directionsStyleNames.contains($0.rawValue)
        }
        let folded = requested.lowercased()
        if let style = offered.first(where: { $0.rawValue.lowercased() == folded }) {
            return style
        }
        messages.append(
            Message(
                .warning,
                "Directions have no style \"\(requested)\"; they are written in "
                    + "\"\(usual.rawValue)\". Available: "
                    + offered.map(\.rawValue).joined(separator: ", ") + "."))
        return usual
    }

    /// Reports requested parts that are not available.
    ///
    /// Missing heights are not a warning: the ArcGIS Maps SDK for JavaScript always requests them,
    /// and shows warnings to its users.
    package func unavailable(_ effective: EffectiveParameters) -> [Message] {
        guard effective.value(\.output.returnZ) ?? false else { return [] }
        return [
            Message(
                .informative,
                "Heights (returnZ) are not returned: the network has none (hasZ is false).")
        ]
    }
}
