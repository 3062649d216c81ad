// What a request asks of the answer's form, and what the service has to say to it.

package import Directions
package import RouteAPI

extension ResolvedRequest {
    /// Which parts of the answer are wanted.
    package struct Returned: Sendable {
        package var routes = false
        package var stops = false
        package var barriers = ByBarrierClass { _ in false }
        package var directions = false
        package var traversal = Traversal()
        package var quanta = false

        /// Which sets of what routes run over are wanted.
        package struct Traversal: Sendable {
            package var edges = false
            package var junctions = false
            package var turns = false

            package var isAny: Bool { edges || junctions || turns }
        }
    }
}

extension ResolvedRequest.Returned {
    /// What a request says; barriers that it does not send are not part of its answer.
    package init(_ asked: ResolvedParameters<RouteParameters>) {
        self.init(asked.parameters.analysis)
        routes = asked[\.returnRoutes]
        stops = asked[\.returnStops]
    }

    /// What the common parameters of a request say, defaults filled in.
    package init(_ given: AnalysisParameters) {
        let output = given.output
        barriers = ByBarrierClass {
            (output.returnBarriers[$0] ?? false) && given.locations.barriers[$0] != nil
        }
        directions = given.directions.returnDirections ?? false
        traversal = Traversal(
            edges: output.returnTraversedEdges ?? false,
            junctions: output.returnTraversedJunctions ?? false,
            turns: output.returnTraversedTurns ?? false)
        quanta = given.service.returnQuanta ?? false
    }

    /// The barriers that common parameters ask for, and nothing else.
    package init(barriersOf given: AnalysisParameters) {
        self.init()
        barriers = Self(given).barriers
    }

    /// The stops, and the barriers that were given.
    package static func places(of parameters: AnalysisParameters) -> Self {
        Self(
            stops: true,
            barriers: ByBarrierClass { parameters.locations.barriers[$0] != nil })
    }
}

extension RequestReader {
    /// The style of directions; an unknown one is the layer's first.
    package func directionsStyle(
        _ parameters: AnalysisParameters, _ messages: inout [Message]
    ) -> DirectionsStyle {
        let usual =
            layer.directionsStyleNames.lazy.compactMap { DirectionsStyle(rawValue: $0) }.first
            ?? .desktop
        guard let asked = parameters.directions.directionsStyleName else { return usual }
        let offered = DirectionsStyle.allCases.filter {
            layer.directionsStyleNames.contains($0.rawValue)
        }
        if let style = offered.first(where: { $0.rawValue.lowercased() == asked.lowercased() }) {
            return style
        }
        messages.append(
            Message(
                .warning,
                "Directions have no style \"\(asked)\"; they are written in \"\(usual.rawValue)\". "
                    + "Available: " + offered.map(\.rawValue).joined(separator: ", ") + "."))
        return usual
    }

    /// What was asked for and cannot be had.
    ///
    /// No warning for heights: the ArcGIS Maps SDK for JavaScript asks for them in every request,
    /// and shows warnings to people.
    package func unavailable(_ parameters: AnalysisParameters) -> [Message] {
        guard parameters.output.returnZ ?? false else { return [] }
        return [
            Message(
                .informative,
                "Heights (returnZ) are not returned: the network has none (hasZ is false).")
        ]
    }
}
