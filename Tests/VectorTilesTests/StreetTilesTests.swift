// Tests what tiles say about streets, with small maps that can be checked by eye.

import Geo
import Preparation
import RoadNetwork
import RouteTesting
import Testing

@testable import VectorTiles

@Suite struct StreetTilesTests {
    private typealias Value = DecodedTile.Value

    /// The tile at a zoom in which a place lies.
    private func address(of place: Coordinate, zoom: Int) throws -> TileAddress {
        let side = 1 << zoom
        let column = Int((place.x + 180) / 360 * Double(side))
        for row in 0..<side {
            if let address = TileAddress(zoom: zoom, column: column, row: row),
                address.envelope().contains(place)
            {
                return address
            }
        }
        throw DecodedTile.Broken(reason: "\(place) lies in no tile")
    }

    private func tile(
        _ network: NetworkDataset, at place: Coordinate, zoom: Int, most: Int = 60_000
    ) throws -> DecodedTile {
        try DecodedTile(
            StreetTiles(network: network, mostSegments: most)
                .tile(address(of: place, zoom: zoom)))
    }

    /// A street for each class, from west to east along one line, joined at their ends.
    private func streetOfEachClass(scale: Double = 0.3) throws -> (NetworkDataset, Coordinate) {
        var sketch = NetworkSketch("a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p-q-r", scale: scale)
        for (roadClass, ends) in zip(
            RoadClass.allCases, zip("abcdefghijklmnopq", "bcdefghijklmnopqr"))
        {
            sketch.road("\(ends.0)\(ends.1)", seconds: 10) { road in
                road.roadClass = roadClass
                road.name = "\(roadClass)"
            }
        }
        return (try sketch.build(), sketch.place("i"))
    }

    @Test func `an overview has the classes of the zoom at which a screen shows all`() throws {
        var zooms: [Int] = []
        for scale in [0.3, 100, 1_000] {
            let (network, _) = try streetOfEachClass(scale: scale)
            let tiles = StreetTiles(network: network)
            let box = try #require(tiles.facts).bounds
            let zoom = StreetTiles.overviewZoom(of: box)
            zooms.append(zoom)
            let pixels = (box.maxX - box.minX) / 360 * 512 * Double(1 << zoom)
            #expect(pixels <= 1_000 || zoom == StreetKind.leastZoom)
            #expect(2 * pixels > 1_000 || zoom == TileAddress.deepestZoom)
            let shown = Set(
                tiles.overviewSegments.map { network.roadClass(of: EdgeID(row: $0 << 1)) })
            #expect(shown == Set(RoadClass.allCases.filter { StreetKind($0).leastZoom <= zoom }))
        }
        #expect(zooms == zooms.sorted(by: >) && Set(zooms).count == 3, "\(zooms)")
    }

    @Test(arguments: [
        (4, 0), (5, 1), (6, 2), (7, 2), (8, 3), (9, 4), (10, 5), (11, 5), (12, 7), (13, 16),
        (14, 16),
    ])
    func `each zoom has the classes that the schema has there`(zoom: Int, count: Int) throws {
        let (network, place) = try streetOfEachClass()
        // Streets of 50 m vanish at low zooms; what is chosen is what counts.
        let segments = StreetSelector(network, mostSegments: 100)
            .segments(in: try address(of: place, zoom: zoom))
        let classes = segments.map { network.roadClass(of: EdgeID(row: $0 << 1)) }
        #expect(classes.filter { $0 != .ferry }.count == count)
        #expect(classes.contains(.ferry) == (zoom >= 10))
        guard zoom == 14 else { return }
        let tile = try tile(network, at: place, zoom: 14)
        #expect(
            tile["streets"].compactMap { $0.text("kind") }
                == RoadClass.allCases.filter { $0 != .ferry }.map { StreetKind($0).word })
        #expect(tile["street_labels"].count == 16)
        #expect(tile["ferries"].map { $0.text("name") } == ["ferry"])
        #expect(Set(tile.layers.keys) == ["streets", "street_labels", "ferries"])
    }

    @Test func `if a tile has too many streets, the least important classes are left out`() throws {
        let (network, place) = try streetOfEachClass()
        let kinds = try tile(network, at: place, zoom: 14, most: 4)["streets"]
            .compactMap { $0.text("kind") }
        #expect(kinds == ["motorway", "trunk", "primary", "secondary"])
        var sketch = NetworkSketch("a-b-c-d")
        sketch.road("abcd", seconds: 10)
        let crowded = try sketch.build()
        let selector = StreetSelector(crowded, mostSegments: 2)
        #expect(
            selector.segments(in: try address(of: sketch.place("b"), zoom: 14)) == [0, 1],
            "one class alone is shown in part")
    }

    @Test func `a street is one line whatever its pieces, and ends where its attributes do`() throws
    {
        var sketch = NetworkSketch("a-b-c-d-e-f")
        sketch.road("abcd", seconds: 10) { $0.name = "Long Street" }
        sketch.road("de", seconds: 10) { road in
            road.name = "Long Street"
            road.flags = .bridge
        }
        sketch.road("ef", seconds: 10) { road in
            road.name = "Short Street"
            road.flags = .tunnel
        }
        let tile = try tile(try sketch.build(), at: sketch.place("c"), zoom: 14)
        let streets = tile["streets"]
        #expect(streets.map { $0.truth("tunnel") } == [true, false, false], "tunnels come first")
        #expect(streets.map { $0.truth("bridge") } == [false, false, true], "bridges come last")
        #expect(streets.map(\.line.count) == [2, 4, 2])
        #expect(streets[1].line.first == streets[1].line.min { $0.x < $1.x })
        #expect(streets.allSatisfy { $0.truth("rail") == false && $0.truth("link") == false })
        let labels = tile["street_labels"]
        #expect(labels.compactMap { $0.text("name") } == ["Long Street", "Short Street"])
        #expect(labels.map(\.line.count) == [5, 2], "a name goes on over a bridge")
    }

    @Test func `road numbers are lines of text, with their measures`() throws {
        var sketch = NetworkSketch("a-b")
        sketch.road("ab", seconds: 10) { road in
            road.roadClass = .primary
            road.flags = .link
            road.reference = "D 6098;E 80"
        }
        let label = try #require(
            try tile(try sketch.build(), at: sketch.place("a"), zoom: 14)["street_labels"].first)
        #expect(label.text("kind") == "primary_link")
        #expect(label.text("ref") == "D 6098\nE 80")
        #expect(label.attributes["ref_rows"] == Value.number(2))
        #expect(label.attributes["ref_cols"] == Value.number(6))
        #expect(label.attributes["name"] == nil)
    }

    @Test func `links are left out where they are shorter than a pixel`() throws {
        var sketch = NetworkSketch("a-b-c", scale: 100)
        sketch.road("ab", seconds: 10) { $0.roadClass = .motorway }
        sketch.road("bc", seconds: 10) { road in
            road.roadClass = .motorway
            road.flags = .link
        }
        let network = try sketch.build()
        for (zoom, count) in [(8, 1), (9, 2)] {
            let segments = StreetSelector(network, mostSegments: 100)
                .segments(in: try address(of: sketch.place("b"), zoom: zoom))
            #expect(segments.count == count, "zoom \(zoom)")
        }
        let streets = try tile(network, at: sketch.place("b"), zoom: 11)["streets"]
        #expect(streets.map { $0.truth("link") } == [false, true])
        #expect(streets.allSatisfy { $0.text("kind") == "motorway" })
    }

    @Test(arguments: [("yes", true), ("-1", false)])
    func `a one-way street is drawn in the direction that is open`(
        oneway: String, isForward: Bool
    ) throws {
        let layer = try NetworkLayer.imported(
            """
            <node id='1' version='1' lat='43.730' lon='7.410'/>
            <node id='2' version='1' lat='43.730' lon='7.414'/>
            <node id='3' version='1' lat='43.730' lon='7.418'/>
            <way id='1' version='1'><nd ref='1'/><nd ref='2'/>
              <tag k='highway' v='residential'/><tag k='oneway' v='\(oneway)'/></way>
            <way id='2' version='1'><nd ref='2'/><nd ref='3'/>
              <tag k='highway' v='residential'/></way>
            """)
        let place = Coordinate(x: 7.412, y: 43.73)
        let streets = try tile(layer.network, at: place, zoom: 14)["streets"]
        let street = try #require(streets.first { $0.truth("oneway") == true })
        #expect(streets.count == 2 && street.truth("oneway_reverse") == false)
        #expect((street.line[0].x < street.line[1].x) == isForward)
        let joined = try tile(layer.network, at: place, zoom: 13)["streets"]
        #expect(joined.count == 1, "below zoom 14, directions are not told apart")
    }

    @Test func `traffic has a line for each direction, in its direction`() throws {
        var sketch = NetworkSketch("a--b--c")
        sketch.road("abc", seconds: 10) { $0.roadClass = .primary }
        let network = try sketch.build()
        let eastward = [sketch.edge("a", "b"), sketch.edge("b", "c")]
        let tiles = StreetTiles(network: network)
        let address = try address(of: sketch.place("b"), zoom: 14)
        let bytes = tiles.trafficTile(address, of: "first") { edge in
            if eastward.contains(edge.row) {
                return TrafficMark(jam: "slow", isClosed: false, kilometersPerHour: 21)
            }
            return edge.row == eastward[0] ^ 1
                ? TrafficMark(jam: "blocked", isClosed: true, kilometersPerHour: nil) : nil
        }
        let lines = try DecodedTile(bytes)["traffic"]
        #expect(lines.count == 2)
        let slow = try #require(lines.first { $0.text("jam") == "slow" })
        #expect(slow.line.count == 3 && slow.line[0].x < slow.line[2].x)
        #expect(slow.attributes["speed"] == Value.number(21) && slow.truth("closed") == false)
        let closed = try #require(lines.first { $0.truth("closed") == true })
        #expect(closed.line.count == 2 && closed.line[0].x > closed.line[1].x)
        #expect(closed.text("jam") == "blocked" && closed.attributes["speed"] == nil)
        #expect(closed.text("kind") == "primary")
        #expect(tiles.trafficTile(address, of: "first") { _ in nil } == bytes, "it is kept")
        #expect(tiles.trafficTile(address, of: "second") { _ in nil }.isEmpty)
        #expect(tiles.keptTrafficTile(address, of: "second") == [])
        #expect(tiles.keptTrafficTile(address, of: "first") == nil)
    }

    @Test func `a map knows the box around the streets and the side they keep to`() throws {
        var sketch = NetworkSketch("a--b", drivingSide: .left)
        sketch.road("ab", seconds: 10)
        let facts = try #require(StreetTiles(network: try sketch.build()).facts)
        #expect(facts.bounds == Envelope([sketch.place("a"), sketch.place("b")]))
        #expect(facts.drivingSide == .left)
    }

    @Test func `a tile of speeds has each open direction as a line of its own`() throws {
        var sketch = NetworkSketch("a---b---c", scale: 2)
        sketch.road("ab", seconds: 10) { $0.name = "Quay" }
        sketch.road("bc", seconds: 10) { $0.name = "Lane" }
        let network = try sketch.build()
        let address = try address(of: sketch.place("b"), zoom: 14)
        let tiles = StreetTiles(network: network)
        let bytes = tiles.speedTile(address) { edge in
            // The second street is open in one direction only.
            guard network.streetName(of: edge) == "Quay" || edge.row % 2 == 0 else { return nil }
            return SpeedMark(
                kilometersPerHour: 36, seconds: 1.5, weight: 2.5, rate: 0.4, isSmall: false,
                isStartPoint: true)
        }
        let lines = try DecodedTile(bytes)["speeds"]
        #expect(lines.count == 3)
        let quay = lines.filter { $0.text("name") == "Quay" }
        #expect(quay.count == 2 && quay[0].line == quay[1].line.reversed())
        for line in lines {
            #expect(line.attributes["speed"] == .number(36))
            #expect(line.attributes["duration"] == .decimal(1.5))
            #expect(line.attributes["weight"] == .decimal(2.5))
            #expect(line.attributes["rate"] == .decimal(0.4))
            #expect(line.truth("is_small") == false && line.truth("is_startpoint") == true)
            #expect(line.text("datasource") == "network")
        }
        #expect(tiles.speedTile(address) { _ in nil }.isEmpty)
    }
}
