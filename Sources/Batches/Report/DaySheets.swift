// The drivers' sheets: a page to print for each route, and the route as GPX.

import FeatureStore
import Foundation
package import Geo
import Pictures
package import RouteAPI

/// Writes a sheet for each route, all in one page to print, and a GPX file for each.
///
/// Routes are read and written one after another, so memory does not grow with their number.
package struct DaySheets {
    /// What all sheets have in common.
    package struct Facts {
        /// The source of the stops.
        var source: String
        var axis: DayAxis
        var attribution: String

        package init(source: String, axis: DayAxis, attribution: String) {
            self.source = source
            self.axis = axis
            self.attribution = attribution
        }
    }

    package static let pageName = "sheets.html"

    private let file: BatchFile
    private let routes: DayRoutes
    private let facts: Facts
    /// Returns the streets around a box.
    private let streets: (Envelope) -> [StreetLine]

    /// A picture's longer side in pixels.
    private static let pictureSize = 640.0

    package init(
        _ file: BatchFile, routes: DayRoutes, facts: Facts,
        streets: @escaping (Envelope) -> [StreetLine]
    ) {
        self.file = file
        self.routes = routes
        self.facts = facts
        self.streets = streets
    }

    /// Writes the page and the routes' files.
    ///
    /// - Parameters:
    ///   - page: Appends to the page named ``pageName``.
    ///   - gpx: Writes a file with a text.
    /// - Throws: `FeatureStoreError` if the output cannot be read; errors of the functions.
    package func write(
        page: (String) throws -> Void, gpx: (_ name: String, _ text: String) throws -> Void
    ) throws {
        try page(head)
        var lines = RouteShapes(file)
        try routes.forEach { route in
            let paths = try lines.paths(ofRoute: route.number)
            let name = Self.fileName(of: route)
            try page(sheet(of: route, paths, gpx: name))
            try gpx(name, self.gpx(of: route, paths))
        }
        try page("</body>\n</html>\n")
    }

    private var head: String {
        ReportStyle.head(
            title: "Sheets of \(facts.source)", ReportStyle.css() + "\n" + ReportStyle.sheets)
    }

    private func sheet(
        of route: DayRoute, _ paths: [[Coordinate]], gpx: String
    ) -> String {
        let name = route.name.isEmpty ? "Route \(route.number)" : route.name
        var parts = [DayReport.stops(route.visits.count)]
        if let span = route.span {
            if route.hasClock { parts.insert(DayDate.text(of: span), at: 0) }
            parts.append("\(facts.axis.text(span.lowerBound))–\(facts.axis.text(span.upperBound))")
        }
        if let distance = route.distance {
            parts.append(FigureText.length(distance, routes.lengthUnit ?? ""))
        }
        let left =
            route.left.isEmpty
            ? ""
            : "<p class=\"bad\">Not visited: "
                + route.left.map(Markup.escaped).joined(separator: ", ") + "</p>\n"
        return """
            <main class="sheet" id="sheet-\(route.number)">
            <h1>\(Markup.escaped(name))</h1>
            <p class="quiet">\(parts.map(Markup.escaped).joined(separator: " · "))</p>
            \(left)\(table(of: route))<figure class="map">
            \(picture(of: route, paths, name))</figure>
            <p class="links">\(DayTimeline.links(of: route)) \
            <a href="\(Self.escapedPath(gpx))">GPX</a></p>
            <footer class="quiet">\(Markup.escaped(facts.attribution))</footer>
            </main>

            """
    }

    private func table(of route: DayRoute) -> String {
        let rows = route.visits.map { visit in
            let window = visit.window.map {
                "\(facts.axis.text($0.lowerBound))–\(facts.axis.text($0.upperBound))"
            }
            let late =
                visit.violation > 0
                ? "<br><b class=\"bad\">\(FigureText.duration(minutes: visit.violation)) late</b>"
                : ""
            let cells = [
                "<i class=\"box\"></i>", "\(visit.sequence)",
                facts.axis.text(visit.arrival) + late, DayTimeline.stop(visit), window ?? "",
                visit.service > 0 ? FigureText.duration(minutes: visit.service) : "",
            ]
            return "<tr>" + cells.map { "<td>\($0)</td>" }.joined() + "</tr>\n"
        }
        let names = ["", "", "Arrive", "Stop", "Window", "Service"]
        let head = names.map { "<th scope=\"col\">\($0)</th>" }.joined()
        return "<table>\n<thead><tr>\(head)</tr></thead>\n<tbody>\n" + rows.joined()
            + "</tbody>\n</table>\n"
    }

    private func picture(
        of route: DayRoute, _ paths: [[Coordinate]], _ name: String
    ) -> String {
        var box = Envelope()
        for line in paths { for place in line { box.add(place) } }
        for place in route.visits.compactMap(\.place) { box.add(place) }
        guard let frame = PictureFrame(showing: box, in: .wgs84, size: Self.pictureSize) else {
            return ""
        }
        var map = MapDrawing(frame)
        map.draw(streets: streets(frame.box))
        map.draw(halosOf: paths)
        map.draw(route: paths, number: 0)
        for visit in route.visits {
            guard let place = visit.place else { continue }
            map.draw(.circle, at: place, text: "\(visit.sequence)", number: 0)
        }
        map.draw(attribution: facts.attribution)
        return map.opening(title: "Route of \(name)", id: "sheet-map-\(route.number)")
            + map.takeElements() + MapDrawing.closing
    }

    /// Writes stops as waypoints and as a route in their order, and the line as a track.
    private func gpx(of route: DayRoute, _ paths: [[Coordinate]]) -> String {
        let name = route.name.isEmpty ? "Route \(route.number)" : route.name
        let points = route.visits.compactMap { visit in
            visit.place.map { place in
                GPXWriter.Point(
                    place, name: "\(visit.sequence) \(visit.name)",
                    description: description(of: visit))
            }
        }
        var writer = GPXWriter()
        for point in points { writer.addWaypoint(point) }
        if !points.isEmpty { writer.addRoute(name: name, points: points) }
        if !paths.isEmpty { writer.addTrack(name: name, paths: paths) }
        return writer.text(creator: "Waypost")
    }

    private func description(of visit: DayVisit) -> String {
        var parts = [facts.axis.text(visit.arrival)]
        if let window = visit.window {
            let (opens, closes) = (window.lowerBound, window.upperBound)
            parts.append("window \(facts.axis.text(opens))–\(facts.axis.text(closes))")
        }
        return (parts + visit.details.map { "\($0.name): \($0.value)" }).joined(separator: "; ")
    }

    /// Names a route's GPX file. The number distinguishes names that differ only in punctuation.
    static func fileName(of route: DayRoute) -> String {
        let digits = String(route.number)
        let number = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
        let words = route.name.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
        return words.isEmpty ? "\(number).gpx" : "\(number)-\(words.prefix(40)).gpx"
    }

    private static func escapedPath(_ name: String) -> String {
        name.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-", "."])) ?? name
    }
}

/// The routes' lines, read one after another in the order of their numbers.
private struct RouteShapes {
    private let file: BatchFile
    /// The id of the next row. Rows are in the order of their numbers, and have ids without gaps.
    private var next: Int64 = 1

    init(_ file: BatchFile) { self.file = file }

    /// Reads a route's line, empty if it has none.
    ///
    /// - Parameter number: A greater number than in the previous call.
    mutating func paths(ofRoute number: Int) throws -> [[Coordinate]] {
        guard file.has(.routes) else { return [] }
        while true {
            let query = LayerQuery(layer: BatchTable.routes.name, objectIDs: [next], limit: 1)
            let rows = try file.store.features(query).features
            guard let row = rows.features.first, let found = rows.integer("RouteID", of: row),
                found <= number
            else { return [] }
            next += 1
            guard found == number else { continue }
            guard case .polyline(let paths, _)? = row.geometry else { return [] }
            return paths
        }
    }
}
