// What a request says about its vehicle, and conditions on vehicles.

/// What a request says about its vehicle.
package struct VehicleFacts: Hashable, Sendable {
    /// A measure in conditions.
    package enum Measure: String, Hashable, Sendable, CaseIterable {
        case height, width, length, weight, axles
        case axleLoad = "axleload"

        /// Makes the measure that a limit attribute restricts, from the attribute's name; `nil` if
        /// it is not such a limit.
        package init?(limit name: String) {
            guard name.hasPrefix("max"), let found = Measure(rawValue: String(name.dropFirst(3)))
            else { return nil }
            self = found
        }

        /// Makes a measure from its name in conditions; `nil` if unknown.
        fileprivate init?(word: Substring) {
            switch word {
            case "weightrating", "grossweight", "gross_weight", "max_gross_weight",
                "maxweightrating", "gcweight", "gcweightrating":
                self = .weight
            default:
                let name = String(word)
                guard let found = Measure(rawValue: name) ?? Measure(limit: name) else {
                    return nil
                }
                self = found
            }
        }

        /// Returns how many centimeters, kilograms or axles a unit has, given its name in
        /// conditions; `nil` if unknown.
        fileprivate func quanta(inUnit unit: Substring) -> Double? {
            switch self {
            case .weight, .axleLoad:
                switch unit {
                case "", "t", "to", "ton", "tons", "tonne", "tonnes", "mt": 1_000
                case "kg", "kgs": 1
                case "st", "shortton", "shorttons": 907.184_74
                case "lb", "lbs", "pounds": 0.453_592_37
                default: nil
                }
            case .axles:
                unit.isEmpty ? 1 : nil
            case .height, .width, .length:
                switch unit {
                case "", "m", "meter", "meters", "metre", "metres": 100
                case "cm": 1
                case "ft", "feet", "'": 30.48
                case "in", "inches", "\"": 2.54
                default: nil
                }
            }
        }
    }

    /// Lengths in centimeters, masses in kilograms, and the number of axles, as far as known.
    package var measures: [Measure: UInt32]
    package var kinds: VehicleKinds

    package init(measures: [Measure: UInt32] = [:], kinds: VehicleKinds = []) {
        self.measures = measures
        self.kinds = kinds
    }

    /// Nothing is known, so no vehicle condition holds.
    package static let unknown = VehicleFacts()
}

/// The kinds that a vehicle belongs to, by OSM keys. A truck is `hgv`, `motor_vehicle` and
/// `vehicle`.
package struct VehicleKinds: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The keys for kinds of vehicles, for what they carry and draw, and for pedestrians.
    private static let keys = [
        "vehicle", "motor_vehicle", "motorcar", "hgv", "goods", "bus", "psv", "taxi", "motorcycle",
        "moped", "mofa", "bicycle", "foot", "hazmat", "trailer",
    ]

    /// Makes a set from OSM keys; unknown keys are ignored.
    package init(_ keys: some Sequence<some StringProtocol>) {
        rawValue = keys.reduce(0) { bits, key in
            Self.keys.firstIndex { $0 == key }.map { bits | 1 << UInt16($0) } ?? bits
        }
    }
}

/// A condition on the vehicle: a measure, such as `weight>7.5`, or a kind, such as `hgv`.
package enum VehicleCondition: Hashable, Sendable {
    case kind(VehicleKinds)
    case measure(VehicleFacts.Measure, Comparison, quanta: Double)

    /// How a measure is compared.
    package enum Comparison: String, Hashable, Sendable {
        case greater = ">"
        case atLeast = ">="
        case less = "<"
        case atMost = "<="
        case equal = "="

        fileprivate func holds(_ a: Double, _ b: Double) -> Bool {
            switch self {
            case .greater: a > b
            case .atLeast: a >= b
            case .less: a < b
            case .atMost: a <= b
            case .equal: a == b
            }
        }
    }

    /// Reads one condition; `nil` if it is not about a vehicle, or not understood.
    package init?(_ text: some StringProtocol) {
        let word = text.lowercased().filter { $0 != " " }
            .replacing("≥", with: ">=").replacing("≤", with: "<=")
        let kind = VehicleKinds([word])
        guard kind.isEmpty else {
            self = .kind(kind)
            return
        }
        let name = word.prefix { $0.isASCII && $0.isLetter || $0 == "_" }
        let sign = word.dropFirst(name.count).prefix { "<>=".contains($0) }
        let value = word.dropFirst(name.count + sign.count)
        let number = value.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," }
        guard let measure = VehicleFacts.Measure(word: name),
            let comparison = Comparison(rawValue: String(sign)),
            let scale = measure.quanta(inUnit: value.dropFirst(number.count)),
            let count = Self.number(number, isSmallUnit: scale < 100)
        else { return nil }
        self = .measure(measure, comparison, quanta: count * scale)
    }

    /// Reads `7,5`, and `26,001` pounds: groups of thousands if the unit is small.
    private static func number(_ text: Substring, isSmallUnit: Bool) -> Double? {
        let groups = text.split(separator: ",", omittingEmptySubsequences: false)
        if isSmallUnit, groups.count > 1, groups.dropFirst().allSatisfy({ $0.count == 3 }) {
            return Double(groups.joined())
        }
        return Double(groups.joined(separator: "."))
    }

    /// Whether the condition holds. It does not if the measure is unknown.
    func holds(for vehicle: VehicleFacts) -> Bool {
        switch self {
        case .kind(let kind): vehicle.kinds.isSuperset(of: kind)
        case .measure(let measure, let comparison, let quanta):
            vehicle.measures[measure].map { comparison.holds(Double($0), quanta) } ?? false
        }
    }
}
