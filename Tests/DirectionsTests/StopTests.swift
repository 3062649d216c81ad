// Tests entries at stops, their notes and clocks, and whether entries cover the path.

import RoadNetwork
import RouteTesting
import Testing

@testable import Directions

struct StopTests {
    private func street() -> NetworkSketch {
        var sketch = NetworkSketch("a.....b......c......d")
        sketch.road("abcd", seconds: 60) { $0.name = "Main St" }
        return sketch
    }

    @Test func `a visit has an arrival and a departure`() throws {
        let trip = try DrawnTrip(
            street(), along: ["ab", "bcd", "dc"],
            stops: [
                DirectionsStop(name: "Depot"), DirectionsStop(name: "Baker", side: .left),
                DirectionsStop(name: ""), DirectionsStop(name: "Customer", side: .right),
            ])
        #expect(
            trip.texts == [
                "Start at Depot", "Go east on Main St", "Arrive at Baker, on the left",
                "Depart Baker", "Go east on Main St", "Arrive at the stop", "Depart",
                "Go west on Main St", "Finish at Customer, on the right",
            ])
        #expect(trip.entries.map(\.leg) == [0, 0, 0, 1, 1, 1, 2, 2, 2])
        #expect(trip.entries.map(\.stop) == [0, nil, 1, 1, nil, 2, 2, nil, 3])
        #expect(trip.entries.first?.type == .depart)
        #expect(trip.entries.last?.maneuverType == "esriDMTStop")
    }

    @Test func `a waypoint gets no entry and does not cut the road`() throws {
        var waypoint = DirectionsStop(name: "Via")
        waypoint.isWaypoint = true
        let trip = try DrawnTrip(
            street(), along: ["ab", "bcd"],
            stops: [DirectionsStop(name: "Depot"), waypoint, DirectionsStop(name: "Customer")])
        #expect(trip.texts == ["Start at Depot", "Go east on Main St", "Finish at Customer"])
        #expect(
            trip.entries[1].spans == [
                LegSpan(leg: 0, elements: 0..<1), LegSpan(leg: 1, elements: 0..<2),
            ])
    }

    @Test func `the time spent at a waypoint is in the entry on whose road it lies`() throws {
        var waypoint = DirectionsStop(name: "Via", serviceMilliseconds: 60_000)
        waypoint.isWaypoint = true
        waypoint.waitMilliseconds = 120_000
        let trip = try DrawnTrip(
            street(), along: ["ab", "bcd"],
            stops: [
                DirectionsStop(name: "Depot", startClock: 0), waypoint,
                DirectionsStop(name: "Customer"),
            ])
        let entry = trip.entries[1]
        #expect(entry.dwellMilliseconds == 180_000)
        #expect(trip.entries[2].clock == entry.milliseconds)
        #expect(entry.milliseconds > 180_000)

        let nothing = DirectionsLeg(
            path: NetworkPath(elements: []), milliseconds: [], centimeters: [])
        let here = DirectionsWriter(network: try street().build(), options: DirectionsOptions())
            .write(
                stops: [DirectionsStop(name: "Depot"), waypoint, DirectionsStop(name: "Customer")],
                legs: [nothing, trip.legs[1]])
        #expect(here[0].milliseconds == 180_000)
    }

    @Test func `turning back at a waypoint is reported`() throws {
        var waypoint = DirectionsStop(name: "Via")
        waypoint.isWaypoint = true
        let trip = try DrawnTrip(
            street(), along: ["ab", "ba"],
            stops: [DirectionsStop(name: "A"), waypoint, DirectionsStop(name: "B")])
        #expect(trip.steps == ["Go east on Main St", "Make a U-turn on Main St"])
    }

    @Test func `notes that end in an abbreviation have one period`() throws {
        let trip = try DrawnTrip(
            street(), along: ["abcd", "dc"],
            stops: [
                DirectionsStop(name: "Depot"),
                DirectionsStop(
                    name: "Baker", serviceMilliseconds: 7_200_000, waitMilliseconds: 4_500_000),
                DirectionsStop(name: "End"),
            ], options: DirectionsOptions(language: "pl"))
        #expect(
            trip.entries[2].text
                == "Docierasz do przystanku: Baker. Czas obsługi: 2 godz. "
                + "Czas oczekiwania: 1 godz. 15 min")
    }

    @Test func `a name that ends a sentence has no period behind it`() throws {
        let stops = ["Yahoo!", "Why?", "End"].map {
            DirectionsStop(name: $0, serviceMilliseconds: 300_000)
        }
        let trip = try DrawnTrip(street(), along: ["abcd", "dc"], stops: stops)
        #expect(trip.entries[0].text == "Start at Yahoo! Service time: 5 min")
        #expect(trip.entries[2].text == "Arrive at Why? Service time: 5 min")
    }

    @Test func `service, waits and violations are reported and typed`() throws {
        let eight: Int64 = 1_700_035_200_000
        let trip = try DrawnTrip(
            street(), along: ["abcd", "dc"],
            stops: [
                DirectionsStop(name: "Depot", startClock: eight),
                DirectionsStop(
                    name: "Baker", serviceMilliseconds: 300_000, waitMilliseconds: 4_500_000,
                    violationMilliseconds: 20_000, startClock: eight + 180_000,
                    windowEndClock: eight + 60_000), DirectionsStop(name: "End"),
            ])
        let visit = trip.entries[2]
        #expect(
            visit.text
                == "Arrive at Baker. Service time: 5 min. Wait time: 1 h 15 min. "
                + "Time window violation: < 1 min")
        #expect(visit.milliseconds == 4_800_000)
        #expect(
            visit.strings.contains(DirectionsString("Wait time: 1 h 15 min", .waitTime)))
        #expect(
            visit.strings.contains(DirectionsString("Time window: until 8:01 AM", .timeWindow)))
        #expect(
            visit.strings.contains(DirectionsString("8:03 AM", .estimatedArrivalTime)))
        #expect(
            trip.entries.map(\.clock) == [
                eight, eight, eight + 180_000, eight + 4_980_000, eight + 4_980_000,
                eight + 5_040_000,
            ])
        #expect(trip.entries[3].text == "Depart Baker")
    }

    @Test func `measures are typed in the asked unit`() throws {
        let options = DirectionsOptions(metersPerLengthUnit: 1_609.344, lengthUnitName: "mi")
        let trip = try DrawnTrip(street(), along: "abcd", scale: 10, options: options)
        #expect(
            trip.entries[1].strings == [
                DirectionsString("Main St", .streetName),
                DirectionsString("Go east on Main St", .general),
                DirectionsString("6.2 mi", .length),
                DirectionsString("3 min", .time), DirectionsString("6.2 mi", .cumulativeLength),
            ])
        #expect(trip.entries[0].strings.last == DirectionsString("Total: 6.2 mi, 3 min", .summary))
    }

    @Test(
        arguments: [
            ("en-US", 1, "1 stop"), ("en-US", 2, "2 stops"), ("de", 1, "1 Stopp"),
            ("pl", 2, "2 przystanki"), ("fr", 2, "2 arrêts"), ("ja", 1, "立ち寄り1か所"),
        ] as [(String, Int, String)])
    func `the totals count the stops between`(
        language: String, count: Int, words: String
    ) throws {
        let names = ["A", "B", "C", "D"].prefix(count + 2)
        let legs = Array(["ab", "bc", "cd"].prefix(count + 1))
        func summary(_ stops: [DirectionsStop]) throws -> String {
            let trip = try DrawnTrip(
                street(), along: legs, stops: stops,
                options: DirectionsOptions(language: language))
            return try #require(trip.entries[0].strings.last { $0.type == .summary }).string
        }
        let total = try summary(names.map { DirectionsStop(name: $0) })
        #expect(total.hasSuffix(words), "\(total)")
        // A waypoint has no entry and is no stop.
        let through = try summary(names.map { DirectionsStop(name: $0, isWaypoint: true) })
        #expect(total.hasPrefix(through) && !through.contains(words), "\(through)")
    }

    @Test func `a stop at a junction is not reported as a turn`() throws {
        var sketch = NetworkSketch(
            """
            a.....b
            .......
            ......c
            """)
        sketch.road("ab", seconds: 60) { $0.name = "Main St" }
        sketch.road("bc", seconds: 60) { $0.name = "Oak Ave" }
        let trip = try DrawnTrip(sketch, along: "abc", share: 0...0)
        #expect(trip.steps == ["Go east on Main St toward Oak Ave"])
        #expect(trip.entries[1].spans == [LegSpan(leg: 0, elements: 0..<2)])
        let other = try DrawnTrip(sketch, along: "abc", share: 1...1)
        #expect(other.steps == ["Go south on Oak Ave"])
        #expect(other.entries[1].spans == [LegSpan(leg: 0, elements: 0..<2)])
    }

    @Test func `stops at one place have nothing between them`() throws {
        let trip = try DrawnTrip(street(), along: "ab", share: 0...0)
        #expect(trip.texts == ["Start at A", "Finish at B"])
    }

    @Test func `a route of one stop starts and finishes`() throws {
        let writer = DirectionsWriter(network: try street().build(), options: DirectionsOptions())
        let entries = writer.write(stops: [DirectionsStop(name: "A")], legs: [])
        #expect(entries.map(\.text) == ["Start at A", "Finish at A"])
    }
}
