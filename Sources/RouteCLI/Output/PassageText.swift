// The legs of routes and the conditions along them, as text.

import Geo
import RouteAPI

/// Writes an answer's legs, and what its routes pass and use, as lines of text.
struct PassageText {
    private let result: AnalysisResult

    init(_ result: AnalysisResult) {
        self.result = result
    }

    /// A line for each leg, with a heading; empty if the answer has none.
    var legs: [String] {
        let legs = result.routeLegs
        guard !legs.isEmpty else { return [] }
        return ["Legs"]
            + legs.map { leg in
                let time = leg.seconds.map { ", " + FigureText.duration(minutes: $0 / 60) } ?? ""
                return "  \(leg.sequence). stop \(leg.fromStopID) to stop \(leg.toStopID): "
                    + FigureText.length(leg.meters / 1_000, "km") + time
            }
    }

    /// What each route passes and uses, with a heading; empty if the answer has no conditions.
    var conditions: [String] {
        guard let routes = result.conditions, !routes.isEmpty else { return [] }
        let (events, spans) = (result.routeEvents, result.routeSpans)
        return ["Conditions"]
            + routes.flatMap { route -> [String] in
                let kinds = RouteEvent.Kind.allCases.compactMap { kind -> String? in
                    let count = events.count { $0.routeID == route.routeID && $0.kind == kind }
                    return count == 0 ? nil : "\(count) \(kind.rawValue)"
                }
                let parts = RouteSpan.Kind.allCases.compactMap { kind -> String? in
                    let meters = spans.filter { $0.routeID == route.routeID && $0.kind == kind }
                        .reduce(0) { $0 + $1.toMeters - $1.fromMeters }
                    return meters == 0
                        ? nil
                        : "\(kind.rawValue) " + FigureText.length(meters / 1_000, "km")
                }
                let lengths = route.jamLengths
                let jams = JamClass.allCases.filter { $0 != .free && lengths[$0] > 0 }
                    .map { "\($0.name) " + FigureText.length(lengths[$0] / 1_000, "km") }
                return [
                    "  \(route.routeName)", "    passes: \(Self.list(kinds))",
                    "    uses: \(Self.list(parts))",
                    "    traffic: \(jams.isEmpty ? "free" : Self.list(jams))",
                ]
            }
    }

    private static func list(_ words: [String]) -> String {
        words.isEmpty ? "nothing of note" : words.joined(separator: ", ")
    }
}
