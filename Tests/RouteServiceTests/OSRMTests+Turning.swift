// Tests where vehicles turn round at coordinates between the ends, by profile and option.

import Geo
import RouteAPI
import RouteTesting
import Testing

extension OSRMTests {
    /// A street with a dead end behind the second coordinate, and the way there and back.
    private static let street = NetworkSketch.street("abc", seconds: 10)

    private static func thereAndBack(on sketch: NetworkSketch) -> String {
        [("a", "b"), ("b", "c"), ("a", "b")].map { sketch.place($0.0, $0.1, at: 0.5) }
            .map { "\($0.x),\($0.y)" }.joined(separator: ";")
    }

    /// A mode for each of OSRM's profiles, and for trucks.
    private static let modes: RouteLayerConfiguration = {
        var configuration = RouteLayerConfiguration(
            impedanceAttributeName: "TravelTime",
            restrictionAttributeNames: ["Driving an Automobile"], accumulateAttributeNames: [],
            directionsTimeAttributeName: "TravelTime")
        configuration.travelModes = [
            ("Car", "AUTOMOBILE", "TravelTime", "Driving an Automobile"),
            ("Lorry", "TRUCK", "TravelTime", "Driving an Automobile"),
            ("Bicycle", "OTHER", "TravelTime", "Driving an Automobile"),
            ("On foot", "WALK", "WalkTime", "Walking"),
        ].map { name, type, cost, restriction in
            TravelMode(
                id: name, name: name, type: type, impedanceAttributeName: cost,
                timeAttributeName: cost, distanceAttributeName: "Length",
                restrictionAttributeNames: [restriction], uTurnPolicy: .atDeadEndsOnly)
        }
        configuration.defaultTravelMode = "Car"
        return configuration
    }()

    /// The seconds there and back, as a share of those without driving on into the dead end.
    private func share(
        _ profile: String, _ query: String, of service: String = "route"
    ) async throws -> Double {
        func seconds(_ service: String, _ query: String) async throws -> Double {
            let places = Self.thereAndBack(on: Self.street)
            let answer = try await ask(
                "/\(service)/v1/\(profile)/\(places)?\(query)", on: Self.street, Self.modes)
            let routes = answer["routes"] ?? answer["trips"]
            return try #require(routes?.array?.first?["duration"]?.number)
        }
        return try await seconds(service, query) / seconds("route", "continue_straight=false")
    }

    @Test(
        arguments: [
            ("driving", 1.5), ("car", 1.5), ("truck", 1.5), ("lorry", 1.5), ("bicycle", 1),
            ("foot", 1),
        ])
    func `without a value, the profile says whether to continue straight on`(
        profile: String, expected: Double
    ) async throws {
        for query in ["", "continue_straight=default", "approaches=;unrestricted;"] {
            let found = try await share(profile, query)
            #expect(abs(found - expected) < 0.01, "\(query): \(found)")
        }
        let forced = try await share(profile, "continue_straight=true")
        #expect(abs(forced - 1.5) < 0.01, "\(forced)")
    }

    @Test func `the mode that is sent decides, not the profile in the path`() async throws {
        #expect(abs(try await share("driving", "travelMode=Bicycle") - 1) < 0.01)
        #expect(abs(try await share("bicycle", "travelMode=Car") - 1.5) < 0.01)
    }

    @Test func `a trip may turn round at each coordinate`() async throws {
        let fixed = "roundtrip=false&source=first&destination=last"
        #expect(abs(try await share("driving", fixed, of: "trip") - 1) < 0.01)
    }

    @Test(arguments: ["", "continue_straight=true", "approaches=;unrestricted;"])
    func `where no street leads straight on the vehicle turns round`(
        query: String
    ) async throws {
        // Nothing leaves at c: another street only leads there, so that c is no dead end.
        let sketch = NetworkSketch("a---b---c---d") {
            $0.road("abc", seconds: 10)
            $0.oneWay("dc", seconds: 10)
        }
        let answer = try await ask(
            "/route/v1/driving/\(Self.thereAndBack(on: sketch))?\(query)", on: sketch)
        let seconds = try #require(answer["routes"]?.array?.first?["duration"]?.number)
        #expect(abs(seconds - 20) < 1, "\(seconds)")
        for waypoint in try #require(answer["waypoints"]?.array) {
            #expect(try #require(waypoint["distance"]?.number) < 1)
        }
    }

    @Test func `without any route, the answer says why, whether or not it may turn round`()
        async throws
    {
        let sketch = NetworkSketch("a---b   c---d") {
            $0.road("ab", seconds: 10)
            $0.road("cd", seconds: 10)
        }
        let places = [("a", "b"), ("c", "d"), ("a", "b")]
            .map { sketch.place($0.0, $0.1, at: 0.5) }.map { "\($0.x),\($0.y)" }
            .joined(separator: ";")
        // So near, no coordinate can be moved to the other street.
        let path = "/route/v1/driving/\(places)?radiuses=10;10;10"
        let straight = try await refusal(path, on: sketch)
        #expect(straight["code"] == "NoRoute")
        let turning = try await refusal("\(path)&continue_straight=false", on: sketch)
        #expect(straight == turning)
    }

    @Test(arguments: ["", "approaches=curb;;", "approaches=;curb;", "approaches=;;unrestricted"])
    func `a coordinate of any place may lie beside a street that leads nowhere`(
        query: String
    ) async throws {
        // `xy` is joined to nothing, so that whoever lies beside it is moved to `ab`.
        let sketch = NetworkSketch(
            """
            x---y
            a---b---c---d
            """
        ) {
            $0.road("abcd", seconds: 10)
            $0.road("xy", seconds: 10)
        }
        let usual = [("a", "b"), ("b", "c"), ("c", "d")].map { sketch.place($0, $1, at: 0.5) }
        for moved in usual.indices {
            var places = usual
            places[moved] = sketch.place("x", "y", at: 0.5)
            let text = places.map { "\($0.x),\($0.y)" }.joined(separator: ";")
            let answer = try await ask("/route/v1/driving/\(text)?\(query)", on: sketch)
            let distances = (answer["waypoints"]?.array ?? []).map { $0["distance"]?.number ?? 0 }
            #expect(distances.map { $0 > 90 } == usual.indices.map { $0 == moved }, "\(distances)")
        }
    }
}
