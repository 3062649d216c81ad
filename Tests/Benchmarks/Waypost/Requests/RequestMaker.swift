// Draws pairs, and barriers on their paths.

import DataStructures
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting

/// Makes the requests of a benchmark run.
struct RequestMaker {
    /// The number of pairs with barriers that take long to answer.
    static let heavyPairs = 200
    private static let leastPairMeters = 1_000.0

    private let layer: NetworkLayer
    private let streets: StreetPlaces
    private var generator: SeededGenerator
    private let seed: UInt64

    init(_ layer: NetworkLayer, seed: UInt64) {
        self.layer = layer
        self.seed = seed
        streets = StreetPlaces(layer.network)
        generator = SeededGenerator(seed)
    }

    /// Draws everything; pairs without a path are drawn again.
    mutating func make(pairs count: Int) throws -> PreparedRequests {
        guard !streets.isEmpty else { throw BenchmarkError("the network has no public street") }
        var made = PreparedRequests(
            fingerprint: layer.network.fingerprint, seed: seed, pairs: [], tenSquares: [],
            tenGreatSquares: [], hundredPlaces: [], keptPoints: [], keptSquares: [], places: [])
        var note = ProgressNote("drawing pairs", of: count)
        var attempts = 0
        while made.pairs.count < count {
            attempts += 1
            guard attempts <= 20 * count + 1_000 else {
                throw BenchmarkError("only \(made.pairs.count) of \(count) pairs have a path")
            }
            let (from, to) = (streets.random(&generator), streets.random(&generator))
            let isFar = Geodesic.distanceMeters(from: from, to: to) >= Self.leastPairMeters
            guard isFar || attempts > 10 * count, let path = path(from: from, to: to) else {
                continue
            }
            made.pairs.append([from.place, to.place])
            made.tenSquares.append(barriers(10, on: path, clearMeters: 300))
            if made.pairs.count <= Self.heavyPairs {
                made.tenGreatSquares.append(
                    barriers(10, on: path, clearMeters: 0.8 * Square.great))
                made.hundredPlaces.append(barriers(100, on: path, clearMeters: 200))
            }
            note.update(made.pairs.count)
        }
        note.finish()
        made.keptPoints = (0..<1_000).map { _ in streets.random(&generator).place }
        made.keptSquares = (0..<100).map { _ in streets.random(&generator).place }
        made.places = (0..<200).map { _ in streets.random(&generator).place }
        return made
    }

    private func path(from: Coordinate, to: Coordinate) -> [Coordinate]? {
        var parameters = RouteParameters(stops: [from, to])
        parameters.outputLines = .trueShape
        parameters.outputGeometryPrecision = 0
        do throws(RouteRequestError) {
            let result = try layer.solve(parameters)
            guard case .polyline(let paths, _)? = result.routes?.features.first?.geometry else {
                return nil
            }
            let line = paths.flatMap(\.self)
            return line.count > 1 ? line : nil
        } catch {
            // Some pairs have no path and are drawn again.
            return nil
        }
    }

    /// Places for barriers: the first on the path, the others on streets near the pair, all clear
    /// of both ends if the pair is far enough apart.
    private mutating func barriers(
        _ count: Int, on path: [Coordinate], clearMeters: Double
    ) -> [PreparedRequests.Place] {
        let ends = [path[0], path[path.count - 1]]
        func isClear(_ place: Coordinate) -> Bool {
            ends.allSatisfy { Geodesic.distanceMeters(from: $0, to: place) >= clearMeters }
        }
        let line = LineMeasure(path)
        var places: [Coordinate] = []
        for attempt in 0..<40 where places.isEmpty {
            let share = Double.random(in: 0.25...0.75, using: &generator)
            let place = line.coordinate(at: share)
            if isClear(place) || attempt == 39 { places.append(Coordinate(place.place)) }
        }
        let box = Envelope(path).widened(by: 0.25)
        var attempts = 0
        while places.count < count {
            attempts += 1
            let place = streets.random(&generator)
            let isNear = box.contains(place) || attempts > 200 * count
            if isNear, isClear(place) || attempts > 400 * count { places.append(place) }
        }
        return places.map(\.place)
    }
}

/// The reason why a benchmark cannot continue.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension Envelope {
    /// The box with a share of its width and height added on every side.
    fileprivate func widened(by share: Double) -> Envelope {
        let (dx, dy) = ((maxX - minX) * share, (maxY - minY) * share)
        return Envelope([
            Coordinate(x: minX - dx, y: minY - dy), Coordinate(x: maxX + dx, y: maxY + dy),
        ])
    }
}
