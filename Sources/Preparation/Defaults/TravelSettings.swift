// A request's impedance, restrictions and U-turn policy, resolved for a network.

import DataStructures
package import RoadNetwork
package import RouteAPI
package import RoutingEngine

/// A request's travel settings: its impedance, its restrictions and its U-turn policy.
///
/// They come from the request's travel mode if it has one, otherwise from its own parameters, with
/// the layer's defaults for what is left out. ``TravelSettingsReader`` resolves names to attribute
/// indices and bit masks. The part that searches depend on is collected in ``key``: two requests
/// with equal keys share a metric, whatever else differs.
package struct TravelSettings: Sendable {
    /// The minimized cost's index in the network.
    package var impedance: Int
    /// The indices of the other costs to total.
    package var accumulated: [Int]
    /// The impedance and the costs to total, by their names in the request.
    package var namedCosts: [NamedCost]
    /// The index of the time cost for directions.
    package var directionsTime: Int?
    /// The active restrictions' names; restrictions included by others come last.
    package var restrictionNames: [String]
    /// Whether an access restriction is active.
    package var restrictsAccess: Bool
    /// The active restrictions that scale costs.
    package var softRestrictions: [SoftRestriction]
    package var key: MetricKey
    /// What the request says about the vehicle, for conditions on it.
    package var vehicle: VehicleFacts
    /// The tolerance for generalizing lines, in meters.
    package var precisionMeters: Double
    package var uTurns: UTurnPolicy
    /// Whether the settings come from a travel mode instead of the request's own parameters.
    package var isModeGiven: Bool
}

/// A restriction that scales edge costs instead of closing edges.
package struct SoftRestriction: Sendable {
    package var name: String
    package var restriction: ActiveRestriction
    package var isAvoided: Bool
}

/// Reads travel settings from a request, its travel mode and the layer's defaults.
package struct TravelSettingsReader {
    package let network: NetworkDataset
    package let layer: LayerDefaults

    package init(network: NetworkDataset, layer: LayerDefaults) {
        self.network = network
        self.layer = layer
    }

    package var description: NetworkDescription { network.description }

    /// Resolves every setting.
    ///
    /// - Throws: An error naming the parameter, what was found and the known names.
    package func read(
        _ parameters: some OperationParameters
    ) throws(RouteRequestError) -> TravelSettings {
        try read(EffectiveParameters(resolve(parameters)))
    }

    /// Fills in the request's travel mode and the layer's defaults.
    ///
    /// - Throws: If the layer has no travel mode with the name.
    package func resolve<Parameters: OperationParameters>(
        _ parameters: Parameters
    ) throws(RouteRequestError) -> ResolvedParameters<Parameters> {
        ResolvedParameters(
            parameters, mode: try travelMode(parameters.analysis),
            defaults: layer.parameterDefaults())
    }

    /// Reads a resolved request's settings.
    ///
    /// - Throws: An error naming the parameter, or the travel mode with its member, what was found
    ///   and the known names.
    package func read(_ effective: EffectiveParameters) throws(RouteRequestError) -> TravelSettings
    {
        do throws(RouteRequestError) {
            return try settings(effective)
        } catch {
            throw effective.blamingMode(in: error)
        }
    }

    private func settings(
        _ effective: EffectiveParameters
    ) throws(RouteRequestError) -> TravelSettings {
        let rules = try layer.rules.rules(TravelRules.Terms(effective)) {
            terms throws(RouteRequestError) in try self.rules(terms)
        }
        var named = [rules.impedance]
        for name in effective[\.travel.accumulateAttributeNames] {
            named.append(
                try cost(name, "accumulateAttributeNames", code: .unknownAccumulateAttribute))
        }
        let units = effective[\.output.outputGeometryPrecisionUnits]
        return TravelSettings(
            impedance: rules.impedance.position, accumulated: named.dropFirst().map(\.position),
            namedCosts: named,
            directionsTime: try directionsTime(effective[\.directions.directionsTimeAttributeName]),
            restrictionNames: rules.restrictionNames, restrictsAccess: rules.restrictsAccess,
            softRestrictions: rules.softRestrictions, key: rules.key, vehicle: rules.vehicle,
            precisionMeters: effective[\.output.outputGeometryPrecision] * units.meters,
            uTurns: effective[\.travel.restrictUTurns],
            isModeGiven: effective.requested.travel.travelMode != nil)
    }

    /// Resolves a travel mode's terms for the network.
    ///
    /// - Throws: As ``read(_:)``.
    private func rules(_ terms: TravelRules.Terms) throws(RouteRequestError) -> TravelRules {
        let impedance = try cost(
            terms.impedance, "impedanceAttributeName", code: .unknownImpedance)
        let values = try ParameterValues(
            layer.attributeParameterValues, terms.values, description: description)
        let set = try restrictionSet(terms.restrictions)
        var active: [ActiveRestriction] = []
        var soft: [SoftRestriction] = []
        var prohibiting: Set<String> = []
        for (restriction, named) in set.effective where restriction.isDerived != true {
            let resolved = try values.activate(restriction, as: named)
            active.append(resolved)
            if resolved.effect == .prohibits { prohibiting.insert(restriction.name) }
            if case .scales(let factor) = resolved.effect {
                soft.append(
                    SoftRestriction(
                        name: restriction.name, restriction: resolved,
                        isAvoided: factor.value > 1))
            }
        }
        // A derived restriction prohibits if any restriction that includes it does; factors stay
        // with the including ones.
        for (restriction, named) in set.effective where restriction.isDerived == true {
            let including = set.restrictions.filter { $0.includes.contains(restriction.name) }
            guard including.isEmpty || including.contains(where: { prohibiting.contains($0.name) })
            else { continue }
            active.append(try values.activate(restriction, as: named))
        }
        var key = MetricKey(
            column: description.costs[impedance.position].column,
            family: family(impedance: impedance.position, restrictions: set.restrictions),
            restrictions: active.sorted { $0.mask < $1.mask }, uTurns: terms.uTurns.rule)
        key.scales = try values.scales()
        return TravelRules(
            impedance: impedance,
            restrictionNames: set.effective.map(\.restriction)
                .filter { $0.isDerived != true }.map(\.name),
            restrictsAccess: set.hasAccess, softRestrictions: soft, key: key,
            vehicle: VehicleFacts(of: set.vehicles, active, in: description))
    }

    package func travelMode(_ parameters: AnalysisParameters) throws(RouteRequestError)
        -> TravelMode?
    {
        switch parameters.travel.travelMode {
        case nil: return nil
        case .settings(let mode): return mode
        case .changes(let changes):
            if let mode = layer.configuration.travelMode(with: changes) { return mode }
            throw changes.missingCost(of: "travelMode", besides: layer.travelModes.map(\.name))
        case .named(let name):
            if let mode = layer.configuration.travelMode(named: name) { return mode }
            let known = layer.travelModes.map(\.name)
            throw .invalidParameter(
                "travelMode",
                "no travel mode has the id or name \"\(name)\". "
                    + NearestName.sentences(for: name, among: known))
        }
    }

    package func cost(
        _ name: String, _ parameter: String, code: ExtendedCode
    ) throws(RouteRequestError) -> NamedCost {
        if let found = description.namedCost(name) { return found }
        throw RouteRequestError(
            .unknownAttribute, extendedCode: code, parameter: parameter,
            "the network has no cost attribute \"\(name)\". "
                + NearestName.sentences(for: name, among: description.costNames))
    }

    /// Returns the restrictions with some names.
    private func restrictionSet(
        _ names: [String]
    ) throws(RouteRequestError) -> RestrictionSet {
        if let set = network.restrictionSet(named: names) { return set }
        for name in names { _ = try restriction(name) }
        preconditionFailure("every name is known, but not all of them: \(names)")
    }

    package func restriction(_ name: String) throws(RouteRequestError) -> RestrictionAttribute {
        if let found = description.namedRestriction(name) { return found }
        throw RouteRequestError(
            .unknownAttribute, extendedCode: .badAttributeParameter,
            parameter: "restrictionAttributeNames",
            "the network has no restriction attribute \"\(name)\". "
                + NearestName.sentences(
                    for: name, among: description.namedRestrictions.map(\.name)))
    }

    package func directionsTime(_ name: String) throws(RouteRequestError) -> Int {
        let index = try cost(name, "directionsTimeAttributeName", code: .badTimeAttribute).position
        guard description.costs[index].kind == .time else {
            throw RouteRequestError(
                .invalidParameter, extendedCode: .badTimeAttribute,
                parameter: "directionsTimeAttributeName",
                "\"\(name)\" is measured in "
                    + "\(description.costs[index].units), not in time. Use one of: "
                    + description.costs.filter { $0.kind == .time }.map { "\"\($0.name)\"" }
                    .joined(separator: ", ") + ".")
        }
        return index
    }

    /// Returns the first access restriction's family, or else the impedance's, or else the first.
    private func family(impedance: Int, restrictions: [RestrictionAttribute]) -> Int {
        let name =
            restrictions.lazy.compactMap(\.family).first ?? description.costs[impedance].family
        return name.flatMap { description.familyIndex(named: $0) } ?? 0
    }
}

extension VehicleFacts {
    /// Collects what restrictions say about the vehicle: its kind, and the measures they compare.
    fileprivate init(
        of kinds: VehicleKinds, _ active: [ActiveRestriction], in description: NetworkDescription
    ) {
        self.init(kinds: kinds)
        for limit in active.compactMap(\.limit) where limit.vehicleValue > 0 {
            guard let measure = Measure(limit: description.limits[limit.column].name) else {
                continue
            }
            measures[measure] = limit.vehicleValue
        }
    }
}

extension UTurnPolicy {
    /// The engine's rule for this policy.
    package var rule: UTurnRule {
        switch self {
        case .allowBacktrack: .everywhere
        case .atDeadEndsAndIntersections: .deadEndsAndIntersections
        case .atDeadEndsOnly: .deadEnds
        case .noBacktrack: .nowhere
        }
    }
}
