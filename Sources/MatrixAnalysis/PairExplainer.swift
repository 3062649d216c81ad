// Why there is no path between two locations: the same question as for a route of two stops.

import NetworkAnalysis
import Geo
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Explains pairs of locations without a path.
struct PairExplainer {
    /// Pairs that are looked into.
    static let mostPairs = 8

    let layer: AnalysisLayer
    let control: SolveControl
    let prepared: PreparedAnalysis

    /// The reasons of a pair, in the words of the analysis.
    ///
    /// - Parameters:
    ///   - source: The position of the location that the path would begin at.
    ///   - target: The position of the one that it would lead to.
    func reasons(from source: Int, to target: Int) -> [Reason] {
        let ends = [source, target].map { prepared.stops[$0].input }
        do throws(RouteRequestError) {
            let states = prepared.request.settings.key.conditions
            let request = try layer.reader(conditions: states).read(route(through: ends))
            let pair = try Preparation(layer: layer, control: control)
                .prepare(request, reusing: prepared)
            _ = try RouteSearch(layer: layer, prepared: pair, control: control).routes()
            return []
        } catch {
            return error.reasons.map { renamed($0, ends) }
        }
    }

    /// The route between two locations.
    private func route(through ends: [StopInput]) -> RouteParameters {
        var parameters = RouteParameters()
        parameters.analysis = prepared.request.asked.requested
        let inputs = parameters.analysis.inputs
        parameters.analysis.inputs = LocationInputs()
        var stops = FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: [])
        for end in ends {
            guard let rows = inputs[end.input]?.features, rows.features.indices.contains(end.index)
            else { continue }
            stops.append(rows.features[end.index], of: rows)
        }
        let first = inputs[ends[0].input]
        parameters.stops = LocationInput(
            features: stops,
            doNotLocateOnRestrictedElements: first?.doNotLocateOnRestrictedElements ?? true)
        // Barriers go by the ids that they have in the answer.
        parameters.analysis.locations.preserveObjectID =
            prepared.request.asked[\.locations.preserveObjectID]
        let settings = parameters.analysis.locations.locateSettings
        parameters.analysis.locations.locateSettings?.stops = settings?.locations[ends[0].input]
        parameters.findBestSequence = false
        parameters.useTimeWindows = false
        parameters.analysis.directions.returnDirections = false
        parameters.analysis.output.returnEmptyResults = false
        parameters.analysis.service = ServiceParameters()
        return parameters
    }

    /// A reason about stops as one about the locations that they stand for.
    private func renamed(_ reason: Reason, _ ends: [StopInput]) -> Reason {
        func own(_ stop: StopReference) -> StopReference {
            ends.indices.contains(stop.row) ? ends[stop.row].reference : stop
        }
        var renamed = reason
        renamed.stop = own(reason.stop)
        renamed.from = reason.from.map(own)
        renamed.routeName = nil
        switch reason.change {
        case .stop(let stop, let attributes)?: renamed.change = .stop(own(stop), attributes)
        case .parameter("startTime", let value)?:
            renamed.change = .parameter("timeOfDay", value)
        // Settings of the stops stand for those of two inputs.
        case .parameter("locateSettings", _)?: renamed.change = nil
        case .parameter(let name, _)? where name.hasPrefix("stops."): renamed.change = nil
        case .parameter?, .removingBarriers?, nil: break
        }
        return renamed
    }
}

extension FeatureSet {
    /// Appends a row of another set, with its fields but for its id, which a row of this set may
    /// have as well.
    fileprivate mutating func append(_ feature: Feature, of set: FeatureSet) {
        var values = [AttributeValue](repeating: .null, count: fields.count)
        for (field, value) in zip(set.fields, feature.values)
        where field.name.lowercased() != "objectid" {
            if let place = fieldIndex(field.name) {
                values[place] = value
            } else {
                fields.append(field)
                for row in features.indices { features[row].values.append(.null) }
                values.append(value)
            }
        }
        var copy = feature
        copy.values = values
        copy.spatialReference = feature.spatialReference ?? set.spatialReference
        features.append(copy)
    }
}
