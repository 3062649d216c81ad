// Values of attribute parameters, and how restrictions act under them.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif
import DataStructures
import Geo
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Parameter values by attribute and parameter; later lists take precedence over earlier ones.
struct ParameterValues {
    /// Words for restriction usages with their factors in thousandths; -1 prohibits.
    static let usages: [(word: String, thousandths: Int)] = [
        (prohibited, -1), ("AVOID_HIGH", 5_000), ("AVOID_MEDIUM", 2_000), ("AVOID_LOW", 1_300),
        ("PREFER_LOW", 800), ("PREFER_MEDIUM", 500), ("PREFER_HIGH", 200),
    ]

    private static let prohibited = "PROHIBITED"

    private struct Key: Hashable {
        var attribute: String
        var parameter: String
    }

    private var values: [Key: String] = [:]
    private let description: NetworkDescription

    init(
        _ defaults: [AttributeParameterValue], _ requested: [AttributeParameterValue],
        description: NetworkDescription
    ) throws(RouteRequestError) {
        self.description = description
        for value in defaults + requested {
            let (attribute, found) = try Self.parameter(of: value, description)
            values[Key(attribute: attribute, parameter: found.parameter.name)] = found.value(
                value.value)
        }
    }

    /// Finds the attribute and the parameter a value is for.
    static func parameter(
        of value: AttributeParameterValue, _ description: NetworkDescription
    ) throws(RouteRequestError) -> (attribute: String, parameter: NamedParameter) {
        let name = value.attributeName
        let restriction =
            description.namedRestriction(name)
        let cost = description.namedCost(name).map { description.costs[$0.position] }
        guard let attribute = restriction?.name ?? cost?.name else {
            let known = description.namedRestrictions.map(\.name) + description.costNames
            throw error(
                "the network has no attribute \"\(name)\". "
                    + NearestName.sentences(for: name, among: known), code: .badAttributeParameter)
        }
        if let found = restriction?.parameter(named: value.parameterName)
            ?? cost?.parameter(named: value.parameterName)
        {
            return (attribute, found)
        }
        let parameters = (restriction?.parameters ?? cost?.parameters ?? []).map(\.name)
        throw error(
            "attribute \"\(attribute)\" has no parameter \"\(value.parameterName)\". "
                + (parameters.isEmpty
                    ? "It has none."
                    : NearestName.sentences(for: value.parameterName, among: parameters)),
            code: .badAttributeParameter)
    }

    /// Whether a value names a restriction and its parameter exactly, as most values do.
    static func isSpelledRight(
        _ value: AttributeParameterValue, in description: NetworkDescription
    ) -> Bool {
        description.restriction(named: value.attributeName)?.parameters
            .contains { $0.name == value.parameterName } ?? false
    }

    private static func error(_ text: String, code: ExtendedCode) -> RouteRequestError {
        RouteRequestError(
            .unknownAttribute, extendedCode: code, parameter: "attributeParameterValues", text)
    }

    /// Resolves a restriction under these values.
    ///
    /// - Parameter named: The restriction the request named. Its usage counts unless the values
    ///   state the restriction's own.
    /// - Throws: If a value is out of range or unknown.
    func activate(
        _ restriction: RestrictionAttribute, as named: RestrictionAttribute
    ) throws(RouteRequestError) -> ActiveRestriction {
        let usageName = RestrictionAttribute.usageParameterName
        let isStated = values[Key(attribute: restriction.name, parameter: usageName)] != nil
        let usage = value(usageName, of: isStated ? restriction : named)
        var active = ActiveRestriction(
            mask: restriction.mask, effect: try effect(usage, of: restriction))
        switch restriction.rule {
        case .flag: break
        case .throughTraffic: active.isThroughTraffic = true
        case .limit(let column, let parameter):
            let text = value(parameter, of: restriction)
            guard let number = Double(text), number.isFinite, number >= 0, number < 1e5 else {
                throw Self.error(
                    "\"\(parameter)\" of \"\(restriction.name)\" is \"\(text)\"; it must be a "
                        + "number from 0, which means not applied, to 100000.",
                    code: .badAttributeParameter)
            }
            let scale = description.limits[column].quantaPerUnit
            // 4.4 m times 100 is slightly more than 440 in binary. Round down if a value exceeds a
            // whole number by less than a hundredth of a millimeter, or a milligram.
            let whole = max(0, number * scale - 1e-6).rounded(.up)
            active.limit = .init(column: column, vehicleValue: UInt32(whole))
        }
        return active
    }

    /// Returns the factors on cost columns. A cost's parameter states the speed for which its
    /// column was made, such as a walking speed; another value scales the column.
    ///
    /// - Throws: If a value is no plausible speed.
    func scales() throws(RouteRequestError) -> ColumnFactors {
        var scales = ColumnFactors()
        for cost in description.costs {
            for parameter in cost.parameters ?? [] {
                let key = Key(attribute: cost.name, parameter: parameter.name)
                guard let text = values[key], text != parameter.defaultValue,
                    let usual = Double(parameter.defaultValue)
                else { continue }
                guard let speed = Double(text), speed >= Self.leastSpeed, speed <= Self.mostSpeed
                else {
                    throw Self.error(
                        "\"\(parameter.name)\" of \"\(cost.name)\" is \"\(text.excerpt(40))\"; "
                            + "it must be a number from \(Self.leastSpeed) to \(Self.mostSpeed).",
                        code: .badAttributeParameter)
                }
                scales.multiply(cost.column, by: CostFactor(usual, over: speed))
            }
        }
        return scales
    }

    private static let leastSpeed = 0.1
    private static let mostSpeed = 1_000.0

    private func value(_ parameter: String, of restriction: RestrictionAttribute) -> String {
        values[Key(attribute: restriction.name, parameter: parameter)]
            ?? restriction.parameters.first { $0.name == parameter }?.defaultValue
            ?? Self.prohibited
    }

    /// Reads a restriction usage; returns `nil` for an unknown text.
    static func usage(_ text: String) -> RestrictionEffect? {
        func usage(of word: String) -> (word: String, thousandths: Int)? {
            usages.first { $0.word == word }
        }
        // Defaults are spelled exactly, and every request reads all of them.
        if let usage = usage(of: text)
            ?? usage(of: text.uppercased().replacing(" ", with: "_"))
        {
            return usage.thousandths < 0
                ? .prohibits : .scales(CostFactor(thousandths: usage.thousandths))
        }
        guard let number = Double(text) else { return nil }
        if number == -1 { return .prohibits }
        return number >= 0.001 && number <= 1_000
            ? .scales(CostFactor(thousandths: Int((number * 1_000).rounded()))) : nil
    }

    private func effect(
        _ text: String, of restriction: RestrictionAttribute
    ) throws(RouteRequestError) -> RestrictionEffect {
        if let effect = Self.usage(text) { return effect }
        throw Self.error(
            "\"Restriction Usage\" of \"\(restriction.name)\" is \"\(text)\"; it must be one of "
                + Self.usages.map(\.word).joined(separator: ", ")
                + ", -1 for prohibited, or a factor from 0.001 to 1000.",
            code: .badAttributeParameter)
    }
}
