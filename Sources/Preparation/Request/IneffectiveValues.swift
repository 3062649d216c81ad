// Values without effect: a travel mode sets them too, or they belong to an inactive restriction.

import DataStructures
import Geo
import RoadNetwork
import RouteAPI

/// Finds a request's values that have no effect on its travel settings.
struct IneffectiveValues {
    private let effective: EffectiveParameters
    private let description: NetworkDescription

    init(of effective: EffectiveParameters, in description: NetworkDescription) {
        self.effective = effective
        self.description = description
    }

    /// A warning for each parameter with such values.
    var messages: [Message] {
        (besideMode + ofInactiveRestrictions + ofCosts).map { Message(.warning, $0) }
    }

    /// Values the travel mode overrides. ArcGIS ignores them without a message.
    private var besideMode: [String] {
        effective.overridden.filter { $0 != Self.withoutEffect }.map { name in
            "Parameter \"\(name)\" was ignored because travelMode states it"
                + (TravelMode.member(setting: name).map {
                    "; an object with the name of the travel mode and \($0) would change that."
                } ?? ".")
        }
    }

    /// A parameter that never has an effect; clients send it with every request.
    private static let withoutEffect = "useHierarchy"

    /// Values for parameters of inactive restrictions. Default values are not reported: many
    /// clients send every restriction's values.
    private var ofInactiveRestrictions: [String] {
        let stated = stated
        guard !stated.isEmpty else { return [] }
        // Restrictions included by an active one are active too.
        var active = effective[\.travel.restrictionAttributeNames].compactMap { restriction($0) }
        description.addImplied(to: &active)
        let bits = Set(
            description.effective(active).flatMap { [$0.restriction.bit, $0.named.bit] })
        let idle = stated.filter { value in
            guard let restriction = restriction(value.attributeName),
                !bits.contains(restriction.bit),
                let found = restriction.parameter(named: value.parameterName)
            else { return false }
            return !found.parameter.isDefault(found.value(value.value))
        }
        guard !idle.isEmpty else { return [] }
        let shown = idle.prefix(Self.mostShown).map {
            "\"\($0.parameterName)\" of \"\($0.attributeName)\""
        }
        let more = idle.count - shown.count
        return [
            "\(labelOfStated): \(shown.joined(separator: ", "))"
                + (more > 0 ? " and \(more) more" : "")
                + " had no effect, because the restriction is not active; restrictionAttributeNames"
                + (effective.requested.travel.travelMode == nil ? "" : " of the travel mode")
                + " would have to name it."
        ]
    }

    private static let mostShown = 8

    /// Finds a restriction by name, ignoring case.
    private func restriction(_ name: String) -> RestrictionAttribute? {
        description.restrictions.first { $0.name.isEqualInAnyCase(to: name) }
    }

    /// Values for parameters of costs the request does not use.
    private var ofCosts: [String] {
        let stated = stated
        guard !stated.isEmpty else { return [] }
        let impedance = effective[\.travel.impedanceAttributeName]
        let used = Set(
            ([impedance, effective[\.directions.directionsTimeAttributeName]]
                + effective[\.travel.accumulateAttributeNames])
                .compactMap { description.namedCost($0)?.position })
        return stated.compactMap { value in
            guard let cost = description.namedCost(value.attributeName),
                !used.contains(cost.position),
                let found = description.costs[cost.position]
                    .parameter(named: value.parameterName),
                !found.parameter.isDefault(found.value(value.value))
            else { return nil }
            return "\(labelOfStated): \"\(value.parameterName)\" of "
                + "\"\(cost.name)\" had no effect, because the request does not use the cost: its "
                + "impedance is \"\(impedance)\"."
        }
    }

    /// The beginning of a sentence about ``stated``.
    private var labelOfStated: String {
        let name = "attributeParameterValues"
        return effective.requested.travel.travelMode == nil
            ? "Parameter \"\(name)\"" : TravelMode.label(ofMember: name)
    }

    /// The values the request states itself, or in its own travel mode.
    private var stated: [AttributeParameterValue] {
        switch effective.requested.travel.travelMode {
        case nil: effective.requested.travel.attributeParameterValues ?? []
        case .settings(let mode): mode.attributeParameterValues
        case .changes(let changes): changes.attributeParameterValues ?? []
        case .named: []
        }
    }
}

extension AttributeParameter {
    fileprivate func isDefault(_ value: String) -> Bool {
        if name == RestrictionAttribute.usageParameterName {
            return ParameterValues.usage(value) == ParameterValues.usage(defaultValue)
        }
        guard let number = Double(value) else { return value == defaultValue }
        return number == Double(defaultValue)
    }
}
