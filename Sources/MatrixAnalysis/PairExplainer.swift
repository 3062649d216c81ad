// Explains why two locations have no path, by explaining a route with two stops.

import Geo
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Explains pairs of locations without a path, one after the other.
struct PairExplainer {
    static let mostPairs = 8
    /// The most locations without a place to explain.
    static let mostPlaces = 8

    private let layer: AnalysisLayer
    private let control: SolveControl
    private let prepared: PreparedAnalysis
    /// Locations that no path leaves or reaches, by position.
    private var unreached: Set<Int>
    /// How to place inputs with all changes found so far.
    private var placing: LocateSettingsByInput?

    init(
        of prepared: PreparedAnalysis, on layer: AnalysisLayer, control: SolveControl,
        unreached: Set<Int>
    ) {
        self.layer = layer
        self.control = control
        self.prepared = prepared
        self.unreached = unreached
    }

    /// A pair's two ends, as the stops of a route.
    private struct Ends {
        /// The positions among the request's locations.
        var positions: [Int]
        var inputs: [Shared<StopInput>]
        /// How to place the stops.
        var settings: LocateSettings
    }

    /// Returns why a pair has no path, naming its own locations instead of stops.
    ///
    /// - Parameters:
    ///   - source: The position of the location where the path would begin.
    ///   - target: The position of the location where it would end.
    mutating func reasons(from source: Int, to target: Int) -> [Reason] {
        let positions = [source, target]
        let ends = Ends(
            positions: positions, inputs: positions.map { prepared.stops[$0].input },
            settings: settings(of: positions))
        do throws(RouteRequestError) {
            let pair = try prepare(route(through: ends), for: ends)
            _ = try RouteSearch(layer: layer, prepared: pair, control: control).routes()
            return [Self.reason(whyTheirPlacesStay: ends)]
        } catch {
            var found: [Reason] = []
            for reason in error.reasons { found.append(referring(reason, ends)) }
            return found
        }
    }

    /// Makes the reason if a request with these two locations alone would move one: it has to stay
    /// for the others.
    private static func reason(whyTheirPlacesStay ends: Ends) -> Reason {
        let (source, target) = (ends.inputs[0].reference, ends.inputs[1].reference)
        var reason = Reason(
            .otherComponent,
            "No path leads from \(source.label) to \(target.label) at the places that they have. "
                + "A request with these two alone would move one of them to another street.",
            stop: target)
        reason.from = source
        return reason
    }

    /// Returns why a location has no place.
    ///
    /// - Parameter location: Its position.
    mutating func reasons(forPlaceOf location: Int) -> [Reason] {
        unreached.insert(location)
        let ends = Ends(
            positions: [location], inputs: [prepared.stops[location].input],
            settings: settings(of: [location]))
        do throws(RouteRequestError) {
            var route = route(through: ends)
            route.stops?.doNotLocateOnRestrictedElements =
                prepared.request.effective.requested.inputs[ends.inputs[0].input]?
                .doNotLocateOnRestrictedElements ?? true
            let alone = try prepare(route, for: ends, minimumStops: 0)
            var explainer = RouteExplainer(of: alone, on: layer, control: control)
            var found: [Reason] = []
            for reason in explainer.explainPlaces(of: RouteGroup(name: nil, stops: [0])) {
                found.append(referring(reason, ends))
            }
            return found
        } catch {
            // The request itself was read and prepared, so a part of it cannot be at fault.
            return []
        }
    }

    private func prepare(
        _ route: RouteParameters, for ends: Ends, minimumStops: Int = 2
    ) throws(RouteRequestError) -> PreparedAnalysis {
        let states = prepared.request.settings.key.conditions
        var request = try layer.reader(
            conditions: states, traffic: .same(prepared.request.traffic)
        ).read(route, minimumStops: minimumStops)
        for (stop, location) in zip(request.stops.indices, ends.inputs) {
            request.stops[stop].standsFor = location.reference
        }
        return try RequestPreparation(layer: layer, control: control).prepare(
            request, reusing: prepared)
    }

    /// Returns common settings for a route's stops under which two locations lie where their own
    /// settings place them.
    private func settings(of positions: [Int]) -> LocateSettings {
        let own = positions.compactMap { position in
            prepared.request.locations.first { $0.range.contains(position) }?.rules.settings
        }
        var shared = own.first ?? layer.defaults.locateSettings
        for other in own.dropFirst() {
            shared.toleranceMeters = max(shared.toleranceMeters, other.toleranceMeters)
            shared.allowAutoRelocate = shared.allowAutoRelocate && other.allowAutoRelocate
            if shared.sources != other.sources { shared.sources = nil }
        }
        return shared
    }

    /// Makes the route between two locations.
    private func route(through ends: Ends) -> RouteParameters {
        var parameters = RouteParameters()
        parameters.analysis = prepared.request.effective.requested
        let inputs = parameters.analysis.inputs
        parameters.analysis.inputs = LocationInputs()
        var stops = FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: [])
        for end in ends.inputs {
            guard let rows = inputs[end.input]?.features, rows.features.indices.contains(end.index)
            else { continue }
            stops.append(Self.stop(rows.features[end.index], of: rows, in: end.input), of: rows)
        }
        // Both ends of a pair have places on open streets: no other street is considered.
        parameters.stops = LocationInput(features: stops, doNotLocateOnRestrictedElements: true)
        // Barriers keep their ids from the answer.
        parameters.analysis.locations.preserveObjectID =
            prepared.request.effective[\.locations.preserveObjectID]
        let asked = parameters.analysis.locations.locateSettings
        var placing = LocateSettingsByInput(
            stops: ends.settings, barriers: asked?.barriers ?? ByBarrierClass())
        placing.barriers.point = placing.barriers.point ?? asked?.fallback
        parameters.analysis.locations.locateSettings = placing
        parameters.findBestSequence = false
        parameters.useTimeWindows = false
        parameters.analysis.directions.returnDirections = false
        parameters.analysis.output.returnEmptyResults = false
        parameters.analysis.service = ServiceParameters()
        return parameters
    }

    /// Returns a location as a stop: without values that mean something in stops alone.
    private static func stop(_ row: Feature, of rows: FeatureSet, in input: String) -> Feature {
        guard let own = AnalysisClass.locations.first(where: { $0.answerKey == input })
        else { return row }
        let idle = AnalysisClass.stops.fields.filter { $0.direction != .output && !own.takes($0) }
        var stop = row
        for (position, field) in zip(row.values.indices, rows.fields) {
            let name = field.name.lowercased()
            let isIdle = idle.contains { column in
                let known = column.name.lowercased()
                return column.repetition == nil ? name == known : name.hasPrefix(known)
            }
            if isIdle { stop.values[position] = .null }
        }
        return stop
    }

    /// Replaces the stops in a reason by the locations they represent.
    private mutating func referring(_ reason: Reason, _ ends: Ends) -> Reason {
        func own(_ stop: StopReference) -> StopReference {
            ends.inputs.indices.contains(stop.row) ? ends.inputs[stop.row].reference : stop
        }
        var found = reason
        found.stop = own(reason.stop)
        found.from = reason.from.map(own)
        found.routeName = nil
        switch reason.change {
        case .stop(let stop, let attributes)?: found.change = .stop(own(stop), attributes)
        case .parameter("startTime", let value)?:
            found.change = .parameter("timeOfDay", value)
        case .parameter("locateSettings", let value)?:
            found.change = change(placingStopsBy: value, ends)
        case .parameter?, .removingBarriers?, nil: break
        }
        return found
    }

    /// Writes a change that places a route's stops elsewhere as a change for the pair's inputs.
    ///
    /// A request has one value for the parameter, so it repeats what earlier pairs changed. Only
    /// locations that no path leaves or reaches at all may move; if the change would move others,
    /// this returns `nil`.
    ///
    /// - Parameter value: `locateSettings` of the route between the two.
    private mutating func change(
        placingStopsBy value: JSONValue, _ ends: Ends
    ) -> RequestChange? {
        let old = ends.settings
        guard let new = Self.settingsOfStops(in: value) else { return nil }
        let isNearer = new.toleranceMeters == old.toleranceMeters
        let moves = !isNearer || new.allowAutoRelocate != old.allowAutoRelocate
        guard !moves || ends.positions.contains(where: unreached.contains) else { return nil }
        var settings =
            placing ?? prepared.request.effective.requested.locations.locateSettings
            ?? LocateSettingsByInput()
        for (position, end) in zip(ends.positions, ends.inputs) {
            let before =
                settings.locations[end.input] ?? settings.fallback
                ?? layer.defaults.locateSettings
            var after = before
            if unreached.contains(position) {
                after.allowAutoRelocate = before.allowAutoRelocate || new.allowAutoRelocate
                if !isNearer {
                    after.toleranceMeters = max(before.toleranceMeters, new.toleranceMeters)
                }
            }
            if new.sources != old.sources { after.sources = new.sources }
            if after != before { settings.locations[end.input] = after }
        }
        placing = settings
        var changed = RouteParameters()
        changed.analysis.locations.locateSettings = settings
        return RequestChange(setting: "locateSettings", as: changed)
    }

    /// Reads the stop settings in a `locateSettings` value.
    private static func settingsOfStops(in value: JSONValue) -> LocateSettings? {
        do throws(RouteRequestError) {
            let route = try RouteParameters(fields: ["locateSettings": value.text])
            return route.analysis.locations.locateSettings?.stops
        } catch {
            return nil
        }
    }
}

extension FeatureSet {
    /// Appends another set's row with its fields, except for its id, which may not be unique in
    /// this set.
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
