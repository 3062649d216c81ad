// Tests OSRM's services over a drawn network, as OSRM's clients ask for them.

import Geo
import HTTPTypes
import Hummingbird
import MatrixAnalysis
import Preparation
@testable import PublishedServices
import RouteAPI
import RouteAnalysis
import RouteTesting
import ServerTesting
@testable import ServiceTransport
import Testing
import VectorTiles

@testable import RouteService

@Suite struct OSRMTests {
    /// A block of streets: the path from a to c by b takes 20 s, by d 200 s.
    static func sketch() -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            a---b---c
            |   |   |
            d---e---f
            """)
        sketch.road("abc", seconds: 10) { $0.name = "Quay" }
        sketch.road("adefc", seconds: 50) { $0.name = "Back Street" }
        sketch.road("be", seconds: 50) { $0.name = "Lane" }
        return sketch
    }

    static func text(_ letters: String) -> String {
        let drawing = sketch()
        return letters.map { "\(drawing.place($0).x),\(drawing.place($0).y)" }
            .joined(separator: ";")
    }

    private func server(
        _ sketch: NetworkSketch = Self.sketch(), _ configuration: RouteLayerConfiguration? = nil
    ) throws -> some ApplicationProtocol {
        let layer = NetworkLayer(
            network: try sketch.build(), configuration: configuration, analyses: .all)
        return try makeServer(
            ServiceCatalog([
                PublishedLayer(service: "Harbor", answering: layer),
                PublishedLayer(
                    service: "Harbor", layer: "Matrix", answering: layer.layer(of: .odCostMatrix)),
            ])
        ) { _ in }
    }

    /// Asks for a path, and expects an answer with the code `Ok`.
    func ask(
        _ path: String, on sketch: NetworkSketch = Self.sketch(),
        _ configuration: RouteLayerConfiguration? = nil
    ) async throws -> JSONValue {
        try await server(sketch, configuration).test { client in
            let response = try await client.execute(uri: path, method: .get)
            let answer = try response.json()
            #expect(response.status == .ok && answer["code"] == "Ok", "\(answer.text)")
            return answer
        }
    }

    func refused(_ path: String) async throws -> String? {
        try await refusal(path)["code"]?.string.map { String($0) }
    }

    /// Asks for a path, and expects a failure in OSRM's form.
    func refusal(
        _ path: String, on sketch: NetworkSketch = Self.sketch()
    ) async throws -> JSONValue {
        try await server(sketch).test { client in
            let response = try await client.execute(uri: path, method: .get)
            #expect(response.status == .badRequest)
            let answer = try response.json()
            #expect(answer["message"]?.string?.isEmpty == false)
            return answer
        }
    }

    private func sum(_ list: JSONValue?, _ member: String) -> Double {
        (list?.array ?? []).reduce(0) { $0 + ($1[member]?.number ?? .nan) }
    }

    @Test func `a route has legs and steps that add up to it`() async throws {
        let answer = try await ask(
            "/route/v1/driving/\(Self.text("abf"))?steps=true&annotations=true&overview=full")
        let route = try #require(answer["routes"]?.array?.first)
        let seconds = try #require(route["duration"]?.number)
        let meters = try #require(route["distance"]?.number)
        #expect(abs(seconds - 70) < 0.01)
        let legs = try #require(route["legs"]?.array)
        #expect(legs.count == 2)
        #expect(abs(sum(route["legs"], "duration") - seconds) < 0.01)
        #expect(abs(sum(route["legs"], "distance") - meters) < 0.01)
        for leg in legs {
            let steps = try #require(leg["steps"]?.array)
            #expect(steps.first?["maneuver"]?["type"] == "depart")
            #expect(steps.last?["maneuver"]?["type"] == "arrive")
            let whole = try #require(leg["duration"]?.number)
            #expect(abs(sum(leg["steps"], "duration") - whole) < 0.01)
            let pieces = try #require(leg["annotation"]?["duration"]?.array)
            // Turns count for the leg and for no piece.
            let driven = pieces.reduce(0) { $0 + ($1.number ?? .nan) }
            #expect(driven > 0 && driven <= whole + 0.01)
            for step in steps {
                #expect(step["intersections"]?.array?.isEmpty == false)
                #expect(step["driving_side"] == "right" && step["mode"] == "driving")
            }
        }
        #expect(legs[0]["summary"] == "Quay")
        let waypoints = try #require(answer["waypoints"]?.array)
        #expect(waypoints.count == 3)
        #expect(waypoints[0]["name"] == "Quay" && waypoints[2]["name"] == "Back Street")
        for waypoint in waypoints { #expect(waypoint["hint"]?.string?.hasPrefix("W1_") == true) }
        let line = try EncodedPolyline(decimals: 5).decoded(
            try #require(route["geometry"]?.string))
        #expect(line.count >= 3)
    }

    @Test func `annotations and totals are the same with steps and without`() async throws {
        let path = "/route/v1/driving/\(Self.text("abf"))?annotations=true&overview=full"
        let bare = try #require(try await ask(path)["routes"]?.array?.first)
        let whole = try #require(
            try await ask("\(path)&steps=true")["routes"]?.array?.first)
        #expect(bare["geometry"] == whole["geometry"])
        let legs = try [bare, whole].map { try #require($0["legs"]?.array) }
        #expect(legs[0].count == 2 && legs[1].count == 2)
        for (one, other) in zip(legs[0], legs[1]) {
            #expect(one["annotation"]?["duration"]?.array?.isEmpty == false)
            #expect(one["annotation"] == other["annotation"])
            #expect(one["duration"] == other["duration"])
            #expect(one["steps"]?.array?.isEmpty == true)
            #expect(other["steps"]?.array?.isEmpty == false)
        }
    }

    @Test func `a step has the junctions it passes, with the roads beside the route`() async throws
    {
        let answer = try await ask("/route/v1/driving/\(Self.text("ac"))?steps=true")
        let step = try #require(
            answer["routes"]?.array?.first?["legs"]?.array?.first?["steps"]?.array?.first)
        let junctions = try #require(step["intersections"]?.array)
        #expect(junctions.count == 2)
        let crossing = try #require(junctions.last)
        let bearings = (crossing["bearings"]?.array ?? []).compactMap(\.number)
        #expect(bearings.count == 3 && bearings == bearings.sorted())
        #expect(zip(bearings, [90, 180, 270]).allSatisfy { abs($0 - $1) <= 1 })
        #expect(crossing["entry"]?.array == [true, true, false])
        #expect(crossing["in"] == 2 && crossing["out"] == 0)
    }

    @Test func `two turns at once are two steps, and the end of a road is told`() async throws {
        var sketch = NetworkSketch(
            """
            .......e
            a------b
            .......|
            .......c------d
            """)
        sketch.road("ab", seconds: 40) { $0.name = "Quay" }
        sketch.road("ebc", seconds: 4) { $0.name = "Steps Lane" }
        sketch.road("cd", seconds: 40) { $0.name = "Low Street" }
        let ends = ["a", "d"].map { sketch.place($0) }
        let text = ends.map { "\($0.x),\($0.y)" }.joined(separator: ";")
        let answer = try await ask("/route/v1/driving/\(text)?steps=true", on: sketch)
        let leg = try #require(answer["routes"]?.array?.first?["legs"]?.array?.first)
        let steps = try #require(leg["steps"]?.array)
        #expect(
            steps.map { $0["maneuver"]?["type"] } == ["depart", "end of road", "turn", "arrive"])
        #expect(steps[1]["maneuver"]?["modifier"] == "right")
        #expect(steps[2]["maneuver"]?["modifier"] == "left")
        #expect(steps.map { $0["name"] } == ["Quay", "Steps Lane", "Low Street", "Low Street"])
        let whole = try #require(leg["duration"]?.number)
        #expect(abs(sum(leg["steps"], "duration") - whole) < 0.01)
    }

    @Test func `waypoints join legs, and hints are taken again`() async throws {
        let path = "/route/v1/car/\(Self.text("abc"))"
        let joined = try await ask("\(path)?waypoints=0;2&geometries=geojson")
        #expect(joined["routes"]?.array?.first?["legs"]?.array?.count == 1)
        #expect(joined["routes"]?.array?.first?["geometry"]?["type"] == "LineString")
        let hints = try #require(joined["waypoints"]?.array).compactMap { $0["hint"]?.string }
        #expect(hints.count == 3)
        let again = try await ask("\(path)?hints=\(hints.joined(separator: ";"))")
        #expect(
            again["routes"]?.array?.first?["duration"]
                == joined["routes"]?.array?.first?["duration"])
    }

    @Test func `a curb approach says nothing on a one-way street`() async throws {
        var sketch = NetworkSketch(
            """
            a---b---c
            |       |
            d-------e
            """)
        sketch.oneWay("abc", seconds: 10)
        sketch.road("adec", seconds: 50)
        func seconds(
            _ service: String, _ from: Character, _ to: Character, _ options: String
        ) async throws -> Double {
            // North of the streets: left of a vehicle that drives east.
            let places = [sketch.place("a"), sketch.place(from, to, at: 0.5)]
            let text = "\(places[0].x),\(places[0].y);\(places[1].x),\(places[1].y + 0.0001)"
            let answer = try await ask("/\(service)/v1/driving/\(text)?\(options)", on: sketch)
            let found =
                service == "route"
                ? answer["routes"]?.array?.first?["duration"]?.number
                : answer["durations"]?.array?.first?.array?.last?.number
            return try #require(found)
        }
        for service in ["route", "table"] {
            let free = try await seconds(service, "b", "c", "")
            #expect(abs(free - 15) < 1)
            for side in ["curb", "opposite"] {
                #expect(try await seconds(service, "b", "c", "approaches=;\(side)") == free)
            }
            // On a street with two directions it counts.
            #expect(abs(try await seconds(service, "d", "e", "") - 75) < 1)
            #expect(abs(try await seconds(service, "d", "e", "approaches=;curb") - 95) < 1)
        }
    }

    @Test func `a table's times are those of routes`() async throws {
        let table = try await ask(
            "/table/v1/driving/\(Self.text("acf"))?annotations=duration,distance")
        let rows = try #require(table["durations"]?.array)
        #expect(rows.count == 3)
        let route = try await ask("/route/v1/driving/\(Self.text("ac"))?overview=false")
        #expect(route["routes"]?.array?.first?["geometry"] == nil)
        let seconds = try #require(route["routes"]?.array?.first?["duration"]?.number)
        let cell = try #require(rows[0].array?[1].number)
        #expect(abs(cell - seconds) < 0.01)
        #expect(rows[0].array?[0] == 0)
        let meters = try #require(route["routes"]?.array?.first?["distance"]?.number)
        let length = try #require(table["distances"]?.array?[0].array?[1].number)
        #expect(abs(length - meters) < 0.5)
        let part = try await ask(
            "/table/v1/driving/\(Self.text("acf"))?sources=1&destinations=0;2&scale_factor=2")
        #expect(part["durations"]?.array?.count == 1)
        #expect(part["durations"]?.array?[0].array?.count == 2)
        #expect(part["sources"]?.array?.count == 1 && part["destinations"]?.array?.count == 2)
        let doubled = try #require(part["durations"]?.array?[0].array?[0].number)
        let single = try #require(rows[1].array?[0].number)
        #expect(abs(doubled - 2 * single) < 0.01)
        let again = try await ask(
            "/table/v1/driving/\(Self.text("acf"))?sources=1;1&destinations=2;0;2")
        let repeated = try #require(again["durations"]?.array)
        #expect(repeated.count == 2 && repeated[0] == repeated[1])
        #expect(repeated[0].array?.count == 3 && repeated[0].array?[0] == repeated[0].array?[2])
        #expect(repeated[0].array?[1] == rows[1].array?[0])
        #expect(again["sources"]?.array?.count == 2)
        let longer = try await ask(
            "/table/v1/driving/\(Self.text("ac"))?sources=0;1;0&destinations=1;0;1;1")
        let cells = try #require(longer["durations"]?.array)
        #expect(cells.count == 3 && cells.allSatisfy { $0.array?.count == 4 })
        #expect(cells[0] == cells[2] && cells[0].array?[0] == cells[0].array?[3])
    }

    @Test func `question marks in an encoded polyline belong to it`() async throws {
        let line = EncodedPolyline(decimals: 5).encoded(Self.sketch().places("abc"))
        let encoded = line.percentEncoded
        let path = "/table/v1/driving/polyline"
        let table = try await ask("\(path)(\(encoded))?sources=0")
        #expect(table["durations"]?.array?.first?.array?.count == 3)
        let asItIs = encoded.replacing("%3F", with: "?")
        #expect(asItIs != encoded)
        #expect(try await ask("\(path)(\(asItIs))?sources=0") == table)
    }

    @Test(
        arguments: [
            ("/car/polyline(a?b??c)?steps=true", "/car/polyline(a%3Fb%3F%3Fc)?steps=true"),
            ("/car/polyline6(?a)", "/car/polyline6(%3Fa)"),
            ("/car/polyline(ab)?steps=(a)", nil), ("/car/polyline(a?b", nil),
            ("/car/1,2;3,4?barriers=polyline(a?b)", nil), ("polyline(a?b)", nil), ("/", nil),
        ] as [(String, String?)])
    func `only the question marks of an open polyline are encoded`(
        target: String, expected: String?
    ) {
        #expect(OSRMTarget.encodingPolyline(target) == expected)
    }

    @Test func `by legs, each leg has its whole line and the route has none`() async throws {
        let path = "/route/v1/driving/\(Self.text("abb"))?geometries=geojson&overview="
        let whole = try #require(try await ask(path + "full")["routes"]?.array?.first)
        #expect(whole["legs"]?.array?.allSatisfy { $0["geometry"] == nil } == true)
        let route = try #require(try await ask(path + "by_legs")["routes"]?.array?.first)
        #expect(route["geometry"] == nil)
        let lines = (route["legs"]?.array ?? []).map {
            $0["geometry"]?["coordinates"]?.array ?? []
        }
        let points = try #require(whole["geometry"]?["coordinates"]?.array)
        #expect(lines.count == 2 && lines[0].first == points.first)
        // A leg that goes nowhere has two points.
        #expect(lines.last?.count == 2 && lines.last?.first == points.last)
    }

    @Test func `a trip visits all and returns`() async throws {
        let trip = try await ask("/trip/v1/driving/\(Self.text("acbf"))")
        #expect(trip["trips"]?.array?.first?["legs"]?.array?.count == 4)
        let indices = (trip["waypoints"]?.array ?? []).compactMap { $0["waypoint_index"]?.integer }
        #expect(Set(indices) == [0, 1, 2, 3])
        #expect(indices.first == 0)
        let open = try await ask(
            "/trip/v1/driving/\(Self.text("acbf"))?roundtrip=false&source=first&destination=last")
        #expect(open["trips"]?.array?.first?["legs"]?.array?.count == 3)
        // Like OSRM, a round trip that only has to end at the last coordinate begins there.
        let turned = try await ask("/trip/v1/driving/\(Self.text("acbf"))?destination=last")
        #expect(turned["waypoints"]?.array?.last?["waypoint_index"] == 0)
        let both = try await ask(
            "/trip/v1/driving/\(Self.text("acbf"))?source=first&destination=last")
        #expect(both["trips"]?.array?.first?["legs"]?.array?.count == 4)
        #expect(both["waypoints"]?.array?.last?["waypoint_index"] == 3)
    }

    @Test func `the nearest place lies on the street`() async throws {
        let answer = try await ask("/nearest/v1/driving/\(Self.text("b"))")
        let found = try #require(answer["waypoints"]?.array?.first)
        #expect(try #require(found["distance"]?.number) < 1)
        #expect(found["location"]?.array?.count == 2)
    }

    @Test func `the nearest places lie on different streets`() async throws {
        let drawing = Self.sketch()
        let (b, c) = (drawing.place("b"), drawing.place("c"))
        let path = "/nearest/v1/driving/\(b.x + (c.x - b.x) / 4),\(b.y)"
        let answer = try await ask("\(path)?number=2")
        let found = try #require(answer["waypoints"]?.array)
        #expect(found.count == 2)
        let meters = found.compactMap { $0["distance"]?.number }
        #expect(meters.count == 2 && meters[0] < 1 && meters[1] > 1)
        let one = try await ask(path)
        #expect(one["waypoints"]?.array == [found[0]])
        #expect(try await ask("\(path)?skip_waypoints=true")["waypoints"] == nil)
        let near = try await ask("\(path)?number=5&radiuses=\(meters[1] / 2)")
        #expect(near["waypoints"]?.array == [found[0]])
    }

    /// A place on the way from a to b, some meters north of the street.
    static func text(from a: Character, to b: Character, _ share: Double, north: Double)
        -> String
    {
        let place = sketch().place(a, b, at: share)
        return "\(place.x),\(place.y + north / 111_000)"
    }

    /// The modifiers of a leg's departure and arrival.
    func sides(_ leg: JSONValue?) -> [JSONValue?] {
        let steps = leg?["steps"]?.array ?? []
        return [steps.first, steps.last].map { $0?["maneuver"]?["modifier"] }
    }

    @Test func `a leg without length has its street, with the direction and the side`()
        async throws
    {
        for (north, side) in [(4.0, "left"), (-4, "right")] {
            let place = Self.text(from: "a", to: "b", 0.5, north: north)
            let answer = try await ask("/route/v1/driving/\(place);\(place)?steps=true")
            let leg = answer["routes"]?.array?.first?["legs"]?.array?.first
            let steps = try #require(leg?["steps"]?.array)
            #expect(steps.map { $0["name"] } == ["Quay", "Quay"])
            #expect(steps.first?["maneuver"]?["bearing_after"] == 90)
            #expect(steps.last?["maneuver"]?["bearing_before"] == 90)
            #expect(sides(leg) == [.string(side), .string(side)])
        }
    }

    @Test func `a round trip ends on the side where it began`() async throws {
        let first = Self.text(from: "a", to: "b", 0.2, north: 5)
        let other = Self.text(from: "b", to: "c", 0.5, north: 5)
        let answer = try await ask("/trip/v1/driving/\(first);\(other)?steps=true")
        let legs = answer["trips"]?.array?.first?["legs"]?.array
        #expect(legs?.map { sides($0) } == [["left", "left"], ["right", "right"]])
    }

    @Test func `a layer has the services too, and barriers count`() async throws {
        let base = "\(FixturePath.layer)/osrm"
        let path = "/route/v1/driving/\(Self.text("ac"))"
        let free = try await ask("\(base)\(path)")
        let middle = Self.text("b")
        let around = try await ask("\(base)\(path)?barriers=\(middle)")
        let seconds = try #require(around["routes"]?.array?.first?["duration"]?.number)
        let quickest = try #require(free["routes"]?.array?.first?["duration"]?.number)
        #expect(seconds > quickest + 100)
    }

    @Test func `a tile has the speeds of the profile`() async throws {
        let place = Self.sketch().place("b")
        let side = Double(1 << 14)
        let column = Int((place.x + 180) / 360 * side)
        let row = try #require(
            (0..<(1 << 14)).first {
                TileAddress(zoom: 14, column: column, row: $0)?.envelope().contains(place) ?? false
            })
        try await server().test { client in
            for base in ["", "\(FixturePath.layer)/osrm"] {
                let response = try await client.execute(
                    uri: "\(base)/tile/v1/driving/tile(\(column),\(row),14).mvt", method: .get)
                #expect(response.status == .ok)
                #expect(response.headers[.contentType] == "application/x-protobuf")
                let bytes = Array(response.body.readableBytesView)
                #expect(bytes.firstRange(of: Array("speeds".utf8)) != nil)
                #expect(bytes.firstRange(of: Array("Back Street".utf8)) != nil)
            }
            let empty = try await client.execute(
                uri: "/tile/v1/driving/tile(0,0,14).mvt", method: .get)
            #expect(empty.status == .ok && empty.body.readableBytes == 0)
        }
        #expect(try await refused("/tile/v1/driving/tile(0,0,3).mvt") == "InvalidOptions")
        #expect(try await refused("/tile/v1/spaceship/tile(0,0,14).mvt") == "InvalidQuery")
    }

    @Test func `failures have OSRM's codes`() async throws {
        let ac = Self.text("ac")
        #expect(try await refused("/route/v2/driving/\(ac)") == "InvalidVersion")
        #expect(try await refused("/route/v1/driving") == "InvalidUrl")
        #expect(try await refused("/route/v1/spaceship/\(ac)") == "InvalidQuery")
        #expect(try await refused("/route/v1/driving/\(ac)?wings=2") == "InvalidQuery")
        #expect(try await refused("/route/v1/driving/\(ac)?radiuses=1") == "InvalidOptions")
        #expect(try await refused("/route/v1/driving/\(ac)?exclude=rain") == "InvalidValue")
        #expect(try await refused("/route/v1/driving/100,10;101,10") == "NoSegment")
        #expect(
            try await refused("\(FixturePath.layer)/osrm/fly/v1/driving/\(ac)")
                == "InvalidService")
    }
}
