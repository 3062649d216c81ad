// An answer in any format, convertible to all others.

import Geo
import RouteAPI
import RouteTaskClient

/// The answer to a request.
struct Solution {
    let result: AnalysisResult
    /// The JSON of a server's answer, which may contain more than ``result``.
    let received: JSONValue?
    /// The number of pairs that were written apart from ``result``; `nil` when it has them all.
    private(set) var pairCount: Int?

    init(_ result: AnalysisResult) {
        self.result = result
        received = nil
    }

    /// The answer of a server.
    ///
    /// - Parameter fields: The request, which says whether windows are instants.
    init(_ answer: RouteAnswer, to fields: [String: String]) {
        var result = answer.result
        result.timeWindowsAreUTC = fields["timeWindowsAreUTC"]?.lowercased() == "true"
        self.result = result
        received = answer.json
    }

    /// The same with the number of pairs that were written apart from it.
    func with(pairCount: Int) -> Solution {
        var solution = self
        solution.pairCount = pairCount
        return solution
    }

    /// The answer as JSON of the REST contract, encoded.
    func esriJSON(pretty: Bool) -> [UInt8] {
        guard let received else { return AnalysisResultWriter.json(result, pretty: pretty) }
        var writer = JSONWriter(pretty: pretty)
        writer.value(received)
        return writer.bytes
    }

    /// The answer as JSON.
    func json() throws -> JSONValue {
        try received ?? JSONValue.parse(AnalysisResultWriter.json(result))
    }

    /// The locations of the answer, by input.
    private var locations: [FeatureSet] {
        ["stops", "origins", "destinations", "incidents", "facilities"].compactMap {
            result[table: $0]
        }
    }

    /// Remarks that the answer itself does not contain: locations far from the streets that they
    /// were placed on, up to the distance from which its messages name them.
    var remarks: [Message] {
        func far(in sets: [FeatureSet], upTo most: Double) -> [FarPlace] {
            sets.flatMap { set in
                set.features.compactMap { feature in
                    let meters = set.number("DistanceToNetworkInMeters", of: feature)
                    guard meters ?? 0 <= most else { return nil }
                    return FarPlace(name: set.string("Name", of: feature) ?? "", meters: meters)
                }
            }
        }
        let places =
            far(in: locations, upTo: FarPlace.reportedMeters)
            + far(in: [result.barriers.point].compactMap(\.self), upTo: .infinity)
        // The destinations of a matrix may be its origins.
        var seen: Set<String> = []
        return places.map(\.text).filter { seen.insert($0).inserted }
            .map { Message(.warning, $0) }
    }

    /// The messages of the answer, and remarks on it.
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

/// A location that is suspiciously far from its street.
struct FarPlace {
    private let name: String
    private let meters: Double

    /// The distance above which a location is suspicious.
    private static let doubtfulMeters = 100.0
    /// The distance above which messages of answers name stops and other locations of paths.
    static let reportedMeters = 250.0

    /// `nil` for a location that was not placed, or is near its street.
    init?(name: String, meters: Double?) {
        guard let meters, meters > Self.doubtfulMeters else { return nil }
        self.name = name
        self.meters = meters
    }

    /// The remark.
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
    /// The status of a location, in words.
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
    /// The number of a feature in a column.
    func number(_ name: String, of feature: Feature) -> Double? {
        switch value(name, of: feature) {
        case .integer(let number)?: Double(number)
        case .double(let number)?: number
        default: nil
        }
    }

    /// The names after a prefix of all columns that have it, in order: the costs of `Total_`.
    func names(after prefix: String) -> [String] {
        fields.filter { $0.name.hasPrefix(prefix) }.map { String($0.name.dropFirst(prefix.count)) }
    }
}
