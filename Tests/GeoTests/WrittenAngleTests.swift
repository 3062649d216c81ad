// Tests coordinates in degrees, minutes and seconds.

import Testing

@testable import Geo

struct WrittenAngleTests {
    @Test(arguments: [
        ("48°07'30\"N", 48.125), ("48° 07' 30\" N", 48.125), ("N 48° 7' 30.0''", 48.125),
        ("48 07 30N", 48.125), ("48:07:30", 48.125), ("+48 7 30", 48.125), ("48°7.5'", 48.125),
        ("48° 7,5′ n", 48.125), ("48º07’30’’", 48.125), ("48,125°", 48.125), ("48.125 N", 48.125),
        ("S48 07.5", -48.125), ("48°07′30″S", -48.125), ("-48°07'30\"", -48.125),
        ("\u{2212}48.125°", -48.125),
    ])
    func `an angle is read`(text: String, degrees: Double) throws {
        #expect(try #require(WrittenAngle(text)).degrees == degrees, "\(text)")
    }

    @Test(arguments: [
        ("48.125 N", WrittenAngle.Axis.latitude), ("S 48°", .latitude), ("11°30'E", .longitude),
        ("W 11.5", .longitude), ("11°30'", nil),
    ])
    func `a letter shows the axis`(text: String, axis: WrittenAngle.Axis?) throws {
        #expect(try #require(WrittenAngle(text)).axis == axis)
    }

    @Test(arguments: [
        "", "N", "48", "48.125", "48 07", "48°61'N", "48° 7' 61\"", "361°", "48.5° 7'", "N48S",
        "S-48°", "11°O", "480730N", "1'234", "48.1.2°", "48°7'30\"15", "north 48°", "12 E3",
    ])
    func `other texts are no angles`(text: String) {
        #expect(WrittenAngle(text) == nil, "\(text)")
    }

    @Test func `tables have angles among their coordinates`() throws {
        func points(_ text: String) throws -> [Geometry?] {
            try CSVFeatureReader().features(Array(text.utf8)).points?.features.map(\.geometry) ?? []
        }
        let place = Geometry.point(Coordinate(x: 11.5, y: 48.125))
        #expect(
            try points(
                "Name,lat,lon\nA,\"48°07'30\"\"N\",\"11°30'0\"\"E\"\n"
                    + "B,48°07'30\"N,11°30'E\nC,48.125,11.5\n") == [place, place, place])
        #expect(try points("Name;lat;lon\nA;48,125°;11,5 E\n") == [place])
        #expect(
            throws: FeatureReadError(
                "row 2, column 3 (lon): \"48°07'30\"N\" is no longitude; "
                    + "are the columns swapped?")
        ) { try points("Name,lat,lon\nA,11°30'E,48°07'30\"N\n") }
        // Meters have no degrees.
        var reader = CSVFeatureReader()
        reader.spatialReference = SpatialReference(wkid: 25_832)
        #expect(throws: FeatureReadError.self) {
            try reader.features(Array("x,y\n11°30'E,48°N\n".utf8))
        }
    }
}
