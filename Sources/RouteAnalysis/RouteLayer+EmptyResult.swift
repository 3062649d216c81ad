// The answer to a request that cannot be read, when it asks for empty results.

import Geo
import RoadNetwork
import RouteAPI

extension RouteLayer {
    /// Every part that a request asks for, empty, with the reasons as messages.
    func emptyResult(for parameters: RouteParameters, _ messages: [Message]) -> RouteResult {
        let reference =
            parameters.outSR ?? parameters.context?.outSR
            ?? configuration.outputSpatialReference
        let classes = AnalysisClass.all(of: layerDescription)
        /// The rows of a class: none, under the fields that they would have.
        func empty(_ key: String, _ isWanted: Bool?) -> FeatureSet? {
            guard isWanted ?? false, let rows = classes.first(where: { $0.answerKey == key })
            else { return nil }
            let fields = rows.fields.filter { $0.direction != .input }
            return FeatureSet(
                geometryType: rows.geometryType, spatialReference: reference,
                fields: fields.map { Field($0.name, $0.type, length: $0.length) })
        }
        var result = RouteResult()
        result.messages = messages
        result.fingerprint = network.fingerprint
        result.attribution = network.description.attribution
        result.routes = empty("routes", parameters.returnRoutes ?? true)
        result.stops = empty("stops", parameters.returnStops)
        if parameters.barriers != nil {
            result.barriers = empty("barriers", parameters.returnBarriers)
        }
        if parameters.polylineBarriers != nil {
            result.polylineBarriers = empty("polylineBarriers", parameters.returnPolylineBarriers)
        }
        if parameters.polygonBarriers != nil {
            result.polygonBarriers = empty("polygonBarriers", parameters.returnPolygonBarriers)
        }
        result.traversedEdges = empty("traversedEdges", parameters.returnTraversedEdges)
        result.traversedJunctions = empty(
            "traversedJunctions", parameters.returnTraversedJunctions)
        result.traversedTurns = empty("traversedTurns", parameters.returnTraversedTurns)
        if parameters.returnDirections ?? configuration.returnDirections { result.directions = [] }
        result.directionsOutputType = parameters.directionsOutputType ?? .standard
        return result
    }
}
