// Finds attributes and parameters by the names that requests use: their own name or an alias, as
// spelled or else in any case.

import DataStructures

/// A cost attribute found by its name or an alias.
package struct NamedCost: Hashable, Sendable {
    /// Its position among the costs.
    package var position: Int
    /// The name or alias that matched, as declared.
    package var name: String

    package init(position: Int, name: String) {
        self.position = position
        self.name = name
    }
}

extension CostAttribute {
    /// The attribute's own name and its aliases.
    package var names: [String] { [name] + (aliases ?? []) }

    /// Whether a text is the name or an alias, in any case.
    func hasName(_ text: String) -> Bool {
        name.isEqualInAnyCase(to: text)
            || aliases?.contains { $0.isEqualInAnyCase(to: text) } ?? false
    }

    /// Returns the parameter with a name, in any case.
    package func parameter(named text: String) -> NamedParameter? {
        parameters?.parameter(named: text)
    }
}

/// A parameter found by its name or an alias.
package struct NamedParameter: Hashable, Sendable {
    package var parameter: AttributeParameter
    /// The factor for values given under this name.
    package var factor: Double

    /// Returns a value converted to the parameter's own unit. Text that is not a number stays as it
    /// is.
    package func value(_ text: String) -> String {
        guard factor != 1, let number = Double(text) else { return text }
        return String(number * factor)
    }
}

extension RestrictionAttribute {
    /// Returns the parameter with a name, in any case.
    package func parameter(named text: String) -> NamedParameter? {
        parameters.parameter(named: text)
    }
}

extension [AttributeParameter] {
    fileprivate func parameter(named text: String) -> NamedParameter? {
        for parameter in self {
            if parameter.name.isEqualInAnyCase(to: text) {
                return NamedParameter(parameter: parameter, factor: 1)
            }
            let alias = parameter.aliases?.first { $0.name.isEqualInAnyCase(to: text) }
            if let alias {
                return NamedParameter(parameter: parameter, factor: alias.factor)
            }
        }
        return nil
    }
}

extension NetworkDescription {
    package func namedCost(_ text: String) -> NamedCost? {
        if let position = costs.firstIndex(where: { $0.name == text }) {
            return NamedCost(position: position, name: text)
        }
        for (position, cost) in costs.enumerated() where cost.hasName(text) {
            let name = cost.names.first { $0.isEqualInAnyCase(to: text) }
            return NamedCost(position: position, name: name ?? cost.name)
        }
        return nil
    }

    package var junctionSourceName: String { "\(name)_Junctions" }

    package var costNames: [String] { costs.map(\.name) + costs.flatMap { $0.aliases ?? [] } }
}
