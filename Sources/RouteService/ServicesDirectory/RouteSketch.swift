// A small map of an answer on its page: routes, stops and barriers in the colors of the page.

import Geo
import RouteAPI

/// Draws the picture of an answer, or else the shapes of the answer itself.
struct RouteSketch {
    private let result: AnalysisResult
    private let picture: AnswerPicture
    private let frame: SketchFrame
    private let stops: [Stop]

    /// A place that a route visits.
    private struct Stop {
        var place: Coordinate
        /// Its number in its route, or `nil` when no route visits it.
        var number: Int?
        /// The row of its route.
        var route: Int
    }

    /// The number of colors, which routes use in turn.
    private static let colorCount = 5

    /// The sketch of an answer, or `nil` when it has no shapes.
    init?(_ result: AnalysisResult) {
        self.result = result
        picture = result.picture ?? AnswerPicture(of: result)
        stops = Self.stops(of: result, picture)
        let box = Self.box(of: picture, stops)
        guard !box.isEmpty, let frame = SketchFrame(showing: box, in: Self.reference(of: result))
        else { return nil }
        self.frame = frame
    }

    /// The extent of the sketch: routes with their stops, and other shapes near them. One stop in
    /// another country must not shrink the route to a dot.
    private static func box(of picture: AnswerPicture, _ stops: [Stop]) -> Envelope {
        var routes = picture.envelope(with: stops.lazy.filter { $0.number != nil }.map(\.place))
        let barriers = picture.barriers.all
            .flatMap { $0?.features ?? [] }.flatMap { $0.geometry?.coordinates ?? [] }
        let others = barriers + stops.map(\.place)
        guard !routes.isEmpty else { return Envelope(others) }
        let reach = max(routes.maxX - routes.minX, routes.maxY - routes.minY)
        let near = Envelope(
            minX: routes.minX - reach, minY: routes.minY - reach, maxX: routes.maxX + reach,
            maxY: routes.maxY + reach)
        for coordinate in others where near.contains(coordinate) { routes.add(coordinate) }
        return routes
    }

    private static func reference(of result: AnalysisResult) -> SpatialReference {
        result.routes?.spatialReference ?? result.stops?.spatialReference
            ?? result.picture?.stops?.spatialReference
            ?? result.directions?.first?.spatialReference ?? .wgs84
    }

    /// The stops as rows where there are any, else where directions leave and arrive.
    private static func stops(of result: AnalysisResult, _ picture: AnswerPicture) -> [Stop] {
        if let set = picture.stops {
            let names =
                result.routes.map { routes in
                    routes.features.map { routes.string("Name", of: $0) ?? "" }
                } ?? (result.directions ?? []).map(\.routeName)
            let isSolved = result.routes != nil || result.directions != nil
            return set.features.enumerated().compactMap { position, feature in
                guard case .point(let place)? = feature.geometry else { return nil }
                let row = set.string("RouteName", of: feature).flatMap { names.firstIndex(of: $0) }
                let number = set.integer("Sequence", of: feature)
                // Places that were only located have no routes, and are numbered as they came.
                let isFound = [0, 7].contains(set.integer("Status", of: feature) ?? 0)
                let placeNumber = !isSolved && isFound ? position + 1 : nil
                return Stop(
                    place: place, number: row == nil ? placeNumber : number, route: row ?? 0)
            }
        }
        var stops: [Stop] = []
        for (row, route) in (result.directions ?? []).enumerated() {
            var number = 0
            for step in route.steps where step.maneuverType == "esriDMTStop" || number == 0 {
                guard let place = step.line.first else { continue }
                number += 1
                stops.append(Stop(place: place, number: number, route: row))
            }
        }
        return stops
    }

    /// The figure with its caption.
    var html: HTML {
        var html = HTML()
        html.element("figure") { html in
            let attributes: KeyValuePairs = [
                "viewBox": "0 0 \(frame.text(frame.width)) \(frame.text(frame.height))",
                "role": "img", "aria-labelledby": "sketch-title",
            ]
            html.element("svg", attributes) { html in
                html.element("title", ["id": "sketch-title"], title)
                drawStreets(&html)
                drawBarriers(&html)
                drawRoutes(&html)
                drawStops(&html)
                drawScale(&html)
            }
            html.element("figcaption", caption)
        }
        return html
    }

    private var caption: String {
        let isComplete = stops.allSatisfy { $0.number != nil }
        guard result.routes != nil || result.directions != nil else {
            return "North is up. A question mark is a place that was not located."
        }
        return "North is up. Stops are numbered in visiting order"
            + (isComplete ? "." : "; a question mark is one that no route visits.")
    }

    private var title: String {
        let names = (result.routes?.features ?? []).compactMap {
            result.routes?.string("Name", of: $0)
        }
        return "Map of " + (names.isEmpty ? "the answer" : names.joined(separator: "; "))
    }

    /// Draws streets, with the most prominent ones on top. Minor ranks are left out if the page
    /// would become too large.
    private func drawStreets(_ html: inout HTML) {
        var paths: [(rank: StreetLine.Rank, data: String)] = []
        var bytes = 0
        for rank in StreetLine.Rank.allCases.reversed() {
            let lines = picture.streets.filter { $0.rank == rank }.map(\.line)
            let data = frame.path(lines, leastStep: 1)
            bytes += data.utf8.count
            guard bytes <= Self.mostStreetBytes else { break }
            paths.append((rank, data))
        }
        for (rank, data) in paths.reversed() { html.path(data, class: "street \(rank)") }
    }

    private static let mostStreetBytes = 200_000

    private func drawRoutes(_ html: inout HTML) {
        // All casings lie below all lines, so that crossings stay open.
        for line in picture.routeLines { html.path(frame.path([line]), class: "case") }
        for (row, line) in picture.routeLines.enumerated() {
            html.path(frame.path([line]), class: "route r\(row % Self.colorCount)")
            for (jam, part) in picture.jammedParts(ofRoute: row) {
                html.path(frame.path([part]), class: "route \(jam.name)-jam")
            }
        }
    }

    private func drawBarriers(_ html: inout HTML) {
        func look(_ feature: Feature, _ set: FeatureSet?) -> String {
            set?.integer("BarrierType", of: feature) ?? 0 == 0 ? "barrier closed" : "barrier slow"
        }
        for feature in picture.barriers.polygon?.features ?? [] {
            guard case .polygon(let rings)? = feature.geometry else { continue }
            html.path(frame.path(rings), class: look(feature, picture.barriers.polygon))
        }
        for feature in picture.barriers.line?.features ?? [] {
            guard case .polyline(let paths, _)? = feature.geometry else { continue }
            html.path(frame.path(paths), class: "barrier")
        }
        for feature in picture.barriers.point?.features ?? [] {
            guard case .point(let coordinate)? = feature.geometry else { continue }
            let (x, y) = frame.place(coordinate)
            let (left, right) = (frame.text(x - 5), frame.text(x + 5))
            let (top, bottom) = (frame.text(y - 5), frame.text(y + 5))
            html.path(
                "M\(left) \(top)L\(right) \(bottom)M\(right) \(top)L\(left) \(bottom)",
                class: "barrier")
        }
    }

    /// Draws the first stop on top, since a round trip ends at its start.
    private func drawStops(_ html: inout HTML) {
        for stop in stops.reversed() {
            let (x, y) = frame.place(stop.place)
            let look = stop.number == nil ? "lost" : "stop r\(stop.route % Self.colorCount)"
            html.element(
                "circle", ["class": look, "cx": frame.text(x), "cy": frame.text(y), "r": "9"], "")
            html.element(
                "text", ["class": "number", "x": frame.text(x), "y": frame.text(y + 4)],
                stop.number.map { String($0) } ?? "?")
        }
    }

    private func drawScale(_ html: inout HTML) {
        guard let bar = frame.scaleBar else { return }
        let (left, right) = ("10", frame.text(10 + bar.width))
        let (top, base) = (frame.text(frame.height - 12), frame.text(frame.height - 7))
        html.path("M\(left) \(top)V\(base)H\(right)V\(top)", class: "scale")
        html.element(
            "text", ["class": "miles", "x": left, "y": frame.text(frame.height - 16)], bar.label)
    }
}

extension HTML {
    fileprivate mutating func path(_ data: String, class name: String) {
        if !data.isEmpty { element("path", ["class": name, "d": data], "") }
    }
}
