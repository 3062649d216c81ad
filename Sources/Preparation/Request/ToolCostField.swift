// Fields with costs that Esri's tools read and plain requests do not.

import Geo
import RoadNetwork

/// A field such as `AdditionalTime`, which a plain request spells `Attr_` with a cost's name.
struct ToolCostField {
    private let name: String
    let kind: CostKind
    /// The value without effect.
    private let idle: Double

    private static let fields: [String: (kind: CostKind, idle: Double)] = [
        "additionaltime": (.time, 0), "scaledtimefactor": (.time, 1),
        "additionaldistance": (.length, 0), "scaleddistancefactor": (.length, 1),
        "servicetime": (.time, 0),
    ]

    /// The field with a name, in any case and with or without underscores.
    init?(_ name: String) {
        guard let field = Self.fields[name.lowercased().filter { $0 != "_" }] else { return nil }
        self.name = name
        (kind, idle) = field
    }

    /// Whether a row states a value with an effect. Rows from tools have all these fields, mostly
    /// empty.
    func isUsed(in set: FeatureSet) -> Bool {
        let fields = FeatureFields(set)
        return set.features.contains { feature in
            // A text that is no number is a mistake, too.
            guard let number = try? fields.number(name, feature) else {
                return fields.string(name, feature) != nil
            }
            return number != 0 && number != idle
        }
    }
}
