// What travel modes mean on a network, kept for the requests that name them.

import RoadNetwork
import RouteAPI
import RoutingEngine
import Synchronization

/// What the terms of a travel mode mean on a network: the part of ``TravelSettings`` that is the
/// same for every request with the mode.
final class TravelRules: Sendable {
    /// What the rules follow from.
    struct Terms: Equatable {
        var impedance: String
        var restrictions: [String]
        var values: [AttributeParameterValue]
        var uTurns: UTurnPolicy

        /// The terms of a travel mode.
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
    /// The key of the metric, without what a request adds: conditions, traffic.
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

/// The rules of a layer's travel modes, each made by the first request with it.
///
/// Resolving a dozen restrictions takes some microseconds, more than the search for a short route.
/// A request with a mode, by its name or with all of its values, finds them by comparing:
/// arrays that a mode and a request share are equal at a glance.
final class TravelRulesTable: Sendable {
    private let modes: [TravelRules.Terms]
    private let rules: Mutex<[TravelRules?]>

    init(_ modes: [TravelMode]) {
        self.modes = modes.map(TravelRules.Terms.init)
        rules = Mutex([TravelRules?](repeating: nil, count: modes.count))
    }

    /// The rules of some terms. Those of other terms than a travel mode's are not kept.
    ///
    /// - Parameter make: Makes those that are not known.
    /// - Throws: The error of `make`.
    /// - Complexity: O(*n*) in the travel modes for terms of one that was asked for before.
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

    /// The number of modes whose rules are known.
    var count: Int { rules.withLock { $0.count { $0 != nil } } }
}
