// The map in a report: all routes of a batch over streets.

package import Geo
package import Pictures
package import RouteAPI

/// Draws a batch's routes and stops, which are in WGS 84.
package struct DayMap {
    private let file: BatchFile
    private let attribution: String
    private let looks: RouteLooks
    /// Returns the streets around a box.
    private let streets: (Envelope) -> [StreetLine]

    /// The longer side in pixels.
    private static let size = 1_000.0
    /// Up to this many stops, each is a circle with its number.
    private static let mostNumbered = 80
    /// Up to this many routes, each has its number, …
    private static let mostNumbers = 200
    /// … at any of this many places along it.
    private static let mostPlacesOfNumber = 60

    package init(
        _ file: BatchFile, attribution: String, looks: RouteLooks,
        streets: @escaping (Envelope) -> [StreetLine]
    ) {
        self.file = file
        self.looks = looks
        self.attribution = attribution
        self.streets = streets
    }

    /// Writes the map as a page element, or nothing if there is no shape.
    ///
    /// - Throws: `FeatureStoreError` if the output cannot be read; errors of `write`.
    func write(title: String, to write: (String) throws -> Void) throws {
        let box = try extent()
        guard let frame = PictureFrame(showing: box, in: .wgs84, size: Self.size) else { return }
        var map = MapDrawing(frame, looks: looks)
        let barriers = try barriers()
        try write(map.opening(title: title))
        map.draw(streets: streets(box))
        map.draw(barriers: barriers)
        try drawRoutes(&map, write)
        map.draw(pointBarriers: barriers.point)
        try drawStops(&map, write)
        if looks.isMany, try file.count(.routes) <= Self.mostNumbers {
            try drawNumbers(&map, write)
        }
        map.draw(attribution: attribution)
        try write(map.takeElements())
        try write(MapDrawing.closing)
    }

    private func barriers() throws -> ByBarrierClass<FeatureSet?> {
        var barriers = ByBarrierClass<FeatureSet?>()
        for kind in BarrierClass.allCases {
            try file.forEachBatch(of: .barriers(kind)) { rows in
                guard barriers[kind] != nil else {
                    barriers[kind] = rows
                    return
                }
                barriers[kind]?.features += rows.features
            }
        }
        return barriers
    }

    /// The box around the routes. Unvisited stops may lie anywhere, such as at 0, 0, so they count
    /// only if there is no route.
    private func extent() throws -> Envelope {
        for table in [BatchTable.routes, .stops] {
            var box = Envelope()
            try file.forEachBatch(of: table) { rows in
                for feature in rows.features {
                    if let shape = feature.geometry, shape != .empty { box.add(shape.envelope) }
                }
            }
            if !box.isEmpty { return box }
        }
        return Envelope()
    }

    /// Draws each route's number at a place along it, away from earlier numbers.
    private func drawNumbers(
        _ map: inout MapDrawing, _ write: (String) throws -> Void
    ) throws {
        var taken: [Coordinate] = []
        try file.forEachBatch(of: .routes) { rows in
            for feature in rows.features {
                guard case .polyline(let paths, _)? = feature.geometry,
                    let start = paths.first?.first
                else { continue }
                let line = paths.flatMap(\.self)
                let step = max(1, line.count / Self.mostPlacesOfNumber)
                // For the first number, this is where the route is farthest from its beginning.
                let others = taken.isEmpty ? [start] : taken
                let place = stride(from: 0, to: line.count, by: step).map { line[$0] }
                    .max { $0.leastGap(to: others) < $1.leastGap(to: others) }
                taken.append(place ?? start)
                let number = Self.route(of: feature, in: rows)
                map.draw(
                    .square, at: place ?? start, text: "\(number + 1)", number: number, radius: 9)
            }
            try write(map.takeElements())
        }
    }

    private func drawRoutes(
        _ map: inout MapDrawing, _ write: (String) throws -> Void
    ) throws {
        map.beginGroup("many")
        try file.forEachBatch(of: .routes) { rows in
            for feature in rows.features {
                guard case .polyline(let paths, _)? = feature.geometry else { continue }
                map.draw(halosOf: paths)
                map.draw(
                    route: paths, number: Self.route(of: feature, in: rows), hasArrows: false)
            }
            try write(map.takeElements())
        }
        map.endGroup()
    }

    private func drawStops(
        _ map: inout MapDrawing, _ write: (String) throws -> Void
    ) throws {
        let isNumbered = try file.count(.stops) <= Self.mostNumbered
        try file.forEachBatch(of: .stops) { rows in
            for feature in rows.features {
                guard case .point(let coordinate)? = feature.geometry else { continue }
                let isVisited = [0, 6, 7].contains(rows.integer("Status", of: feature) ?? 0)
                let number = rows.integer("Sequence", of: feature).map { "\($0)" } ?? ""
                map.draw(
                    isVisited ? .circle : .lost, at: coordinate,
                    text: isNumbered && isVisited ? number : "",
                    number: Self.route(of: feature, in: rows), radius: isNumbered ? 8 : 3.5)
            }
            try write(map.takeElements())
        }
    }

    /// A row's position among the routes, which decides its color; its timeline row has the same.
    private static func route(of feature: Feature, in rows: FeatureSet) -> Int {
        (rows.integer("RouteID", of: feature) ?? 1) - 1
    }
}

extension Coordinate {
    /// The squared distance in degrees to the nearest place.
    fileprivate func leastGap(to places: [Coordinate]) -> Double {
        places.reduce(.infinity) { least, place in
            min(least, (x - place.x) * (x - place.x) + (y - place.y) * (y - place.y))
        }
    }
}
