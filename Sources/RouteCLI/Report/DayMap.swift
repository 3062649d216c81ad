// The map of a report: all routes of a batch over streets.

import Batches
import Geo
import RouteAPI

/// Draws the routes and stops of a batch, which are in WGS 84.
struct DayMap {
    private let file: BatchFile
    private let attribution: String
    /// The streets around a box.
    private let streets: (Envelope) -> [StreetLine]

    /// The pixels of the longer side.
    private static let size = 1_000.0
    /// Vertices that are nearer to the last are left out, in pixels.
    private static let leastStep = 0.8
    /// Up to this number of stops, each is a circle with its number.
    private static let mostNumbered = 80

    init(
        _ file: BatchFile, attribution: String, streets: @escaping (Envelope) -> [StreetLine]
    ) {
        self.file = file
        self.attribution = attribution
        self.streets = streets
    }

    /// Writes the map as an element of a page; nothing without a shape.
    ///
    /// - Throws: `FeatureStoreError` when the output cannot be read; what `write` throws.
    func write(title: String, to write: (String) throws -> Void) throws {
        let box = try extent()
        guard !box.isEmpty else { return }
        let frame = PictureFrame(showing: box, size: Self.size)
        var answer = AnalysisResult()
        answer.attribution = attribution
        for kind in BarrierClass.allCases {
            try file.forEachBatch(of: .barriers(kind)) { rows in
                guard answer.barriers[kind] != nil else {
                    answer.barriers[kind] = rows
                    return
                }
                answer.barriers[kind]?.features += rows.features
            }
        }
        let picture = RoutePicture(answer, streets: streets(box), frame: frame)
        var svg = SVGWriter(width: frame.width, height: frame.height)
        try write(svg.opening(title: title))
        picture.drawGround(&svg)
        try drawRoutes(&svg, frame, write)
        picture.drawPointBarriers(&svg)
        try drawStops(&svg, frame, write)
        picture.drawMargin(&svg)
        try write(svg.takeElements())
        try write(SVGWriter.closing)
    }

    /// The box round all routes and stops.
    private func extent() throws -> Envelope {
        var box = Envelope()
        for table in [BatchTable.routes, .stops] {
            try file.forEachBatch(of: table) { rows in
                for feature in rows.features {
                    if let shape = feature.geometry, shape != .empty { box.add(shape.envelope) }
                }
            }
        }
        return box
    }

    private func drawRoutes(
        _ svg: inout SVGWriter, _ frame: PictureFrame, _ write: (String) throws -> Void
    ) throws {
        try file.forEachBatch(of: .routes) { rows in
            for feature in rows.features {
                guard case .polyline(let paths, _)? = feature.geometry else { continue }
                let number = rows.integer("RouteID", of: feature) ?? 1
                let lines = paths.map { Self.thinned($0.map { frame.place($0) }) }
                svg.group([
                    "class": "route", "fill": "none", "stroke-linecap": "round",
                    "stroke-linejoin": "round",
                ]) { group in
                    group.path(lines, ["stroke": "#ffffff", "stroke-width": "5"])
                    group.path(
                        lines, ["stroke": Self.color(ofRoute: number), "stroke-width": "3"])
                }
            }
            try write(svg.takeElements())
        }
    }

    /// The color of a route by its number, which its row in the timeline has too.
    static func color(ofRoute number: Int) -> String {
        RoutePicture.color(ofRoute: max(0, number - 1))
    }

    private func drawStops(
        _ svg: inout SVGWriter, _ frame: PictureFrame, _ write: (String) throws -> Void
    ) throws {
        let isNumbered = try file.count(.stops) <= Self.mostNumbered
        try file.forEachBatch(of: .stops) { rows in
            for feature in rows.features {
                guard case .point(let coordinate)? = feature.geometry else { continue }
                let place = frame.place(coordinate)
                let isVisited = [0, 6, 7].contains(rows.integer("Status", of: feature) ?? 0)
                let color = Self.color(ofRoute: rows.integer("RouteID", of: feature) ?? 1)
                svg.circle(
                    place, radius: isNumbered ? 8 : 3.5,
                    [
                        "fill": isVisited ? color : "#d0d0d0",
                        "stroke": isVisited ? "#ffffff" : "#d1242f", "stroke-width": "1.5",
                    ])
                guard isNumbered, isVisited else { continue }
                svg.text(
                    rows.integer("Sequence", of: feature).map { "\($0)" } ?? "",
                    at: (place.x, place.y + 3.5),
                    [
                        "font-size": "10", "font-weight": "bold", "fill": "#ffffff",
                        "text-anchor": "middle",
                    ])
            }
            try write(svg.takeElements())
        }
    }

    /// A line without vertices that are too near to the last to be seen.
    static func thinned(_ line: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
        guard let first = line.first, let last = line.last, line.count > 2 else { return line }
        var kept = [first]
        for point in line.dropFirst().dropLast() {
            let before = kept[kept.count - 1]
            let (dx, dy) = (point.x - before.x, point.y - before.y)
            if dx * dx + dy * dy >= leastStep * leastStep { kept.append(point) }
        }
        return kept + [last]
    }
}
