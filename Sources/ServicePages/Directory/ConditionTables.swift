// The conditions along routes on an answer's page.

import RouteAPI

/// Writes speeds, limits and jams along routes as tables.
struct ConditionTables {
    let routes: [RouteConditions]

    private static let mostRows = 200

    /// Adds a section to a page, if there are any conditions.
    func write(to page: inout DirectoryPage) {
        guard !routes.isEmpty else { return }
        page.section("conditions", "Conditions") { html in
            for (place, route) in routes.enumerated() { write(route, place, to: &html) }
        }
    }

    private func write(_ route: RouteConditions, _ place: Int, to html: inout HTML) {
        let used = RouteFlags.named.filter { route.flags.contains($0.flag) }.map(\.name)
        html.element(
            "p",
            "\(route.routeName): "
                + (used.isEmpty
                    ? "no tolls, ferries, unpaved or restricted roads, or closures"
                    : "uses \(used.joined(separator: ", "))") + ".")
        writeJams(of: route, place, to: &html)
        let parts = parts(of: route)
        guard !parts.isEmpty else { return }
        let caption =
            parts.count > Self.mostRows
            ? "The first \(Self.mostRows) of \(parts.count) parts" : "Parts of the line"
        html.table(
            caption: "\(caption): \(route.routeName)", id: "table-conditions-\(place)",
            columns: ["Points", "Speed, km/h", "Limit, km/h", "Traffic"],
            rows: parts.prefix(Self.mostRows).map { part in
                [
                    HTML("\(part.lowerBound) to \(part.upperBound)"),
                    HTML(route.speeds[part.lowerBound].map(ShownNumber.text) ?? ""),
                    HTML(route.limits[part.lowerBound].map { String($0) } ?? ""),
                    HTML(route.jams[part.lowerBound].name),
                ]
            })
    }

    /// Writes how many meters of each leg, and of the route, are in each jam class.
    private func writeJams(of route: RouteConditions, _ place: Int, to html: inout HTML) {
        guard !route.legJams.isEmpty else { return }
        let caption =
            route.legJams.count > Self.mostRows
            ? "Meters by traffic, the first \(Self.mostRows) of \(route.legJams.count) legs"
            : "Meters by traffic"
        let legs = route.legJams.prefix(Self.mostRows).enumerated().map { leg, lengths in
            (name: "leg \(leg + 1)", lengths: lengths)
        }
        html.table(
            caption: "\(caption): \(route.routeName)", id: "table-jams-\(place)",
            columns: ["Part"] + JamClass.allCases.map(\.name),
            rows: (legs + [(name: "the route", lengths: route.jamLengths)]).map { part in
                [HTML(part.name)]
                    + JamClass.allCases.map { HTML(ShownNumber.text(part.lengths[$0])) }
            })
    }

    /// Finds the runs of pieces with equal values.
    private func parts(of route: RouteConditions) -> [Range<Int>] {
        let count = min(route.speeds.count, route.limits.count, route.jams.count)
        var parts: [Range<Int>] = []
        for piece in 0..<count {
            let isSame =
                piece > 0 && route.speeds[piece] == route.speeds[piece - 1]
                && route.limits[piece] == route.limits[piece - 1]
                && route.jams[piece] == route.jams[piece - 1]
            if isSame, let last = parts.last {
                parts[parts.count - 1] = last.lowerBound..<(piece + 1)
            } else {
                parts.append(piece..<(piece + 1))
            }
        }
        return parts
    }
}
