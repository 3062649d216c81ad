// Vehicle limits that exempt traffic with a stop on the street.

import Geo
import RouteAPI
import RouteTesting
import Testing

struct StopsInsideLimitScenarios {
    /// A straight street `1 2 3 4` of 300 m pieces with tags on its middle, and a detour of 2.3 km
    /// round the middle.
    private static func town(_ tags: [String: String]) -> String {
        let nodes: [(Int, Double, Double)] = [
            (1, 4, 50), (2, 4.004, 50), (3, 4.008, 50), (4, 4.012, 50), (5, 4.006, 50.01),
            // A separate street that only the middle leads to.
            (6, 4.006, 50), (7, 4.006, 49.997),
        ]
        let streets: [([Int], [String: String])] = [
            ([1, 2], [:]), ([2, 6, 3], tags), ([3, 4], [:]), ([2, 5, 3], [:]), ([6, 7], [:]),
        ]
        return nodes.map { "<node id='\($0.0)' lon='\($0.1)' lat='\($0.2)'/>" }.joined()
            + streets.enumerated().map { row, street in
                let all = ["highway": "residential"].merging(street.1) { $1 }
                return "<way id='\(row + 1)'>" + street.0.map { "<nd ref='\($0)'/>" }.joined()
                    + all.map { "<tag k='\($0.key)' v='\($0.value)'/>" }.sorted().joined()
                    + "</way>"
            }.joined()
    }

    private static let before = Coordinate(x: 4.002, y: 50)
    private static let within = Coordinate(x: 4.005, y: 50)
    private static let inside = Coordinate(x: 4.006, y: 49.998)
    private static let behind = Coordinate(x: 4.010, y: 50)

    /// The length of a route into the town for a vehicle with these values; `nil` without a path.
    private func meters(
        _ town: String, to place: Coordinate, _ values: [(String, String, String)],
        at start: Int64? = nil, by vehicle: String = "Driving an Automobile"
    ) throws -> Double? {
        let result = try answer(from: .imported(town), [Self.before, place]) { parameters in
            parameters.startTime = start.map { .milliseconds($0) }
            parameters.restrictionAttributeNames =
                [vehicle, "Through Traffic Prohibited"] + values.map(\.0)
            parameters.attributeParameterValues = values.map {
                AttributeParameterValue(attributeName: $0.0, parameterName: $0.1, value: $0.2)
            }
        }
        #expect(result.status(stop: 1) == .ok)
        return result.total("Total_Length")
    }

    /// The weight restriction with a vehicle's value.
    private func tonnes(_ value: String) -> [(String, String, String)] {
        [("Weight Restriction", "Vehicle Weight (tonnes)", value)]
    }

    /// The height restriction with a vehicle's value.
    private func height(_ value: String) -> [(String, String, String)] {
        [("Height Restriction", "Vehicle Height (meters)", value)]
    }

    @Test(arguments: ["destination", "delivery", "(destination)", "(delivery)"])
    func `a limit lifted for traffic with a stop there holds for through traffic`(
        word: String
    ) throws {
        let town = Self.town(["maxweight": "7.5", "maxweight:conditional": "none @ \(word)"])
        let heavy = try #require(try meters(town, to: Self.behind, tonnes("12")))
        let light = try #require(try meters(town, to: Self.behind, tonnes("3.5")))
        let ending = try #require(try meters(town, to: Self.within, tonnes("12")))
        #expect(heavy > 2_000 && light < 700, "\(heavy) m, \(light) m")
        #expect(ending < 300, "\(ending) m")
    }

    @Test func `a street that only such streets lead to is reached, and not passed`() throws {
        let town = Self.town(["maxweight": "7.5", "maxweight:conditional": "none @ destination"])
        let heavy = try #require(try meters(town, to: Self.inside, tonnes("12")))
        let light = try #require(try meters(town, to: Self.inside, tonnes("3.5")))
        #expect(heavy == light && heavy < 700, "\(heavy) m, \(light) m")
    }

    @Test func `a limit of all vehicles that is lifted for trucks holds for the others`() throws {
        let town = Self.town([
            "maxweight": "7.5", "maxweight:hgv:conditional": "none @ destination",
        ])
        func meters(_ place: Coordinate, _ vehicle: String, _ weight: String) throws -> Double {
            let found = try self.meters(town, to: place, tonnes(weight), by: vehicle)
            return try #require(found)
        }
        #expect(try meters(Self.behind, "Driving a Truck", "12") > 2_000)
        #expect(try meters(Self.behind, "Driving a Truck", "7") < 700)
        #expect(try meters(Self.within, "Driving a Truck", "12") < 300)
        #expect(try meters(Self.behind, "Driving a Bus", "12") > 2_000)
        #expect(try meters(Self.behind, "Driving a Bus", "7") < 700)
        // No bus of 12 t gets to the middle: its stop moves.
        let bus = try answer(from: .imported(town), [Self.before, Self.within]) { parameters in
            parameters.restrictionAttributeNames = ["Driving a Bus", "Weight Restriction"]
            parameters.attributeParameterValues = tonnes("12").map {
                AttributeParameterValue(attributeName: $0.0, parameterName: $0.1, value: $0.2)
            }
        }
        #expect(bus.status(stop: 1) == .notLocatedOnClosest)
    }

    @Test(
        arguments: [
            ("Driving a Truck", "5", true), ("Driving a Truck", "8", false),
            ("Driving a Bus", "5", false), ("Driving a Bus", "3", true),
            ("Driving an Automobile", "3.6", false),
        ])
    func `the limit of a vehicle's own kind counts, else that of all`(
        vehicle: String, weight: String, isThrough: Bool
    ) throws {
        let town = Self.town(["maxweight": "3.5", "maxweight:hgv": "7.5"])
        let meters = try meters(town, to: Self.behind, tonnes(weight), by: vehicle)
        #expect(meters.map { isThrough ? $0 < 700 : $0 > 2_000 } == true, "\(meters ?? 0) m")
    }

    @Test func `a limit of trucks stops no car that states its height`() throws {
        let town = Self.town(["maxheight:hgv": "2"])
        let car = try meters(town, to: Self.behind, height("2.5"))
        let truck = try meters(town, to: Self.behind, height("2.5"), by: "Driving a Truck")
        #expect(car.map { $0 < 700 } == true)
        #expect(truck.map { $0 > 2_000 } == true)
    }

    @Test func `every limit on vehicles is lifted alike`() throws {
        let town = Self.town(["maxheight": "3.5", "maxheight:conditional": "none @ destination"])
        #expect(try meters(town, to: Self.behind, height("4")).map { $0 > 2_000 } == true)
        #expect(try meters(town, to: Self.within, height("4")).map { $0 < 300 } == true)
        #expect(try meters(town, to: Self.behind, height("3")).map { $0 < 700 } == true)
    }

    @Test func `a limit that hours lift holds at the others`() throws {
        let town = Self.town(["maxweight": "7.5", "maxweight:conditional": "none @ (06:00-10:00)"])
        let heavy = tonnes("12")
        #expect(try meters(town, to: Self.behind, heavy, at: clock(8, 0)).map { $0 < 700 } == true)
        #expect(
            try meters(town, to: Self.behind, heavy, at: clock(12, 0)).map { $0 > 2_000 } == true)
        #expect(try meters(town, to: Self.behind, heavy).map { $0 > 2_000 } == true)
    }
}
