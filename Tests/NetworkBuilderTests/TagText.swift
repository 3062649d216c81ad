// Tags and travelers as short texts, for tables in tests.

/// The travelers that may use a road, by letter.
let travelers: KeyValuePairs<Character, String> = [
    "c": "Driving an Automobile", "t": "Driving a Truck", "b": "Driving a Bus",
    "e": "Driving an Emergency Vehicle", "y": "Riding a Bicycle", "f": "Walking",
]

/// Reads `key=value key=value`; an underscore before `mph` stands for a space.
func tags(_ text: String) -> [String: String] {
    var result: [String: String] = [:]
    for pair in text.split(separator: " ") {
        let parts = pair.split(separator: "=", maxSplits: 1)
        result[String(parts[0])] = String(parts[1]).replacing("_mph", with: " mph")
    }
    return result
}
