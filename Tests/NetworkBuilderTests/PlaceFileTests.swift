// Tests which places and addresses a build keeps.

import Foundation
import Geo
import RoadNetwork
import Testing

@testable import NetworkBuilder

@Suite struct PlaceFileTests {
    static let road =
        MapText.node(1, "7.00", "43.00") + MapText.node(2, "7.01", "43.00")
        + MapText.way(10, [1, 2], "highway=residential|name=Rue Haute")

    static func places(_ files: KeyValuePairs<String, String>) async throws -> PlaceDataset {
        let folder = try Scratch()
        let inputs = try files.map { try folder.write($0.key, $0.value.utf8) }
        let output = folder.path + "/network"
        _ = try await BuildPipeline.run(inputs: inputs, output: output)
        return try #require(try PlaceDataset.open(besideNetwork: output))
    }

    static func lines(_ places: PlaceDataset) -> [String] {
        (0..<places.addressCount).map { row in
            [
                places.addressStreet[row], places.addressNumber[row], places.addressPostcode[row],
                places.addressCity[row], places.addressName[row],
            ].map { places.text(row: $0) }.filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    @Test func `keeps addresses of nodes and houses`() async throws {
        let map = MapText.file(
            Self.road
                + MapText.node(
                    3, "7.002", "43.001", "",
                    "addr:housenumber=12;14|addr:street=Rue Haute|addr:city=Ville|name=Chez Jo")
                + MapText.node(4, "7.004", "43.001", "", "addr:housenumber=16|addr:place=Le Port")
                + MapText.node(5, "7.004", "43.001", "", "addr:housenumber=18")
                + MapText.node(6, "7.005", "43.001") + MapText.node(7, "7.007", "43.001")
                + MapText.node(8, "7.007", "43.003") + MapText.node(9, "7.005", "43.003")
                + MapText.way(
                    11, [6, 7, 8, 9, 6],
                    "building=yes|addr:housenumber=1|addr:street=Rue Haute|addr:postcode=98000"))
        let places = try await Self.places(["map.osm": map])
        #expect(
            Self.lines(places) == [
                "Le Port 16", "Rue Haute 1 98000", "Rue Haute 12 Ville Chez Jo",
                "Rue Haute 14 Ville Chez Jo",
            ])
        let house = places.coordinate(ofAddress: 1)
        #expect(abs(house.x - 7.006) < 1e-6 && abs(house.y - 43.002) < 1e-6)
        #expect(places.structuralFaults().isEmpty)
        #expect(places.damagedSections().isEmpty)
    }

    @Test func `keeps places with all their names, and areas by a point within`() async throws {
        // The area is a U, whose centroid lies outside.
        let corners = [
            ("7.00", "43.00"), ("7.09", "43.00"), ("7.09", "43.09"), ("7.08", "43.09"),
            ("7.08", "43.01"), ("7.01", "43.01"), ("7.01", "43.09"), ("7.00", "43.09"),
        ]
        let nodes = corners.enumerated().map {
            MapText.node(Int64(100 + $0.offset), $0.element.0, $0.element.1)
        }.joined()
        let map = MapText.file(
            Self.road + nodes
                + MapText.node(
                    3, "7.002", "43.001", "",
                    "place=city|name=Wien|name:en=Vienna|alt_name=Beč;Bécs|name:left=no")
                + MapText.node(4, "7.002", "43.001", "", "place=village")
                + MapText.way(
                    11, Array(100...107) + [100], "place=neighbourhood|name=Quartier"))
        let places = try await Self.places(["map.osm": map])
        #expect(
            (0..<places.placeCount).map { places.text(row: places.placeName[$0]) }
                == ["Quartier", "Wien"])
        #expect(places.placeKind[1] == PlaceKind.city.rawValue)
        let others = (0..<places.otherNamePlace.count).map {
            places.text(row: places.otherNameText[$0])
        }
        #expect(others.sorted() == ["Beč", "Bécs", "Vienna"].sorted())
        let point = places.coordinate(ofPlace: 0)
        let isInside =
            point.y < 43.01 || point.x < 7.01 && point.y <= 43.09 || point.x > 7.08
        #expect(isInside, "\(point)")
    }

    @Test func `houses without a street have that of their relation, or count in their village`()
        async throws
    {
        let map = MapText.file(
            Self.road
                + MapText.node(3, "7.002", "43.001", "", "addr:housenumber=11|addr:city=Ville")
                + MapText.node(4, "7.003", "43.001", "", "addr:housenumber=13")
                + MapText.node(5, "7.004", "43.001", "", "addr:housenumber=44|addr:city=Bourg")
                + MapText.node(6, "7.005", "43.001", "", "addr:housenumber=99")
                    + """
                    <relation id='20' version='1'><member type='way' ref='10' role='street'/>
                    <member type='node' ref='3' role='house'/>
                    <member type='node' ref='4' role='house'/>
                    <tag k='type' v='associatedStreet'/><tag k='name' v='Rue Haute'/></relation>
                    """)
        let places = try await Self.places(["map.osm": map])
        #expect(
            Self.lines(places).sorted() == [
                "Bourg 44 Bourg", "Rue Haute 11 Ville", "Rue Haute 13",
            ])
    }

    @Test func `both numbers of a Czech house, and houses with a name, are kept`() async throws {
        let map = MapText.file(
            Self.road
                + MapText.node(
                    3, "7.002", "43.001", "",
                    "addr:street=Rue Haute|addr:housenumber=2531/80|addr:streetnumber=80"
                        + "|addr:conscriptionnumber=2531")
                + MapText.node(
                    4, "7.003", "43.001", "", "addr:place=Lhota|addr:conscriptionnumber=54")
                + MapText.node(
                    5, "7.004", "43.001", "", "addr:street=Rue Haute|addr:housename=Rose Cottage")
                + MapText.node(6, "7.005", "43.001", "", "addr:housename=Nowhere"))
        let places = try await Self.places(["map.osm": map])
        #expect(
            Self.lines(places).sorted() == [
                "Lhota 54", "Rue Haute 2531", "Rue Haute 2531/80", "Rue Haute 80",
                "Rue Haute Rose Cottage",
            ])
    }

    @Test(arguments: [
        ("addr:quarter=赤坂|addr:neighbourhood=三丁目|addr:block_number=5", "赤坂 三丁目5-7 港区"),
        ("addr:quarter=赤坂|addr:neighbourhood=赤坂３丁目|addr:block_number=5", "赤坂 ３丁目5-7 港区"),
        ("addr:neighbourhood=赤坂十二丁目|addr:block_number=5", "赤坂 十二丁目5-7 港区"),
        ("addr:quarter=永田町|addr:block_number=5", "永田町 5-7 港区"),
        ("addr:neighbourhood=三丁目|addr:block_number=5", "港区 7 港区"),
        ("addr:quarter=赤坂|addr:neighbourhood=三丁目", "港区 7 港区"),
        ("addr:street=青山通り|addr:quarter=赤坂|addr:block_number=5", "青山通り 7 港区"),
    ])
    func `houses may be numbered by blocks`(tags: String, line: String) async throws {
        let map = MapText.file(
            Self.road
                + MapText.node(
                    3, "7.002", "43.001", "", "addr:housenumber=7|addr:city=港区|\(tags)"))
        #expect(Self.lines(try await Self.places(["map.osm": map])) == [line])
    }

    @Test func `a line of numbers has houses between its ends`() async throws {
        let map = MapText.file(
            Self.road
                + MapText.node(
                    3, "7.000", "43.001", "", "addr:housenumber=2|addr:street=Rue Haute")
                + MapText.node(
                    4, "7.009", "43.001", "", "addr:housenumber=8|addr:street=Rue Haute")
                + MapText.node(
                    5, "7.002", "43.002", "", "addr:housenumber=4|addr:street=Rue Haute")
                + MapText.way(11, [3, 4], "addr:interpolation=even")
                + MapText.way(12, [4, 3], "addr:interpolation=alphabetic"))
        let places = try await Self.places(["map.osm": map])
        #expect(Self.lines(places) == (1...4).map { "Rue Haute \(2 * $0)" })
        // The mapped house stays where it is.
        #expect(abs(places.coordinate(ofAddress: 1).y - 43.002) < 1e-6)
        #expect(abs(places.coordinate(ofAddress: 2).x - 7.006) < 1e-6)
    }

    @Test func `keeps the further names of roads`() async throws {
        let map = MapText.file(
            Self.road
                + MapText.way(
                    12, [2, 1],
                    "highway=residential|name=Rue Basse|old_name=Rue Ancienne;Rue Vieille"
                        + "|name:de=Untergasse|name:etymology=no"))
        let places = try await Self.places(["map.osm": map])
        #expect(
            places.streetNames.map { places.text(row: $0.text) }.sorted()
                == ["Rue Ancienne", "Rue Vieille", "Untergasse"])
        #expect(places.streetNames.allSatisfy { places.text(row: $0.street) == "Rue Basse" })
        #expect(places.structuralFaults().isEmpty)
    }

    @Test func `a square that is a road with further names is a place, too`() async throws {
        let map = MapText.file(
            Self.road + MapText.node(3, "7.000", "43.001") + MapText.node(4, "7.002", "43.001")
                + MapText.node(5, "7.002", "43.003") + MapText.node(6, "7.000", "43.003")
                + MapText.way(
                    11, [3, 4, 5, 6, 3],
                    "highway=pedestrian|area=yes|place=square|name=Platz|name:en=Square"))
        let places = try await Self.places(["map.osm": map])
        #expect(places.placeCount == 1)
        #expect(places.placeKind[0] == PlaceKind.square.rawValue)
        let point = places.coordinate(ofPlace: 0)
        #expect(abs(point.x - 7.001) < 1e-6 && abs(point.y - 43.002) < 1e-6)
        #expect(places.streetNames.map { places.text(row: $0.text) } == ["Square"])
        #expect((0..<places.otherNamePlace.count).map { places.otherNamePlace[$0] } == [0])
        #expect(places.structuralFaults().isEmpty)
    }

    @Test func `a number that counts in no street is no address`() async throws {
        let map = MapText.file(
            Self.road
                + MapText.node(3, "7.002", "43.001", "", "place=farm|name=Hof|addr:housenumber=5")
                + MapText.way(
                    12, [2, 1], "highway=services|name=Rast|name:en=Rest|addr:housenumber=7"))
        let places = try await Self.places(["map.osm": map])
        #expect(places.addressCount == 0)
        #expect(places.placeCount == 1)
        #expect(places.streetNames.count == 1)
    }

    @Test func `the newest version counts, whatever the order of the files`() async throws {
        let old = MapText.file(
            Self.road
                + MapText.node(
                    3, "7.002", "43.001", "version='1'", "addr:housenumber=1|addr:street=Rue Haute")
                + MapText.node(
                    4, "7.002", "43.002", "version='1'", "addr:housenumber=2|addr:street=Rue Haute")
                + MapText.node(
                    5, "7.002", "43.003", "version='1'", "addr:housenumber=3|addr:street=Rue Haute")
        )
        let new = MapText.file(
            MapText.node(
                3, "7.002", "43.001", "version='2'", "addr:housenumber=9|addr:street=Rue Haute")
                + MapText.node(4, "7.002", "43.002", "version='2'"))
        for files in [["a.osm": old, "b.osm": new], ["a.osm": new, "b.osm": old]]
            as [KeyValuePairs<String, String>]
        {
            let places = try await Self.places(files)
            #expect(Self.lines(places) == ["Rue Haute 3", "Rue Haute 9"])
        }
    }

    /// A line of numbers and a street's relation, each in its newest version, with the houses left.
    @Test(arguments: [
        (MapText.way(11, [], "", "version='2' visible='false'"), ["Rue Basse 9"]),
        (MapText.way(11, [3, 4], "building=yes", "version='2'"), ["Rue Basse 9"]),
        (
            MapText.way(11, [3, 4], "addr:interpolation=all", "version='2'"),
            ["Rue Basse 9", "Rue Haute 2", "Rue Haute 3", "Rue Haute 4"]
        ),
        ("<relation id='20' version='2' visible='false'/>", ["Rue Haute 3"]),
        (PlaceFileTests.relation("version='2'", type: "site"), ["Rue Haute 3"]),
        (PlaceFileTests.relation("version='2'", house: 1), ["Rue Haute 3"]),
        (
            PlaceFileTests.relation("version='2'", name: "Rue Neuve"),
            ["Rue Haute 3", "Rue Neuve 9"]
        ),
    ])
    func `a line or a relation of houses counts in its newest version`(
        change: String, left: [String]
    ) async throws {
        let old = MapText.file(
            Self.road
                + MapText.node(3, "7.001", "43.001", "", "addr:housenumber=1|addr:street=Rue Haute")
                + MapText.node(4, "7.005", "43.001", "", "addr:housenumber=5|addr:street=Rue Haute")
                + MapText.node(5, "7.009", "43.001", "", "addr:housenumber=9")
                + MapText.way(11, [3, 4], "addr:interpolation=odd", "version='1'")
                + Self.relation("version='1'"))
        let new = MapText.file(change)
        for files in [["a.osm": old, "b.osm": new], ["a.osm": new, "b.osm": old]]
            as [KeyValuePairs<String, String>]
        {
            let lines = Self.lines(try await Self.places(files))
            #expect(lines.filter { !["Rue Haute 1", "Rue Haute 5"].contains($0) } == left)
        }
    }

    static func relation(
        _ attributes: String, type: String = "associatedStreet", name: String = "Rue Basse",
        house: Int = 5
    ) -> String {
        """
        <relation id='20' \(attributes)><member type='node' ref='\(house)' role='house'/>
        <tag k='type' v='\(type)'/><tag k='name' v='\(name)'/></relation>
        """
    }

    @Test func `long and blank texts are no names`() async throws {
        let map = MapText.file(
            Self.road
                + MapText.node(
                    3, "7.002", "43.001", "",
                    "addr:housenumber=\(String(repeating: "9", count: 60))|addr:street=Rue Haute")
                + MapText.node(4, "7.002", "43.001", "", "addr:housenumber= ; |addr:street=Rue")
                + MapText.node(
                    5, "7.002", "43.001", "",
                    "place=town|name=\(String(repeating: "x", count: 1_021))"))
        let places = try await Self.places(["map.osm": map])
        #expect(places.addressCount == 0)
        #expect(places.placeCount == 0)
    }

    @Test func `a long ring is thinned to some of its corners`() {
        let nodes = Array(Int64(1)...2_000)
        let sample = NameCollection.sample(nodes)
        #expect(sample.count == NameCollection.mostCorners)
        #expect(sample.first == 1 && sample.last == 2_000)
        #expect(sample == sample.sorted())
        #expect(NameCollection.sample([1, 2, 3]) == [1, 2, 3])
    }

    @Test func `damage is named, and a missing file is none`() async throws {
        let folder = try Scratch()
        #expect(try PlaceDataset.open(besideNetwork: folder.path) == nil)
        var contents = PlaceContents()
        contents.textFirst = [0, 0, 1]
        contents.textBytes = [65]
        contents.placeName = [1]
        contents.placeKind = [1]
        contents.placeLatitudeE7 = [0]
        contents.placeLongitudeE7 = [0]
        var bytes: [UInt8] = []
        try DatasetEncoder(contents).write { bytes.append(contentsOf: $0) }
        #expect(try PlaceDataset(bytes: bytes).text(row: 1) == "A")
        #expect(throws: DatasetError.self) { try NetworkDataset(bytes: bytes) }
        let path = try folder.write(PlaceDataset.fileName, Array(bytes.dropLast()))
        #expect(throws: DatasetError.self) { try PlaceDataset(file: path) }
        bytes[bytes.count - 1] ^= 1
        #expect(try !PlaceDataset(bytes: bytes).damagedSections().isEmpty)
        contents.placeName = [7]
        var wrong: [UInt8] = []
        try DatasetEncoder(contents).write { wrong.append(contentsOf: $0) }
        #expect(try PlaceDataset(bytes: wrong).structuralFaults().count == 1)
    }
}
