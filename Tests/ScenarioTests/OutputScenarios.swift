// Answer shapes: line types, coordinate systems, generalization.

import Geo
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

#if canImport(Glibc)
import Glibc
#endif

extension AnalysisResult {
    /// The only path of a route's shape.
    func path(route: Int = 0) -> [Coordinate] {
        guard case .polyline(let paths, _) = routes?.features[route].geometry else { return [] }
        return paths.first ?? []
    }
}

struct OutputLineScenarios {
    /// A street with corners.
    private let sketch = NetworkSketch(
        """
        a---b
            |
            c---d
        """
    ) { $0.road("abcd", seconds: 60) }

    /// A route with this type of line, through stops beside and on the street.
    private func ask(_ type: OutputLineType) throws -> AnalysisResult {
        let places = [
            sketch.place("a", "b", at: 0.5, right: 20), sketch.place("b", "c", at: 0.5),
            sketch.place("d"),
        ]
        return try answer(sketch, places) { $0.outputLines = type }
    }

    @Test func `no line is an empty shape`() throws {
        let result = try ask(.none)
        #expect(result.routes?.features.first?.geometry == .polyline(paths: []))
        #expect(result.total("Shape_Length") == 0)
        #expect(result.impedance == 150_000)
    }

    @Test func `a straight line runs from stop to stop`() throws {
        let path = try ask(.straight).path()
        #expect(path.count == 3)
        #expect(abs(path[0].x - sketch.place("a", "b", at: 0.5).x) < 1e-7)
        #expect(abs(path[1].y - sketch.place("b", "c", at: 0.5).y) < 1e-7)
        #expect(path[2] == sketch.place("d"))
    }

    @Test func `a true shape runs along the streets`() throws {
        let result = try ask(.trueShape)
        #expect(result.path().count == 5)
        #expect(sketch.letters(along: result) == "bcd")
        #expect(result.routes?.hasMeasures == false)
    }

    @Test func `measures are the cumulated impedance`() throws {
        let result = try ask(.trueShapeWithMeasure)
        guard case .polyline(let paths, let measures) = result.routes?.features[0].geometry,
            let found = measures?.first
        else {
            Issue.record("no measures")
            return
        }
        #expect(result.routes?.hasMeasures == true)
        #expect(paths[0].count == found.count)
        for (measure, expected) in zip(found, [0, 0.5, 1, 1.5, 2.5]) {
            #expect(abs(measure - expected) < 1e-4)
        }
    }

    @Test func `parts of an answer can be left out`() throws {
        let result = try answer(sketch, "ad") {
            $0.returnRoutes = false
            $0.returnStops = nil
            $0.returnDirections = false
            $0.returnQuanta = nil
        }
        #expect(result.routes == nil)
        #expect(result.stops == nil)
        #expect(result.directions == nil)
        #expect(result.quanta == nil)
        #expect(result.attribution == "drawn for a test")
        #expect(result.fingerprint.count == 32)
    }
}

struct OutputSystemScenarios {
    private let sketch = NetworkSketch.street("ab", seconds: 10)

    /// The place of a, 10° E 50° N, in other systems.
    static let mercator = Coordinate(x: 1_113_194.9079, y: 6_446_275.8410)
    static let utm = Coordinate(x: 571_666.4475, y: 5_539_109.8152)

    /// Checks that a route and its first stop begin at a place.
    private func check(_ result: AnalysisResult, _ place: Coordinate) throws {
        let start = try #require(result.path().first)
        #expect(abs(start.x - place.x) < 1e-3)
        #expect(abs(start.y - place.y) < 1e-3)
        guard case .point(let stop) = result.stops?.features.first?.geometry else {
            Issue.record("no stop")
            return
        }
        #expect(abs(stop.x - place.x) < 1e-3)
        // Snapped places stay in the network's own system.
        #expect(result.stop(0, "SnapX") == .double(10))
    }

    @Test(arguments: [3857, 102100]) func `Web Mercator`(wkid: Int) throws {
        let result = try answer(sketch, "ab") { $0.outSR = SpatialReference(wkid: wkid) }
        try check(result, Self.mercator)
        #expect(result.routes?.spatialReference.wkid == wkid)
        let length = try #require(result.total("Shape_Length"))
        // 200 m on the ground, stretched by 1 / cos 50°, ignoring the flattening.
        #expect(abs(length - 200 / cos(50 * .pi / 180)) < 1)
    }

    @Test func `a zone of UTM`() throws {
        let result = try answer(sketch, "ab") { $0.outSR = SpatialReference(wkid: 25832) }
        try check(result, Self.utm)
        #expect(abs(try #require(result.total("Shape_Length")) - 200 * 0.99966) < 0.05)
    }

    @Test func `well-known text`() throws {
        let text = """
            PROJCS["ETRS_1989_UTM_Zone_32N",GEOGCS["GCS_ETRS_1989",DATUM["D_ETRS_1989",\
            SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],\
            UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],\
            PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],\
            PARAMETER["Central_Meridian",9.0],PARAMETER["Scale_Factor",0.9996],\
            PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]
            """
        let result = try answer(sketch, "ab") { $0.outSR = SpatialReference(wkt: text) }
        try check(result, Self.utm)
    }

    @Test(arguments: [3857, 25832]) func `stops and barriers come in any system`(wkid: Int) throws {
        let reference = SpatialReference(wkid: wkid)
        let first = try answer(sketch, "ab") { $0.outSR = reference }
        let start = try #require(first.path().first)
        let end = try #require(first.path().last)
        var stops = FeatureSet.places([start, end])
        stops.spatialReference = reference
        let area = FeatureSet(
            geometryType: .polygon, spatialReference: reference,
            fields: [Field("BarrierType", .integer), Field("Attr_TravelTime", .double)],
            features: [
                Feature(
                    values: [.integer(1), .double(2)],
                    geometry: .polygon(rings: [
                        [
                            Coordinate(x: start.x - 50, y: start.y - 50),
                            Coordinate(x: (start.x + end.x) / 2, y: start.y - 50),
                            Coordinate(x: (start.x + end.x) / 2, y: start.y + 50),
                            Coordinate(x: start.x - 50, y: start.y + 50),
                        ]
                    ]))
            ])
        let result = try answer(sketch, "") {
            $0.stops = LocationInput(features: stops)
            $0.barriers.polygon = LocationInput(features: area)
        }
        #expect(abs(try #require(result.impedance) - 15_000) <= 2)
    }

    @Test func `a stop may name its own system`() throws {
        var stops = FeatureSet.places([sketch.place("b"), Self.mercator])
        stops.features[1].spatialReference = .webMercator
        let result = try answer(sketch, "") { $0.stops = LocationInput(features: stops) }
        #expect(result.impedance == 10_000)
    }

    @Test func `stops keep the shape they came with`() throws {
        let beside = sketch.place("a", "b", at: 0.5, right: 30)
        let result = try answer(sketch, [beside, sketch.place("b")])
        #expect(result.stops?.features.first?.geometry == .point(beside))
    }
}

struct GeneralizationScenarios {
    /// A street that zigzags by 100 m.
    private let sketch = NetworkSketch(
        """
          b   d
        a   c   e
        """
    ) { $0.road("abcde", seconds: 10) }

    /// A route whose line is generalized by this precision.
    private func ask(
        _ precision: Double, _ units: MapUnit = .meters, _ reference: SpatialReference = .wgs84
    ) throws -> AnalysisResult {
        try answer(sketch, "ae") {
            $0.outputGeometryPrecision = precision
            $0.outputGeometryPrecisionUnits = units
            $0.outSR = reference
        }
    }

    @Test func `nothing is left out at zero, or below the offset`() throws {
        #expect(try sketch.letters(along: ask(0)) == "abcde")
        #expect(try sketch.letters(along: ask(40)) == "abcde")
    }

    @Test func `corners within the offset are left out`() throws {
        #expect(try sketch.letters(along: ask(150)) == "ae")
        #expect(try sketch.letters(along: ask(0.15, .kilometers)) == "ae")
        #expect(try sketch.letters(along: ask(150, .feet)) == "abcde")
    }

    @Test func `the offset counts in any output system`() throws {
        #expect(try ask(200, .meters, .webMercator).path().count == 2)
        #expect(try ask(40, .meters, .webMercator).path().count == 5)
    }

    @Test func `totals and stops are not generalized`() throws {
        #expect(try ask(150).impedance == 40_000)
        let result = try answer(sketch, "abe") { $0.outputGeometryPrecision = 150 }
        #expect(sketch.letters(along: result).contains("b"))
    }

    @Test func `a travel mode brings its own`() throws {
        let mode = TravelMode(
            id: "1", name: "Car", type: "AUTOMOBILE", impedanceAttributeName: "TravelTime",
            timeAttributeName: "TravelTime", distanceAttributeName: "Length",
            restrictionAttributeNames: [], uTurnPolicy: .noBacktrack, simplificationTolerance: 150)
        let result = try answer(sketch, "ae") {
            $0.travelMode = .settings(mode)
            $0.outputGeometryPrecision = 0
        }
        #expect(sketch.letters(along: result) == "ae")
    }
}
