// Tests known projections, the closed Mercator formulas, and systems that must be refused.

import DataStructures
import Geo
import Testing

@testable import SpatialOperations

@Suite struct CoordinateTransformerTests {
    private func transform(
        _ x: Double, _ y: Double, from source: Int = 4326, to target: Int
    ) throws -> Coordinate {
        try CoordinateTransformer(
            from: SpatialReference(wkid: source), to: SpatialReference(wkid: target)
        ).transform(Coordinate(x: x, y: y))
    }

    private func expect(
        _ position: Coordinate, near x: Double, _ y: Double, within tolerance: Double,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(
            abs(position.x - x) <= tolerance && abs(position.y - y) <= tolerance,
            "(\(position.x), \(position.y))", sourceLocation: sourceLocation)
    }

    // Places whose coordinates are published by the systems' owners or follow from definitions: the
    // origin of Lambert-93 is 3° E 46.5° N at (700 km, 6,600 km); a UTM zone has 500 km on its
    // central meridian.
    @Test func `known places land where the definitions say`() throws {
        expect(try transform(3, 46.5, to: 2154), near: 700_000, 6_600_000, within: 0.001)
        expect(try transform(9, 0, to: 25832), near: 500_000, 0, within: 0.001)
        expect(try transform(180, 0, to: 3857), near: 20_037_508.342_789, 0, within: 1e-6)
        // The example in EPSG Guidance Note 7-2 for method 1024.
        expect(
            try transform(-100.333_333_33, 24.381_786_94, to: 3857),
            near: -11_169_055.58, 2_800_000.00, within: 0.02)
        // Swiss LV95: the old observatory of Bern, to the meter of a three-parameter shift.
        expect(
            try transform(7.438_632_5, 46.951_082_9, to: 2056), near: 2_600_000, 1_200_000,
            within: 1.5)
    }

    @Test func `a circuit through four systems returns to its start`() throws {
        var position = Coordinate(x: 7.42, y: 43.74)
        for (from, to) in [
            (4326, 3857), (3857, 25832), (25832, 2154), (2154, 32632), (32632, 4326),
        ] {
            position = try transform(position.x, position.y, from: from, to: to)
        }
        expect(position, near: 7.42, 43.74, within: 1e-8)
    }

    @Test func `longitude comes first even where the definition puts northing first`() throws {
        // EPSG:2193 and EPSG:4258 list northing and latitude first.
        expect(try transform(173, 0, to: 2193), near: 1_600_000, 10_000_000, within: 0.01)
        expect(try transform(10, 50, to: 4258), near: 10, 50, within: 1e-9)
    }

    @Test(arguments: [(102100, 3857), (102113, 3857), (900913, 3857), (54030, 54030)])
    func `Esri's own numbers are known`(wkid: Int, current: Int) throws {
        let system = SpatialReference(wkid: wkid)
        #expect(system.effectiveWKID == current)
        let there = try CoordinateTransformer(from: .wgs84, to: system)
        let back = try CoordinateTransformer(from: system, to: .wgs84)
        let position = try back.transform(there.transform(Coordinate(x: 12.5, y: 41.9)))
        expect(position, near: 12.5, 41.9, within: 1e-8)
    }

    @Test func `a wrong current number falls back to the caller's own`() throws {
        let system = SpatialReference(wkid: 25832, latestWKID: 1)
        #expect(try CoordinateSystem(system).name.contains("UTM zone 32N"))
    }

    @Test(arguments: UInt64(0)..<4)
    func `the Mercator formulas agree with PROJ`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let degrees = (0..<500).map { _ in
            Coordinate(
                x: .random(in: -400...400, using: &generator),
                y: .random(in: -89.99...89.99, using: &generator))
        }
        let there = try CoordinateTransformer(from: .wgs84, to: .webMercator)
        let back = try CoordinateTransformer(from: .webMercator, to: .wgs84)
        #expect(there.route == .webMercatorFromDegrees && back.route == .degreesFromWebMercator)

        var meters = degrees
        try Transformation(from: .wgs84, to: .webMercator).apply(to: &meters)
        for (ours, theirs) in zip(try there.transform(degrees), meters) {
            expect(ours, near: theirs.x, theirs.y, within: 1e-6)
        }
        let unwrapped = try there.transformUnwrapped(degrees)
        var again = unwrapped
        try Transformation(from: .webMercator, to: .wgs84).apply(to: &again)
        for (ours, theirs) in zip(try back.transform(unwrapped), again) {
            expect(ours, near: theirs.x, theirs.y, within: 1e-9)
        }
    }

    @Test func `the antimeridian is where it was`() throws {
        expect(
            try transform(-180, 10, to: 3857), near: -20_037_508.342_789, 1_118_889.975,
            within: 1e-3)
        expect(
            try transform(20_037_508.342_789_244, 0, from: 3857, to: 4326), near: 180, 0,
            within: 1e-9)
        expect(
            try transform(20_047_508.342_789_244, 0, from: 3857, to: 4326),
            near: -179.910_168_472, 0, within: 1e-8)
    }

    @Test func `lines and rings stay whole across the antimeridian`() throws {
        let edge = 20_037_508.342_789_244
        let overTheLine = Geometry.polyline(paths: [
            [Coordinate(x: edge - 1_000, y: 0), Coordinate(x: edge + 1_000, y: 0)]
        ])
        let fromMercator = try CoordinateTransformer(from: .webMercator, to: .wgs84)
        let degrees = try fromMercator.project(overTheLine).coordinates
        expect(degrees[0], near: 179.991_016_8, 0, within: 1e-6)
        expect(degrees[1], near: 180.008_983_2, 0, within: 1e-6)

        // UTM zone 60 ends at 180°; its plane continues.
        let fromUTM = try CoordinateTransformer(
            from: SpatialReference(wkid: 32660), to: .wgs84)
        let utm = Geometry.polyline(paths: [
            [
                Coordinate(x: 800_000, y: 1_000_000), Coordinate(x: 900_000, y: 1_000_000),
                Coordinate(x: 800_000, y: 1_100_000),
            ]
        ])
        let unrolled = try fromUTM.project(utm).coordinates
        #expect(unrolled[0].x < 180 && unrolled[1].x > 180 && unrolled[2].x < 180)
        #expect(unrolled[1].x - unrolled[0].x < 2)
    }

    @Test func `a ring round the world is not folded at the antimeridian`() throws {
        let robinson = SpatialReference(wkid: 54030)
        let there = try CoordinateTransformer(from: .wgs84, to: robinson)
        let back = try CoordinateTransformer(from: robinson, to: .wgs84)
        let world = Geometry.polygon(rings: [
            [
                Coordinate(x: -179.9, y: -80), Coordinate(x: -179.9, y: 80),
                Coordinate(x: 179.9, y: 80), Coordinate(x: 179.9, y: -80),
                Coordinate(x: -179.9, y: -80),
            ]
        ])
        let box = try back.project(there.project(world)).envelope
        expect(Coordinate(x: box.minX, y: box.maxX), near: -179.9, 179.9, within: 1e-6)
    }

    @Test func `coordinates without a place are refused by name`() throws {
        let toUTM = try CoordinateTransformer(from: .wgs84, to: SpatialReference(wkid: 25832))
        let good = Coordinate(x: 9, y: 50)
        for bad in [
            Coordinate(x: .nan, y: 50), Coordinate(x: 9, y: .infinity),
            Coordinate(x: 500_000, y: 5_000_000), Coordinate(x: 9, y: 90.1),
        ] {
            let error = #expect(throws: SpatialReferenceError.self) {
                try toUTM.transform([good, bad, good])
            }
            #expect(error?.description.contains("(\(bad.x), \(bad.y))") == true)
        }
        let same = try CoordinateTransformer(from: .wgs84, to: .wgs84)
        #expect(throws: SpatialReferenceError.self) {
            try same.project(.point(Coordinate(x: 2_600_000, y: 1_200_000)))
        }
        let fromUTM = try CoordinateTransformer(from: SpatialReference(wkid: 25832), to: .wgs84)
        #expect(throws: SpatialReferenceError.self) {
            try fromUTM.transform(Coordinate(x: 1e12, y: 1e12))
        }
    }

    @Test func `shapes keep their kind and their measures`() throws {
        let toMercator = try CoordinateTransformer(from: .wgs84, to: .webMercator)
        let line = Geometry.polyline(
            paths: [[Coordinate(x: 0, y: 0), Coordinate(x: 1, y: 0)]], measures: [[0, 7]])
        guard case .polyline(let paths, let measures) = try toMercator.project(line) else {
            Issue.record("a line must stay a line")
            return
        }
        expect(paths[0][1], near: 111_319.490_793, 0, within: 1e-6)
        #expect(measures == [[0, 7]])
        #expect(try toMercator.project(.empty) == .empty)
        #expect(try toMercator.transform([]).isEmpty)
    }

    @Test func `many tasks share the pool`() async throws {
        let pool = TransformationPool(capacity: 2)
        let references = [25832, 2154, 32632].map { SpatialReference(wkid: $0) }
        let results = try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<24 {
                group.addTask {
                    let system = references[index % references.count]
                    let there = try CoordinateTransformer(from: .wgs84, to: system, pool: pool)
                    let back = try CoordinateTransformer(from: system, to: .wgs84, pool: pool)
                    let start = Coordinate(x: 7.4, y: 43.7)
                    let end = try back.transform(there.transform(start))
                    return abs(end.x - start.x) < 1e-8 && abs(end.y - start.y) < 1e-8
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count == 24 && results.allSatisfy(\.self))
        #expect(pool.idleCount <= 2)
    }
}
