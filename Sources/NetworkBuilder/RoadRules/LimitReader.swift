// Limits on vehicles from tags, and which of them are implausible.

/// Reads a limit on vehicles.
struct LimitReader: Hashable, Sendable {
    /// The keys that state the limit; the least value counts.
    var keys: [String]
    /// Lengths are read in centimeters, masses in kilograms, and axles are counted.
    var kind: VehicleMeasure.Kind
    /// The values that a limit may have, in centimeters or kilograms; others are mistakes.
    var plausible: ClosedRange<UInt32> = 1...UInt32(1_000_000_000)

    /// The limit in centimeters or kilograms.
    func value(for tags: TagSet, _ direction: LineDirection?) -> UInt32? {
        keys.lazy.compactMap { tags.value($0, direction) }.compactMap { value(of: $0) }.min()
    }

    /// The least plausible value that a text states; `nil` for words such as `none` or `default`,
    /// and for numbers that no road has.
    func value(of text: String) -> UInt32? {
        // Of several values, or the same in two units, each holds.
        text.split { $0 == ";" || $0 == "/" || $0 == "|" }.compactMap { part in
            VehicleMeasure.readings(of: String(part), kind).lazy
                .map { UInt32(max(1, $0.rounded())) }.first { plausible.contains($0) }
        }.min()
    }

    /// Tags that state a number which is not used, `key=value`.
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
