// What travel modes mean on a network, kept for requests that name them.

import RoadNetwork
import RouteAPI
import RoutingEngine
import Synchronization

/// What a travel mode's terms mean on a network: the part of ``TravelSettings`` that every request
/// with the mode shares.
final class TravelRules: Sendable {
    /// What the rules follow from.
    struct Terms: Equatable {
        var impedance: String
        var restrictions: [String]
        var values: [AttributeParameterValue]
        var uTurns: UTurnPolicy

        /// Takes a travel mode's terms.
        init(_ mode: TravelMode) {
            impedance = mode.impedanceAttributeName
            restrictions = mode.restrictionAttributeNames
            values = mode.attributeParameterValues
            uTurns = mode.uTurnPolicy
        }

        init(_ effective: EffectiveParameters) {
            impedance = effective[\.travel.impedanceAttributeName]
            restrictions = effective[\.travel.restrictionAttributeNames]
            values = effective[\.travel.attributeParameterValues]
            uTurns = effective[\.travel.restrictUTurns]
        }
    }

    let impedance: NamedCost
    let restrictionNames: [String]
    let restrictsAccess: Bool
    let softRestrictions: [SoftRestriction]
    /// The metric's key, without what a request adds: conditions and traffic.
    let key: MetricKey
    let vehicle: VehicleFacts

    init(
        impedance: NamedCost, restrictionNames: [String], restrictsAccess: Bool,
        softRestrictions: [SoftRestriction], key: MetricKey, vehicle: VehicleFacts
    ) {
        self.impedance = impedance
        self.restrictionNames = restrictionNames
        self.restrictsAccess = restrictsAccess
        self.softRestrictions = softRestrictions
        self.key = key
        self.vehicle = vehicle
    }
}

/// The rules for a layer's travel modes, each made by the first request that uses it.
///
/// Resolving a dozen restrictions takes some microseconds, more than the search for a short route.
/// A request with a mode, by name or with all its values, finds the rules by comparing: arrays
/// shared by a mode and a request are equal at a glance.
final class TravelRulesTable: Sendable {
    private let modes: [TravelRules.Terms]
    private let rules: Mutex<[TravelRules?]>

    init(_ modes: [TravelMode]) {
        self.modes = modes.map(TravelRules.Terms.init)
        rules = Mutex([TravelRules?](repeating: nil, count: modes.count))
    }

    /// Returns the rules for some terms. Rules for terms of no travel mode are not kept.
    ///
    /// - Parameter make: Makes unknown rules.
    /// - Throws: The error from `make`.
    /// - Complexity: O(*n*) for *n* travel modes, if a mode's terms were used before.
    func rules(
        _ terms: TravelRules.Terms,
        make: (TravelRules.Terms) throws(RouteRequestError) -> TravelRules
    ) throws(RouteRequestError) -> TravelRules {
        guard let place = modes.firstIndex(of: terms) else { return try make(terms) }
        if let known = rules.withLock({ $0[place] }) { return known }
        let made = try make(terms)
        rules.withLock { $0[place] = made }
        return made
    }

    /// How many modes have known rules.
    var count: Int { rules.withLock { $0.count { $0 != nil } } }
}
