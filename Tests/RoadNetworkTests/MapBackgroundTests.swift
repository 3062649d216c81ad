// Tests the file with the background of maps: what is written is read, and no bytes crash.

import DataStructures
import Foundation
import Testing

@testable import RoadNetwork

@Suite struct MapBackgroundTests {
    /// Squares, lines and places, all over the world.
    private static func contents(seed: UInt64, count: Int = 40) throws -> MapContents {
        var random = SeededGenerator(seed)
        var contents = MapContents()
        let water = try #require(MapKind.number(.waterPolygons, "water"))
        let river = try #require(MapKind.number(.waterLines, "river"))
        let town = try #require(MapKind.number(.placeLabels, "town"))
        for number in 0..<count {
            let x = Int32.random(in: 1_000...(MapUnits.side - 1_000), using: &random)
            let y = Int32.random(in: 1_000...(MapUnits.side - 1_000), using: &random)
            for band in MapBand.all {
                contents.add(
                    MapFeature(
                        kind: water,
                        parts: [
                            square([x, y], 400),
                            MapPart(points: [[x, y], [x, y + 9], [x + 9, y]]),
                        ].enumerated().map { MapPart(points: $1.points, isInner: $0 == 1) }),
                    to: band)
                contents.add(
                    MapFeature(
                        kind: river, flags: .bridge,
                        parts: [MapPart(points: [[x, y], [x + 70, y - 900]])]), to: band)
            }
            contents.add(
                MapPlace(
                    kind: town, point: [x, y], population: UInt32(number), name: "Ort \(number)",
                    nameEnglish: number % 2 == 0 ? "Place" : ""))
        }
        return contents
    }

    private static func square(_ middle: MapPoint, _ half: Int32) -> MapPart {
        let (x, y) = (middle.x, middle.y)
        return MapPart(points: [
            [x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half],
        ])
    }

    private static func bytes(_ contents: MapContents) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try DatasetEncoder(contents).write { bytes.append(contentsOf: $0) }
        return bytes
    }

    @Test func `what is written is read, whatever the order along the curve`() throws {
        let bytes = try Self.bytes(Self.contents(seed: 1))
        #expect(try bytes == Self.bytes(Self.contents(seed: 1)), "the same each time")
        let map = try MapBackground(bytes: bytes)
        #expect(map.structuralFaults() == [])
        #expect(map.bands.map(\.count) == [Int](repeating: 80, count: 7))
        var squares = 0
        for row in 0..<map.bands[6].count where map.bands[6].kind(of: row)?.word == "water" {
            var parts: [MapPart] = []
            map.bands[6].forEachPart(of: row) { parts.append(MapPart(points: $0, isInner: $1)) }
            #expect(parts.map(\.isInner) == [false, true])
            #expect(abs(MapPart.doubledArea(parts[0].points)) == 2 * 800 * 800)
            #expect(map.bands[6].area(of: row) == 800 * 800 - 40.5)
            squares += 1
        }
        #expect(squares == 40)
        let names = (0..<map.places.count).map { map.places.place($0) }
        #expect(Set(names.map(\.name)).count == 40)
        #expect(names.allSatisfy { ($0.nameEnglish == "Place") == ($0.population % 2 == 0) })
    }

    @Test(arguments: UInt64(0)..<8)
    func `the index finds what a plain loop finds`(seed: UInt64) throws {
        let map = try MapBackground(bytes: Self.bytes(Self.contents(seed: seed, count: 200)))
        let index = map.bands[3].index
        var random = SeededGenerator(seed)
        for _ in 0..<20 {
            let x = Int32.random(in: 0...MapUnits.side, using: &random)
            let y = Int32.random(in: 0...MapUnits.side, using: &random)
            let reach = Int32.random(in: 0...20_000_000, using: &random)
            let box: SIMD4<Int32> = [x &- reach, y &- reach, x &+ reach, y &+ reach]
            let plain = (0..<map.bands[3].count).filter { row in
                let other = index.box(of: row)
                return other.x <= box.z && other.z >= box.x && other.y <= box.w && other.w >= box.y
            }
            #expect(index.rows(in: box) == plain, "seed \(seed)")
        }
    }

    @Test func `an empty background opens`() throws {
        let map = try MapBackground(bytes: Self.bytes(MapContents()))
        #expect(map.structuralFaults() == [] && map.places.count == 0)
        #expect(map.bands[0].index.rows(in: [0, 0, MapUnits.side, MapUnits.side]) == [])
    }

    @Test func `a cut, foreign or damaged file is refused`() throws {
        let bytes = try Self.bytes(Self.contents(seed: 2, count: 3))
        for length in stride(from: 0, to: bytes.count, by: 37) {
            #expect(throws: DatasetError.self) {
                try MapBackground(bytes: Array(bytes[..<length]))
            }
        }
        let network = Array("WAYPOST".utf8) + [0] + bytes.dropFirst(8)
        #expect(throws: DatasetError.self) { try MapBackground(bytes: network) }
    }

    @Test func `bytes that the head does not cover never crash a reader`() throws {
        let bytes = try Self.bytes(Self.contents(seed: 3, count: 30))
        let table = try SectionTable(DatasetFile(bytes: bytes), name: "test", kind: .map)
        let first = try #require(table.sections.values.map(\.offset).min())
        var random = SeededGenerator(3)
        var opened = 0
        for _ in 0..<300 {
            var damaged = bytes
            for _ in 0..<20 {
                damaged[Int.random(in: first..<bytes.count, using: &random)] =
                    UInt8.random(in: 0...255, using: &random)
            }
            guard let map = try? MapBackground(bytes: damaged) else { continue }
            opened += 1
            _ = map.structuralFaults()
            for features in map.bands {
                for row in features.index.rows(in: [0, 0, MapUnits.side, MapUnits.side]) {
                    _ = features.kind(of: row)
                    _ = features.area(of: row)
                    features.forEachPart(of: row) { points, _ in
                        #expect(points.allSatisfy { $0.min() >= 0 && $0.max() <= MapUnits.side })
                    }
                }
            }
            for row in 0..<map.places.count { _ = map.places.place(row) }
        }
        #expect(opened > 100, "checksums are compared by path only")
    }

    @Test(arguments: [
        ("a square", [[0, 0], [8, 0], [8, 8], [0, 8]], 4),
        ("points on straight steps", [[0, 0], [4, 0], [8, 0], [8, 8], [0, 8], [0, 4]], 4),
        ("a spike", [[0, 0], [8, 0], [8, 8], [20, 8], [8, 8], [0, 8]], 4),
        ("a spike at the start", [[-9, 0], [0, 0], [8, 0], [8, 8], [0, 8], [0, 0]], 4),
        ("repeats", [[0, 0], [0, 0], [8, 0], [8, 8], [8, 8], [0, 8], [0, 0]], 4),
        ("no area", [[0, 0], [8, 0], [4, 0]], 0), ("one place", [[3, 3], [3, 3]], 0),
        ("nothing", [], 0),
    ])
    func `a tidied ring keeps its area and nothing else`(
        name: String, ring: [[Int]], count: Int
    ) {
        let points = ring.map { MapPoint(Int32($0[0]), Int32($0[1])) }
        let tidied = MapPart.tidied(points)
        #expect(tidied.count == count, "\(name)")
        #expect(MapPart.doubledArea(tidied) == MapPart.doubledArea(points), "\(name)")
    }

    @Test func `positions lie where Mercator has them`() {
        func point(_ x: Double, _ y: Double) -> MapPoint {
            MapUnits.point(
                FixedCoordinate(longitudeE7: Int32(x * 1e7), latitudeE7: Int32(y * 1e7)))
        }
        #expect(point(0, 0) == [1 << 25, 1 << 25])
        #expect(point(-180, 89) == [0, 0])
        #expect(point(180, -89) == [1 << 26, 1 << 26])
        #expect(point(90, 0).x == 3 << 24)
    }

    @Test func `each zoom has one band, and kinds keep their numbers`() {
        for zoom in 0...14 { #expect(MapBand.showing(zoom).zooms.contains(zoom)) }
        #expect(MapKind.all.count == 69 && MapKind.number(.buildings, "building") == 53)
        #expect(Set(MapKind.all).count == MapKind.all.count)
    }
}
