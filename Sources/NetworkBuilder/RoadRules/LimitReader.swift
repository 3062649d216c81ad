// Reads limits on vehicles from tags, and finds implausible ones.

/// Reads a limit on vehicles.
struct LimitReader: Hashable, Sendable {
    /// The keys that state the limit; the lowest value counts.
    var keys: [String]
    /// What is limited: a length in centimeters, a mass in kilograms, or a number of axles.
    var kind: VehicleMeasure.Kind
    /// Plausible values in centimeters or kilograms; others are mistakes.
    var plausible: ClosedRange<UInt32> = 1...UInt32(1_000_000_000)

    /// The suffix of keys whose value has one part per lane.
    static let laneSuffix = ":lanes"

    /// Returns the limit in centimeters or kilograms.
    func value(for tags: TagSet, _ direction: LineDirection?) -> UInt32? {
        keys.lazy.compactMap { key in
            if let text = tags.value(key, direction) { return value(of: text) }
            return tags.value(key + Self.laneSuffix, direction).flatMap(value(ofLanes:))
        }.min()
    }

    /// Returns the highest limit of lanes, since a vehicle takes the lane that it fits; `nil` if a
    /// lane has none.
    private func value(ofLanes text: String) -> UInt32? {
        let lanes = text.split(separator: "|", omittingEmptySubsequences: false)
        let limits = lanes.compactMap { value(of: String($0)) }
        return limits.count == lanes.count ? limits.max() : nil
    }

    /// Returns the lowest plausible value in a text; `nil` for words such as `none` or `default`,
    /// and for numbers no road has.
    func value(of text: String) -> UInt32? {
        // All of several values hold, also if they repeat one in another unit.
        Self.parts(of: text).compactMap { part in
            VehicleMeasure.readings(of: String(part), kind).lazy
                .map { UInt32(max(1, $0.rounded())) }.first { plausible.contains($0) }
        }.min()
    }

    /// Splits lists, and ranges such as `3.5-4.0`, which are no feet and inches.
    private static func parts(of text: String) -> [Substring] {
        let isRange =
            text.first { $0 != " " && $0 != "~" }?.isNumber == true
            && text.allSatisfy { $0.isNumber || ".,-–~ m".contains($0) }
        return text.split {
            $0 == ";" || $0 == "/" || $0 == "|" || isRange && ($0 == "-" || $0 == "–")
        }
    }

    /// Words that state no limit, as mappers write them.
    private static let unstated: Set = [
        "", "none", "no", "default", "below_default", "no_sign", "no_indications", "unsigned",
        "unspecified", "unknown", "variable", "signals",
    ]

    private static func statesNothing(_ text: String) -> Bool {
        parts(of: text).allSatisfy { part in
            unstated.contains(part.filter { $0 != " " }.lowercased())
        }
    }

    /// Returns tags that cannot be read, or have an unusable number, as `key=value`.
    func implausible(in tags: TagSet) -> [String] {
        keys.flatMap { key in [key] + LineDirection.allCases.map { key + $0.suffix } }
            .compactMap { key in
                guard let text = tags[key], value(of: text) == nil, !Self.statesNothing(text)
                else { return nil }
                return "\(key)=\(text)"
            }
    }
}
