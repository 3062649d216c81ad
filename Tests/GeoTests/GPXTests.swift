// Tests reading and writing GPX.

import Geo
import Testing

struct GPXTests {
    private func read(_ text: String) throws -> FeatureSet {
        try GPXReader().featureSet(Array(text.utf8))
    }

    @Test func `reads points of every kind`() throws {
        let set = try read(
            """
            <?xml version="1.0"?><!-- made by hand <x> -->
            <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
             <metadata><name>not a point</name></metadata>
             <wpt lat="43.7" lon='7.4'><ele>3</ele><name>A &amp; B &#233;&#x1F600;</name>
              <time>2026-11-21T09:30:00Z</time><extensions><name>inner</name>
              <w:TimeWindowStart> 08:00 </w:TimeWindowStart><deep><x>1</x></deep><none/>
              </extensions></wpt>
             <rte><name>R</name><rtept lat="1" lon="2"><desc><![CDATA[a < b]]></desc></rtept></rte>
             <trk><trkseg><g:trkpt lat="3" lon="4"/></trkseg></trk>
            </gpx>
            """)
        #expect(
            set.features.map(\.values) == [
                [
                    .string("A & B é😀"), .null, .string("2026-11-21T09:30:00Z"), .string("wpt"),
                    .string("08:00"),
                ],
                [.null, .string("a < b"), .null, .string("rtept"), .null],
                [.null, .null, .null, .string("trkpt"), .null],
            ])
        #expect(set.fields.last == Field("TimeWindowStart", .string))
        #expect(set.features[0].geometry == .point(Coordinate(x: 7.4, y: 43.7)))
    }

    @Test(arguments: [
        "<gpx", "<gpx><wpt lat=\"1\"/></gpx>", "<gpx><wpt lat=\"x\" lon=\"1\"/></gpx>",
        "<gpx></wpt>", "<gpx><a></gpx>", "<kml/>", "<gpx a></gpx>", "<gpx a=b></gpx>",
        "<gpx a=\"b></gpx>", "<gpx><!-- </gpx>", "<gpx><![CDATA[ </gpx>",
        "<!DOCTYPE gpx [<!ENTITY a \"b\">]><gpx>&a;</gpx>",
        "<gpx><wpt lat='1' lon='2'>&a;</wpt></gpx>",
        "<gpx>" + String(repeating: "<a>", count: 100),
    ])
    func `refuses what is broken or dangerous`(text: String) {
        #expect(throws: FeatureReadError.self) { try read(text) }
    }

    @Test(arguments: [" 43.7 ", "43.7\n", "43,7", "+43.7"])
    func `numbers may have blanks around them and a comma`(latitude: String) throws {
        let set = try read("<gpx><wpt lat='\(latitude)' lon=' 7,4'/></gpx>")
        #expect(set.features.map(\.geometry) == [.point(Coordinate(x: 7.4, y: 43.7))])
        for odd in ["43,7,1", "43.7,1", "", " ", "nan", "0x1"] {
            #expect(throws: FeatureReadError.self) {
                try read("<gpx><wpt lat='\(odd)' lon='7.4'/></gpx>")
            }
        }
    }

    @Test func `names the line`() {
        #expect(
            throws: FeatureReadError("GPX line 2: lon of <wpt> is \"east\"; a number is needed")
        ) { try read("<gpx>\n<wpt lat='1' lon='east'/></gpx>") }
    }

    @Test func `written files read back`() throws {
        var writer = GPXWriter()
        let corner = Coordinate(x: 7.418_765_432_1, y: -43.000_000_01)
        writer.addTrack(name: "T <1>", paths: [[corner, Coordinate(x: 1, y: 2)]])
        writer.addWaypoint(GPXWriter.Point(corner, name: "Café \"&\u{1}", description: "Go"))
        writer.addRoute(name: "R", points: [GPXWriter.Point(corner, description: "Turn")])
        let set = try read(writer.text(creator: "test"))
        #expect(
            set.features.map { $0.values[3] }
                == ["wpt", "rtept", "trkpt", "trkpt"].map { .string($0) })
        #expect(set.features[0].values[0] == .string("Café \"& "))
        #expect(
            set.features[0].geometry == .point(Coordinate(x: 7.418_765_4, y: -43)))
    }
}
