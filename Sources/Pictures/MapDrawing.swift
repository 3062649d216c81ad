// Draws a map's elements; AnswerDrawing uses it to draw answers.

package import Geo
package import RouteAPI

/// Draws streets, routes, places and barriers into a frame, each above everything drawn before.
///
/// It only collects SVG elements, so a report with many routes can draw row by row and send the
/// elements on with ``takeElements()`` without holding its map. Call ``opening(title:id:style:)``
/// first and end with ``closing``. Elements have classes and no colors; ``PictureStyle`` has the
/// rules.
package struct MapDrawing: Sendable {
    package let frame: PictureFrame
    private let looks: RouteLooks
    private var svg = SVGWriter()

    /// Begins a map with its background.
    ///
    /// - Parameter looks: The looks of its routes. If there are more than ``RouteColor`` has, the
    ///   page also needs their rules.
    package init(_ frame: PictureFrame, looks: RouteLooks = RouteLooks(routes: 1)) {
        self.frame = frame
        self.looks = looks
        svg.rectangle(
            PicturePoint(x: 0, y: 0), width: frame.width, height: frame.height,
            ["class": "ground"])
    }

    /// Returns the picture's opening tag, for a page or a file.
    ///
    /// - Parameters:
    ///   - title: A description for screen readers.
    ///   - id: An id that no other picture on the page has.
    ///   - style: The style sheet, unless the page already has it.
    package func opening(title: String, id: String = "map", style: String = "") -> String {
        let (width, height) = (SVGWriter.number(frame.width), SVGWriter.number(frame.height))
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" "
            + "width=\"\(width)\" height=\"\(height)\" role=\"img\" "
            + "aria-labelledby=\"\(id)-title\">\n"
            + (style.isEmpty ? "" : "<style>\(style)</style>\n")
            + "<title id=\"\(id)-title\">\(Markup.escaped(title))</title>\n"
    }

    /// The picture's closing tag.
    package static let closing = "</svg>\n"

    /// Returns everything drawn since the last call, so that a large map need not be held.
    package mutating func takeElements() -> String { svg.takeElements() }

    /// Draws streets, prominent ones on top.
    package mutating func draw(streets: [StreetLine]) {
        for (rank, data) in StreetDrawing(streets, in: frame).paths {
            svg.path(data: data, ["class": "street \(rank)"])
        }
    }

    /// Draws area and line barriers.
    package mutating func draw(barriers: ByBarrierClass<FeatureSet?>) {
        for feature in barriers.polygon?.features ?? [] {
            guard case .polygon(let rings)? = feature.geometry else { continue }
            let isClosed = Self.closes(feature, of: barriers.polygon)
            svg.path(
                rings.map { frame.line($0) }, closed: true,
                ["class": isClosed ? "barrier closed" : "barrier slow"])
        }
        for feature in barriers.line?.features ?? [] {
            guard case .polyline(let paths, _)? = feature.geometry else { continue }
            svg.path(paths.map { frame.line($0) }, ["class": "barrier"])
        }
    }

    /// Draws point barriers: a cross closes a street, a plus adds costs.
    package mutating func draw(pointBarriers: FeatureSet?) {
        for feature in pointBarriers?.features ?? [] {
            guard case .point(let coordinate)? = feature.geometry else { continue }
            let at = frame.place(coordinate)
            let arms: [(x: Double, y: Double)] =
                Self.closes(feature, of: pointBarriers) ? [(5, 5), (5, -5)] : [(6, 0), (0, 6)]
            svg.path(
                arms.map { arm in
                    [
                        PicturePoint(x: at.x - arm.x, y: at.y - arm.y),
                        PicturePoint(x: at.x + arm.x, y: at.y + arm.y),
                    ]
                }, ["class": "barrier"])
        }
    }

    /// Returns whether a barrier closes streets instead of raising their cost.
    private static func closes(_ feature: Feature, of set: FeatureSet?) -> Bool {
        guard case .integer(let type)? = set?.value("BarrierType", of: feature) else { return true }
        return type == 0
    }

    /// Draws the routes' halos, below all routes, so that crossings stay visible.
    package mutating func draw(halosOf lines: [[Coordinate]]) {
        for line in lines { svg.path([frame.line(line)], ["class": "case"]) }
    }

    /// Draws a route, with arrowheads that show its direction.
    ///
    /// - Parameter number: Its position among the routes, which decides its color.
    package mutating func draw(route paths: [[Coordinate]], number: Int, hasArrows: Bool = true) {
        let lines = paths.map { frame.line($0) }
        svg.path(lines, ["class": "route \(color(number))"])
        if hasArrows {
            svg.path(lines.flatMap { Self.arrows(along: $0) }, ["class": "arrows"])
        }
    }

    /// Draws the parts of a route where traffic is not free.
    package mutating func draw(jams: [(jam: JamClass, line: [Coordinate])]) {
        for (jam, line) in jams {
            svg.path([frame.line(line)], ["class": "route \(jam.name)-jam"])
        }
    }

    /// Draws straight lines between pairs of places.
    package mutating func draw(pairs: [[Coordinate]], number: Int) {
        svg.path(pairs.map { frame.line($0) }, ["class": "pair \(color(number))"])
    }

    /// How a place looks.
    package enum Symbol: Sendable {
        /// A stop, an incident, an origin.
        case circle
        /// A facility, a destination.
        case square
        /// A place that is not on the network.
        case lost
    }

    /// Draws a place.
    ///
    /// - Parameters:
    ///   - text: A number or sign inside it.
    ///   - name: A name above it.
    ///   - number: Its route's position among the routes, which decides its color.
    ///   - radius: Pixels from its center to its edge.
    package mutating func draw(
        _ symbol: Symbol, at coordinate: Coordinate, text: String = "", name: String = "",
        number: Int, radius: Double = 9
    ) {
        let at = frame.place(coordinate)
        switch symbol {
        case .circle:
            svg.circle(at, radius: radius, ["class": "stop \(color(number))"])
        case .lost: svg.circle(at, radius: radius, ["class": "lost"])
        case .square:
            svg.rectangle(
                PicturePoint(x: at.x - radius, y: at.y - radius), width: 2 * radius,
                height: 2 * radius, ["class": "stop \(color(number))"])
        }
        if !text.isEmpty {
            svg.text(text, at: PicturePoint(x: at.x, y: at.y + 4), ["class": "number"])
        }
        if !name.isEmpty {
            svg.text(
                name, at: PicturePoint(x: at.x, y: at.y - radius - 4), ["class": "name"])
        }
    }

    /// Draws the scale bar, and the attribution that the data's license requires.
    package mutating func draw(attribution: String) {
        if let bar = frame.scaleBar {
            let (left, right) = (10.0, 10 + bar.pixels)
            let (top, base) = (frame.height - 12, frame.height - 7)
            svg.path(
                [[(left, top), (left, base), (right, base), (right, top)].map(PicturePoint.init)],
                ["class": "scale"])
            svg.text(
                bar.label, at: PicturePoint(x: left, y: frame.height - 16), ["class": "miles"])
        }
        guard !attribution.isEmpty else { return }
        svg.text(
            attribution, at: PicturePoint(x: frame.width - 8, y: frame.height - 8),
            ["class": "attribution"])
    }

    /// Begins a group, such as `many` for thin routes; end it with ``endGroup()``.
    package mutating func beginGroup(_ name: String) { svg.open("g", ["class": name]) }

    package mutating func endGroup() { svg.close("g") }

    /// Returns a color's class.
    private func color(_ number: Int) -> String { looks.name(ofRoute: number) }

    /// Returns arrowheads at regular distances, which show a line's direction.
    private static func arrows(along line: [PicturePoint]) -> [[PicturePoint]] {
        let spacing = 46.0
        var heads: [[PicturePoint]] = []
        var next = spacing / 2
        for (a, b) in zip(line, line.dropFirst()) {
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let length = (dx * dx + dy * dy).squareRoot()
            guard length > 0, length < 1e6 else { continue }
            let (ux, uy) = (dx / length, dy / length)
            while next <= length {
                let tip = PicturePoint(x: a.x + ux * (next + 1.6), y: a.y + uy * (next + 1.6))
                heads.append([
                    PicturePoint(x: tip.x - ux * 3 - uy * 2, y: tip.y - uy * 3 + ux * 2), tip,
                    PicturePoint(x: tip.x - ux * 3 + uy * 2, y: tip.y - uy * 3 - ux * 2),
                ])
                next += spacing
            }
            next -= length
        }
        return heads
    }
}
