// Reads the restriction attributes of a network definition.

import DefinitionFiles
import RoadNetwork

extension DefinitionNode {
    /// Reads the restrictions; their order gives their bits.
    func restrictions(
        values: AccessValues, limits: [LimitAttribute]
    ) throws -> [DeclaredRestriction] {
        let elements = try elements()
        guard elements.count <= 64 else { throw error("a network has at most 64 restrictions") }
        var result: [DeclaredRestriction] = []
        for (bit, element) in elements.enumerated() {
            let restriction = try element.restriction(
                bit: bit, values: values, limits: limits, before: result)
            guard !result.contains(where: { $0.attribute.name == restriction.attribute.name })
            else { throw element.error("there are two restrictions of this name") }
            result.append(restriction)
        }
        try result.checkNames()
        return result
    }

    private func restriction(
        bit: Int, values: AccessValues, limits: [LimitAttribute], before: [DeclaredRestriction]
    ) throws -> DeclaredRestriction {
        let fields = try fields(
            "name", "usage", "family", "includes", "under", "rule", "access", "accessValue",
            "direction", "allOf", "when", "perVehicle", "nodes", "pricedNodes", "limit",
            "parameter", "of", "vehicles")
        var attribute = RestrictionAttribute(
            name: try fields.required("name").text(), bit: bit, rule: .flag,
            parameters: [try fields.usageParameter()], family: try fields["family"]?.text(),
            includes: try fields["includes"]?.texts() ?? [])
        attribute.under = try fields["under"]?.entries().reduce(into: [:]) { under, entry in
            under[entry.key] = try entry.value.text()
        }
        if let rule = fields["rule"] {
            attribute.rule = try rule.word(of: ["flag": .flag, "throughTraffic": .throughTraffic])
        }
        attribute.vehicles = try fields["vehicles"]?.texts()
        attribute.access = try fields["of"]?.accessRestriction(before).name
        let evaluator: RestrictionEvaluator
        if fields["nodes"] != nil, fields["when"] == nil, fields["perVehicle"] == nil {
            evaluator = .tagged(ways: .never, nodes: try fields.required("nodes").condition())
        } else {
            let (kind, value) = try fields.exactlyOne(
                of: "access", "accessValue", "direction", "allOf", "when", "perVehicle", "limit")
            switch kind {
            case "access":
                let rule = try value.accessRule(default: values)
                attribute.vehicles = rule.modes.dropLast()
                evaluator = .access(rule)
            case "accessValue":
                let (access, deciding) = try value.accessValue(before: before)
                if attribute.rule == .throughTraffic { attribute.access = access }
                evaluator = deciding
            case "direction":
                evaluator = .direction(try value.directionRule(knowing: values))
                attribute.isAboutDirection = true
            case "allOf":
                evaluator = .allOf(try value.bits(of: before))
                attribute.isAboutDirection = true
                attribute.isDerived = true
            case "perVehicle":
                evaluator = .perVehicle(
                    try value.modeKey(), nodes: try fields["nodes"]?.condition() ?? .never,
                    priced: try fields["pricedNodes"]?.condition() ?? .never)
            case "limit":
                let parameter = try fields.required("parameter").parameter()
                let column = try value.limitColumn(in: limits)
                attribute.parameters.append(parameter)
                attribute.rule = .limit(column: column, parameter: parameter.name)
                evaluator = .limit(column)
            default:
                evaluator = .tagged(
                    ways: try value.condition(), nodes: try fields["nodes"]?.condition() ?? .never)
            }
        }
        return DeclaredRestriction(attribute: attribute, evaluator: evaluator, place: self)
    }

    /// Reads names of restrictions declared earlier, as bits.
    private func bits(of before: [DeclaredRestriction]) throws -> UInt64 {
        try texts().reduce(0) { bits, name in
            guard let found = before.first(where: { $0.attribute.name == name }) else {
                throw error("\"\(name)\" is not a restriction above")
            }
            return bits | found.attribute.mask
        }
    }

    /// Reads `{of: RESTRICTION, values: […]}`: the deciding access value of an earlier restriction.
    private func accessValue(
        before: [DeclaredRestriction]
    ) throws -> (access: String, evaluator: RestrictionEvaluator) {
        let fields = try fields("of", "values")
        let (text, rule) = try fields.required("of").accessRestriction(before)
        let values = try fields.required("values")
        let words = Set(try values.texts())
        if let unknown = words.sorted().first(where: { !rule.values.knows($0) }) {
            throw values.error("\"\(unknown)\" is not among the access values of \(text)")
        }
        return (text, .accessValue(rule, words))
    }

    /// Reads the name of an earlier restriction with an access rule.
    private func accessRestriction(
        _ before: [DeclaredRestriction]
    ) throws -> (name: String, rule: AccessRule) {
        let text = try text()
        guard let source = before.first(where: { $0.attribute.name == text }),
            case .access(let rule) = source.evaluator
        else { throw error("\"\(text)\" is not a restriction above with an \"access\" rule") }
        return (text, rule)
    }

    /// Reads `{name: …, default: …, aliases: […]}`.
    func parameter() throws -> AttributeParameter {
        let fields = try fields("name", "default", "aliases")
        let value = try fields.required("default")
        _ = try value.number()
        var parameter = AttributeParameter(
            name: try fields.required("name").text(), defaultValue: try value.text())
        parameter.aliases = try fields["aliases"]?.elements().map { try $0.parameterAlias() }
        return parameter
    }

    /// Reads `{name: …, factor: …}`; values given under the name are multiplied by the factor.
    private func parameterAlias() throws -> ParameterAlias {
        let fields = try fields("name", "factor")
        return ParameterAlias(
            name: try fields.required("name").text(),
            factor: try fields["factor"]?.number(in: 1e-6...1e6) ?? 1)
    }

    private func limitColumn(in limits: [LimitAttribute]) throws -> Int {
        let text = try text()
        guard let column = limits.firstIndex(where: { $0.name == text }) else {
            throw error("there is no limit \"\(text)\"")
        }
        return column
    }
}

extension DefinitionFields {
    /// The words for a usage; it may also be a positive number.
    private static let usages: Set<String> = [
        "PROHIBITED", "AVOID_HIGH", "AVOID_MEDIUM", "AVOID_LOW", "PREFER_LOW", "PREFER_MEDIUM",
        "PREFER_HIGH",
    ]

    fileprivate func usageParameter() throws -> AttributeParameter {
        let value = self["usage"]
        let text = try value?.text() ?? "PROHIBITED"
        if let value, !Self.usages.contains(text) {
            guard let factor = Double(text), factor > 0 else {
                let known = Self.usages.sorted().joined(separator: ", ")
                throw value.error("\"\(text)\" is not a usage; write a factor or one of: \(known)")
            }
        }
        return AttributeParameter(
            name: RestrictionAttribute.usageParameterName, defaultValue: text)
    }
}
