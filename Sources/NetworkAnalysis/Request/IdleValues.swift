// Values that a request states in vain: beside a travel mode that states them too, and for
// restrictions that are not active.

import Geo
import RoadNetwork
import RouteAPI

/// Finds values of a request that have no effect on how it travels.
struct IdleValues {
    private let asked: AskedParameters
    private let description: NetworkDescription

    init(of asked: AskedParameters, in description: NetworkDescription) {
        self.asked = asked
        self.description = description
    }

    /// A warning for each parameter with such values.
    var messages: [Message] {
        (besideMode + ofInactiveRestrictions + ofCosts).map { Message(.warning, $0) }
    }

    /// What a travel mode says otherwise. ArcGIS ignores that silently.
    private var besideMode: [String] {
        asked.overridden.filter { $0 != Self.withoutEffect }.map { name in
            "Parameter \"\(name)\" was ignored because travelMode states it"
                + (Self.key(of: name).map {
                    "; an object with the name of the travel mode and \($0) would change that."
                } ?? ".")
        }
    }

    /// Accepted and without effect wherever it is stated; clients send it with every request.
    private static let withoutEffect = "useHierarchy"

    /// The member of a travel mode that states a parameter.
    private static func key(of parameter: String) -> String? {
        switch parameter {
        case "impedanceAttributeName", "restrictionAttributeNames", "attributeParameterValues":
            parameter
        case "restrictUTurns": "uturnAtJunctions"
        case "outputGeometryPrecision": "simplificationTolerance"
        case "outputGeometryPrecisionUnits": "simplificationToleranceUnits"
        default: nil
        }
    }

    /// Values for parameters of restrictions that do not count. Those that say what would hold
    /// anyway are no loss: many clients send the values of all restrictions there are.
    private var ofInactiveRestrictions: [String] {
        let stated = stated
        guard !stated.isEmpty else { return [] }
        let active = Set(asked[\.travel.restrictionAttributeNames].map { $0.lowercased() })
        let idle = stated.filter { value in
            let name = value.attributeName.lowercased()
            guard !active.contains(name),
                let restriction = description.restrictions.first(where: {
                    $0.name.lowercased() == name
                }),
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
            "Parameter \"attributeParameterValues\": \(shown.joined(separator: ", "))"
                + (more > 0 ? " and \(more) more" : "")
                + " had no effect, because the restriction is not active; restrictionAttributeNames"
                + (asked.requested.travel.travelMode == nil ? "" : " of the travel mode")
                + " would have to name it."
        ]
    }

    private static let mostShown = 8

    /// Values for parameters of costs: their columns are made with the values that are declared,
    /// and another value would be another column.
    private var ofCosts: [String] {
        stated.compactMap { value in
            guard let cost = description.namedCost(value.attributeName),
                let found = description.costs[cost.position]
                    .parameter(named: value.parameterName),
                !found.parameter.isDefault(found.value(value.value))
            else { return nil }
            return "Parameter \"attributeParameterValues\": \"\(value.parameterName)\" of "
                + "\"\(cost.name)\" is \(found.parameter.defaultValue) on this network; the value "
                + "\(value.value.excerpt(40)) had no effect."
        }
    }

    /// The values that the request states itself, or in a travel mode of its own.
    private var stated: [AttributeParameterValue] {
        switch asked.requested.travel.travelMode {
        case nil: asked.requested.travel.attributeParameterValues ?? []
        case .settings(let mode): mode.attributeParameterValues
        case .changes(let changes): changes.attributeParameterValues ?? []
        case .named: []
        }
    }
}

extension AttributeParameter {
    /// Whether a value says what holds without it.
    fileprivate func isDefault(_ value: String) -> Bool {
        if name == RestrictionAttribute.usageParameterName {
            return ParameterValues.usage(value) == ParameterValues.usage(defaultValue)
        }
        guard let number = Double(value) else { return value == defaultValue }
        return number == Double(defaultValue)
    }
}
