// An answer that can be written in any format.

import Geo
import RouteAPI
import RouteTaskClient

/// The answer to a request, from a local network or a server.
///
/// A server's JSON is kept beside the parsed ``result``, so that `--format answer` writes it
/// unchanged, even if it contains more than this program reads. The exit code comes from
/// ``isPartial``, and ``remarks`` adds a warning that no answer has: a location lies suspiciously
/// far from its street.
struct Solution {
    let result: AnalysisResult
    /// The JSON of a server's answer, which may contain more than ``result``.
    let received: JSONValue?
    /// How many pairs are already written and so not in ``result``; `nil` if it contains all
    /// pairs.
    private(set) var pairCount: Int?

    init(_ result: AnalysisResult) {
        self.result = result
        received = nil
    }

    /// Reads a server's answer.
    ///
    /// - Parameter fields: The request, which says whether windows are instants.
    init(_ answer: RouteAnswer, to fields: [String: String]) {
        var result = answer.result
        result.timeWindowsAreUTC = fields["timeWindowsAreUTC"]?.lowercased() == "true"
        self.result = result
        received = answer.json
    }

    /// Notes how many pairs are already written apart from the answer.
    func with(pairCount: Int) -> Solution {
        var solution = self
        solution.pairCount = pairCount
        return solution
    }

    /// Encodes the answer as JSON in the REST contract.
    func esriJSON(pretty: Bool) -> [UInt8] {
        guard let received else { return AnalysisResultWriter.json(result, pretty: pretty) }
        var writer = JSONWriter(pretty: pretty)
        writer.value(received)
        return writer.bytes
    }

    func json() throws -> JSONValue {
        try received ?? JSONValue.parse(AnalysisResultWriter.json(result))
    }

    /// The answer's locations, by input.
    private var locations: [FeatureSet] {
        AnalysisClass.locations.compactMap { result[table: $0.answerKey] }
    }

    /// Remarks that the answer itself does not contain: locations far from their streets, up to the
    /// distance at which its own messages name them.
    var remarks: [Message] {
        func far(in sets: [FeatureSet], _ name: (String) -> String) -> [FarPlace] {
            sets.flatMap { set in
                set.features.compactMap { feature in
                    let meters = set.number("DistanceToNetworkInMeters", of: feature)
                    guard meters ?? 0 <= FarPlace.reportedMeters else { return nil }
                    return FarPlace(
                        name: name(set.string("Name", of: feature) ?? ""), meters: meters)
                }
            }
        }
        let places =
            far(in: locations) { $0 }
            + far(in: [result.barriers.point].compactMap(\.self)) { "Barrier \"\($0)\"" }
        // A matrix may have the same origins and destinations.
        var seen: Set<String> = []
        return places.map(\.text).filter { seen.insert($0).inserted }
            .map { Message(.warning, $0) }
    }

    /// The answer's messages, and remarks on it.
    var messages: [Message] { result.messages + remarks }

    /// Whether a location was left out or not reached, or a route was not found.
    var isPartial: Bool {
        if result.messages.contains(where: { $0.type == .error }) { return true }
        let left: Set<LocationStatus> = [
            .notLocated, .elementNotLocated, .elementNotTraversable, .invalidFieldValues,
            .notReached,
        ]
        return locations.contains { set in
            set.features.contains { feature in
                set.integer("Status", of: feature).flatMap(LocationStatus.init(rawValue:))
                    .map(left.contains) ?? false
            }
        }
    }
}

/// A location suspiciously far from its street.
struct FarPlace {
    private let name: String
    private let meters: Double

    /// A location farther away is suspicious.
    private static let doubtfulMeters = 100.0
    /// Above this distance, answers themselves name stops and other locations on paths.
    static let reportedMeters = 250.0

    /// Returns `nil` if the location was not placed, or is near its street.
    init?(name: String, meters: Double?) {
        guard let meters, meters > Self.doubtfulMeters else { return nil }
        self.name = name
        self.meters = meters
    }

    var text: String {
        let distance =
            meters < 10_000
            ? "\(Int(meters.rounded())) m" : "\(Int((meters / 1_000).rounded())) km"
        let place = name.isEmpty ? "A place" : name
        return "\(place) lies \(distance) from the street it was placed on; "
            + "check its coordinates (longitude comes first)."
    }
}

extension LocationStatus {
    /// The status in words.
    var words: String {
        switch self {
        case .ok: "ok"
        case .notLocated: "not located"
        case .elementNotLocated: "its stored location does not exist"
        case .elementNotTraversable: "on a street that may not be used"
        case .invalidFieldValues: "invalid values"
        case .notReached: "not reached"
        case .timeWindowViolation: "outside its time window"
        case .notLocatedOnClosest: "ok, but not on the closest street"
        }
    }
}

extension FeatureSet {
    /// Reads a feature's number in a column.
    func number(_ name: String, of feature: Feature) -> Double? {
        switch value(name, of: feature) {
        case .integer(let number)?: Double(number)
        case .double(let number)?: number
        default: nil
        }
    }

    /// The names behind a prefix, for all columns with it, in order: the costs of `Total_`.
    func names(after prefix: String) -> [String] {
        fields.filter { $0.name.hasPrefix(prefix) }.map { String($0.name.dropFirst(prefix.count)) }
    }
}
