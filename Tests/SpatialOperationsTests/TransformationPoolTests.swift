// Tests the cache for coordinate systems, and the time that look-ups may take.

import Geo
import Testing

@testable import SpatialOperations

@Suite struct TransformationPoolTests {
    private let transverse = SpatialReference(wkt: SpatialReferenceTests.esriUTM)

    @Test func `a system is read once, a failure too`() throws {
        let pool = TransformationPool()
        let broken = SpatialReference(wkt: "PROJCS[\"x\"]")
        let unknown = SpatialReference(wkid: 999_999)
        #expect(pool.hasRead(.wgs84))
        for reference in [transverse, broken, unknown] { #expect(!pool.hasRead(reference)) }
        #expect(try !CoordinateSystem(transverse, pool: pool).isGeographic)
        for reference in [broken, unknown] {
            let errors = (0..<2).map { _ in
                #expect(throws: SpatialReferenceError.self) {
                    try CoordinateSystem(reference, pool: pool)
                }
            }
            #expect(errors[0] == errors[1])
        }
        for reference in [transverse, broken, unknown] { #expect(pool.hasRead(reference)) }
    }

    @Test func `a refused pair is refused again without asking PROJ`() throws {
        let pool = TransformationPool()
        let moon = SpatialReference(
            wkt: """
                GEOGCS["GCS_Moon_2000",DATUM["D_Moon_2000",SPHEROID["Moon_2000_IAU_IAG",\
                1737400.0,0.0]],PRIMEM["Reference_Meridian",0.0],\
                UNIT["Degree",0.0174532925199433]]
                """)
        let clock = ContinuousClock()
        var times: [Duration] = []
        for _ in 0..<2 {
            times.append(
                clock.measure {
                    #expect(throws: SpatialReferenceError.self) {
                        try CoordinateTransformer(from: moon, to: .wgs84, pool: pool)
                    }
                })
        }
        #expect(times[1] < .milliseconds(5), "\(times)")
    }

    @Test func `what was used least recently is forgotten`() throws {
        let pool = TransformationPool(systemCapacity: 4)
        func read(_ wkid: Int) throws {
            _ = try CoordinateSystem(SpatialReference(wkid: wkid), pool: pool)
        }
        for wkid in 25828...25831 { try read(wkid) }
        try read(25828)
        try read(25832)
        #expect(pool.hasRead(SpatialReference(wkid: 25828)))
        #expect(!pool.hasRead(SpatialReference(wkid: 25829)))
        #expect(pool.hasRead(SpatialReference(wkid: 25832)))
    }

    @Test func `texts too long to be read are not kept`() {
        let pool = TransformationPool()
        let long = SpatialReference(wkt: String(repeating: "A[", count: 8_193))
        #expect(throws: SpatialReferenceError.textTooLong(found: 16_386, allowed: 16_384)) {
            try CoordinateSystem(long, pool: pool)
        }
        #expect(!pool.hasRead(long))
    }

    /// The longest accepted texts, made to take PROJ long. Measured: 35 ms at most, on one core.
    static let hostile: [String] = {
        let degrees = #"PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]"#
        let base = #"GEOGCS["X",DATUM["D",SPHEROID["S",6378137,298.25]],\#(degrees)]"#
        func filled(_ start: String, _ piece: String, _ end: String) -> String {
            let room = SystemTextRules.byteLimit - start.utf8.count - end.utf8.count
            return start + String(repeating: piece, count: room / piece.utf8.count) + end
        }
        return [
            filled("", "A[", ""), filled("", #"COMPD_CS["a","#, ""),
            filled(
                #"PROJCS["P",\#(base),PROJECTION["Transverse_Mercator"]"#, #",PARAMETER["x",1]"#,
                #",UNIT["m",1]]"#),
            filled(#"GEOGCS["X",DATUM[""#, "D_", #"",SPHEROID["S",6378137,298.25]],\#(degrees)]"#),
            filled(String(base.dropLast()), #",AUTHORITY["EPSG","1"]"#, "]"),
            filled(String(base.dropLast()), #",AXIS["a",EAST]"#, "]"),
            filled(#"GEOGCRS["x",ENSEMBLE["e""#, #",MEMBER["WGS 84"]"#, "]]"),
        ]
    }()

    @Test(arguments: hostile)
    func `the worst texts that are admitted come to an end`(text: String) {
        // It must end; whether PROJ understands it does not matter here.
        _ = Result {
            try CoordinateTransformer(
                from: SpatialReference(wkt: text), to: .wgs84, pool: TransformationPool())
        }
    }
}
