// An answer as a picture: routes over streets, with stops and barriers.

import Batches
import Geo
import RouteAPI

/// Draws an answer whose shapes are in WGS 84.
struct RoutePicture {
    private let result: AnalysisResult
    private let streets: [StreetLine]
    private let frame: PictureFrame

    private static let barrierColor = "#d1242f"

    /// The color of a route.
    ///
    /// - Parameter number: The place of the route among all, from 0.
    static func color(ofRoute number: Int) -> String {
        RouteColor.all[number % RouteColor.all.count]
    }

    /// - Parameter frame: The extent; `nil` for that of the answer.
    init(_ result: AnalysisResult, streets: [StreetLine], frame: PictureFrame? = nil) {
        self.result = result
        self.streets = streets
        self.frame = frame ?? Self.frame(of: result)
    }

    /// The extent of the picture of an answer.
    static func frame(of result: AnalysisResult) -> PictureFrame {
        var box = Envelope()
        for set in [result.routes, result.stops] + result.barriers.all {
            for feature in set?.features ?? [] {
                if let shape = feature.geometry, shape != .empty { box.add(shape.envelope) }
            }
        }
        return PictureFrame(showing: box)
    }

    /// The picture as SVG.
    var svg: String {
        var svg = SVGWriter(width: frame.width, height: frame.height)
        drawGround(&svg)
        drawRoutes(&svg)
        drawPointBarriers(&svg)
        drawStops(&svg)
        drawMargin(&svg)
        return svg.text(title: title)
    }

    /// Draws what lies below routes: streets, and barriers that are lines and areas.
    func drawGround(_ svg: inout SVGWriter) {
        svg.rectangle(
            (0, 0), width: frame.width, height: frame.height, ["fill": "#efece5"])
        drawStreets(&svg)
        drawAreas(&svg)
    }

    private var title: String {
        let names = (result.routes?.features ?? []).compactMap {
            result.routes?.string("Name", of: $0)
        }
        return names.isEmpty ? "No route" : names.joined(separator: "; ")
    }

    private func places(_ line: [Coordinate]) -> [(x: Double, y: Double)] {
        line.map { frame.place($0) }
    }

    /// All casings are drawn below all streets, so that streets join at crossings.
    private func drawStreets(_ svg: inout SVGWriter) {
        let lines = Dictionary(grouping: streets, by: \.rank).mapValues {
            $0.map { places($0.line) }
        }
        svg.group([
            "class": "streets", "fill": "none", "stroke-linecap": "round",
            "stroke-linejoin": "round",
        ]) { svg in
            svg.path(
                lines[.path] ?? [],
                ["stroke": "#b9b2a3", "stroke-width": "1", "stroke-dasharray": "2 2"])
            for rank in StreetLine.Rank.allCases where rank != .path {
                let width = SVGWriter.number(Self.look(of: rank).width + 1.6)
                svg.path(lines[rank] ?? [], ["stroke": "#bdb6a8", "stroke-width": width])
            }
            for rank in StreetLine.Rank.allCases where rank != .path {
                let (color, width) = Self.look(of: rank)
                svg.path(
                    lines[rank] ?? [],
                    ["stroke": color, "stroke-width": SVGWriter.number(width)])
            }
        }
    }

    private static func look(of rank: StreetLine.Rank) -> (color: String, width: Double) {
        switch rank {
        case .path: ("#b9b2a3", 1)
        case .minor: ("#ffffff", 2.4)
        case .medium: ("#fbe8b0", 3.4)
        case .major: ("#f7cf98", 4.4)
        }
    }

    private func drawAreas(_ svg: inout SVGWriter) {
        svg.group(["class": "barriers", "stroke": Self.barrierColor, "stroke-width": "2"]) { svg in
            for feature in result.barriers.polygon?.features ?? [] {
                guard case .polygon(let rings)? = feature.geometry else { continue }
                svg.path(
                    rings.map(places), closed: true,
                    [
                        "fill": Self.barrierColor, "fill-rule": "evenodd",
                        "fill-opacity": closes(feature, of: result.barriers.polygon)
                            ? "0.3" : "0.12",
                        "stroke-dasharray": closes(feature, of: result.barriers.polygon)
                            ? "none" : "6 4",
                    ])
            }
            for feature in result.barriers.line?.features ?? [] {
                guard case .polyline(let paths, _)? = feature.geometry else { continue }
                svg.path(paths.map(places), ["fill": "none", "stroke-width": "4"])
            }
        }
    }

    /// Whether a barrier closes streets rather than raising their cost.
    private func closes(_ feature: Feature, of set: FeatureSet?) -> Bool {
        (set?.integer("BarrierType", of: feature) ?? 0) == 0
    }

    private func drawRoutes(_ svg: inout SVGWriter) {
        let picture = AnswerPicture(of: result)
        for (index, feature) in (result.routes?.features ?? []).enumerated() {
            guard case .polyline(let paths, _)? = feature.geometry else { continue }
            let color = Self.color(ofRoute: index)
            let lines = paths.map(places)
            svg.group([
                "class": "route", "fill": "none", "stroke-linecap": "round",
                "stroke-linejoin": "round",
            ]) { svg in
                svg.path(lines, ["stroke": "#ffffff", "stroke-width": "8"])
                svg.path(lines, ["stroke": color, "stroke-width": "4.5"])
                drawJams(picture.jammedParts(ofRoute: index), &svg)
                svg.path(lines.flatMap { Self.arrows(along: $0) }, ["stroke": "#ffffff"])
            }
        }
    }

    /// Colors the parts of a route on which traffic is not free.
    private func drawJams(
        _ parts: [(jam: JamClass, line: [Coordinate])], _ svg: inout SVGWriter
    ) {
        for (jam, line) in parts {
            svg.path(
                [places(line)],
                [
                    "class": "jam \(jam.name)", "stroke": Self.color(of: jam),
                    "stroke-width": "4.5",
                ])
        }
    }

    private static func color(of jam: JamClass) -> String {
        switch jam {
        case .free: "#1a7f37"
        case .slow: "#f2b900"
        case .heavy: "#e8710a"
        case .jammed: "#c5221f"
        case .blocked: "#4d0b0a"
        }
    }

    /// Arrowheads at regular distances, which show the direction of a route.
    private static func arrows(along line: [(x: Double, y: Double)]) -> [[(x: Double, y: Double)]] {
        let spacing = 46.0
        var heads: [[(x: Double, y: Double)]] = []
        var next = spacing / 2
        for (a, b) in zip(line, line.dropFirst()) {
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let length = (dx * dx + dy * dy).squareRoot()
            guard length > 0 else { continue }
            let (ux, uy) = (dx / length, dy / length)
            while next <= length {
                let tip = (x: a.x + ux * next + ux * 2, y: a.y + uy * next + uy * 2)
                heads.append([
                    (tip.x - ux * 3 - uy * 2, tip.y - uy * 3 + ux * 2), tip,
                    (tip.x - ux * 3 + uy * 2, tip.y - uy * 3 - ux * 2),
                ])
                next += spacing
            }
            next -= length
        }
        return heads
    }

    /// Draws point barriers.
    func drawPointBarriers(_ svg: inout SVGWriter) {
        svg.group(["class": "barriers", "stroke": "#ffffff", "stroke-width": "2.5"]) { svg in
            for feature in result.barriers.point?.features ?? [] {
                guard case .point(let coordinate)? = feature.geometry else { continue }
                let (x, y) = frame.place(coordinate)
                svg.circle((x, y), radius: 9, ["fill": Self.barrierColor, "stroke-width": "1.5"])
                if closes(feature, of: result.barriers.point) {
                    svg.path([[(x - 4, y - 4), (x + 4, y + 4)], [(x - 4, y + 4), (x + 4, y - 4)]])
                } else {
                    svg.path([[(x - 5, y), (x + 5, y)], [(x, y - 5), (x, y + 5)]])
                }
            }
        }
    }

    private func drawStops(_ svg: inout SVGWriter) {
        guard let stops = result.stops else { return }
        svg.group(["class": "stops", "text-anchor": "middle"]) { svg in
            for feature in stops.features {
                guard case .point(let coordinate)? = feature.geometry else { continue }
                let (x, y) = frame.place(coordinate)
                let status = stops.integer("Status", of: feature) ?? 0
                let isVisited = [0, 6, 7].contains(status)
                svg.circle(
                    (x, y), radius: 10,
                    [
                        "fill": isVisited ? "#ffffff" : "#d0d0d0", "stroke": "#24292f",
                        "stroke-width": "2",
                    ])
                let number = stops.integer("Sequence", of: feature).map { "\($0)" } ?? "?"
                svg.text(
                    number, at: (x, y + 4),
                    ["font-size": "11", "font-weight": "bold", "fill": "#24292f"])
                guard let name = stops.string("Name", of: feature) else { continue }
                svg.text(
                    name, at: (x, y - 14),
                    [
                        "font-size": "12", "fill": "#24292f", "stroke": "#ffffff",
                        "stroke-width": "3", "paint-order": "stroke",
                    ])
            }
        }
    }

    /// The scale bar and the attribution, which the data's license requires.
    func drawMargin(_ svg: inout SVGWriter) {
        let bar = Self.barMeters(atMost: 0.2 * frame.width * frame.metersPerPixel)
        let length = bar / frame.metersPerPixel
        let y = frame.height - 16
        svg.path(
            [[(16, y - 6), (16, y), (16 + length, y), (16 + length, y - 6)]],
            ["class": "scale", "fill": "none", "stroke": "#24292f", "stroke-width": "1.5"])
        svg.text(
            bar < 1_000 ? "\(Int(bar)) m" : "\(Int(bar / 1_000)) km", at: (20, y - 5),
            ["font-size": "11", "fill": "#24292f"])
        guard !result.attribution.isEmpty else { return }
        svg.text(
            result.attribution, at: (frame.width - 10, frame.height - 10),
            ["class": "attribution", "font-size": "10", "fill": "#57606a", "text-anchor": "end"])
    }

    /// The greatest of 1, 2, 5, 10, 20 … meters within a length.
    static func barMeters(atMost meters: Double) -> Double {
        var bar = 1.0
        for step in 0..<24 {
            let factor = [1.0, 2, 5][step % 3]
            var power = 1.0
            for _ in 0..<(step / 3) { power *= 10 }
            if factor * power <= meters { bar = factor * power }
        }
        return bar
    }
}
