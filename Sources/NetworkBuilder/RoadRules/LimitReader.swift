// Reads limits on vehicles from tags, and finds implausible ones.

/// Reads a limit on vehicles.
struct LimitReader: Hashable, Sendable {
    /// The keys that state the limit; the lowest value counts.
    var keys: [String]
    /// What is limited: a length in centimeters, a mass in kilograms, or a number of axles.
    var kind: VehicleMeasure.Kind
    /// Plausible values in centimeters or kilograms; others are mistakes.
    var plausible: ClosedRange<UInt32> = 1...UInt32(1_000_000_000)

    /// Returns the limit in centimeters or kilograms.
    func value(for tags: TagSet, _ direction: LineDirection?) -> UInt32? {
        keys.lazy.compactMap { tags.value($0, direction) }.compactMap { value(of: $0) }.min()
    }

    /// Returns the lowest plausible value in a text; `nil` for words such as `none` or `default`,
    /// and for numbers no road has.
    func value(of text: String) -> UInt32? {
        // All of several values hold, also if they repeat one in another unit.
        text.split { $0 == ";" || $0 == "/" || $0 == "|" }.compactMap { part in
            VehicleMeasure.readings(of: String(part), kind).lazy
                .map { UInt32(max(1, $0.rounded())) }.first { plausible.contains($0) }
        }.min()
    }

    /// Returns tags with an unusable number, as `key=value`.
    func implausible(in tags: TagSet) -> [String] {
        keys.flatMap { key in [key] + LineDirection.allCases.map { key + $0.suffix } }
            .compactMap { key in
                guard let text = tags[key], text.contains(where: \.isNumber),
                    value(of: text) == nil
                else { return nil }
                return "\(key)=\(text)"
            }
    }
}
