// Barred nodes, vehicle limits, restriction usages, and messages about avoided roads.

import Geo
import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

struct BarredNodeScenarios {
    /// A bollard at b; the detour by d is long.
    private let sketch = NetworkSketch(
        """
        a---b---c
         \\     /
            d
        """
    ) {
        $0.road("abc", seconds: 10)
        $0.road("adc", seconds: 50)
        $0.bar("b", under: TestNetwork.automobile)
    }

    private var places: [Coordinate] {
        [sketch.place("a", "b", at: 0.5), sketch.place("b", "c", at: 0.5)]
    }

    @Test func `a bollard is driven round`() throws {
        #expect(try milliseconds(sketch, places) == 5_000 + 100_000 + 5_000)
    }

    @Test func `those it does not bar pass it`() throws {
        let bus = try milliseconds(sketch, places) {
            $0.restrictionAttributeNames = ["Driving a Bus", "Oneway"]
        }
        #expect(bus == 10_000)
    }

    @Test func `a stop at the bollard is reached from either side, and left to either`() throws {
        let at = sketch.place("b")
        #expect(try milliseconds(sketch, [sketch.place("a"), at]) == 10_000)
        #expect(try milliseconds(sketch, [at, sketch.place("c")]) == 10_000)
    }
}

struct VehicleLimitScenarios {
    /// A bridge three meters high on ab; the detour takes 40 s.
    private let sketch = NetworkSketch(
        """
        a---b
        |   |
        d---c
        """
    ) {
        $0.road("ab", seconds: 10) { $0.heightCentimeters = 300 }
        $0.road("bc", seconds: 10)
        $0.road("cd", seconds: 20)
        $0.road("da", seconds: 10)
    }

    /// The impedance for a vehicle of this height in meters.
    private func cost(height: String, usage: String? = nil) throws -> Int64? {
        try milliseconds(sketch, "ab") {
            $0.restrictionAttributeNames = ["Driving an Automobile", "Height Restriction"]
            $0.attributeParameterValues =
                [.vehicleHeight(height)]
                + (usage.map { [.usage($0, of: "Height Restriction")] } ?? [])
        }
    }

    @Test(
        arguments: [
            ("0", 10_000), ("2.5", 10_000), ("3", 10_000), ("3.0", 10_000), ("3.001", 40_000),
            ("3.5", 40_000), ("4", 40_000),
        ] as [(String, Int64)])
    func `a bridge stops vehicles higher than it`(height: String, cost: Int64) throws {
        #expect(try self.cost(height: height) == cost)
    }

    @Test(
        arguments: [("AVOID_LOW", 13_000), ("AVOID_MEDIUM", 20_000), ("AVOID_HIGH", 40_000)]
            as [(String, Int64)])
    func `an avoided bridge is weighed against the detour`(usage: String, cost: Int64) throws {
        #expect(try self.cost(height: "3.5", usage: usage) == cost)
        #expect(try self.cost(height: "2.5", usage: usage) == 10_000)
    }

    @Test(arguments: ["2.2", "1.1", "4.1", "0.57", "2.26", "16.1"])
    func `a vehicle as high as the bridge passes, one a centimeter higher does not`(
        height: String
    ) throws {
        let meters = try #require(Double(height))
        for (centimeters, cost) in [(0, 10_000), (-1, 30_000)] as [(Double, Int64)] {
            var sketch = NetworkSketch(
                """
                a---b
                |   |
                d---c
                """)
            sketch.road("ab", seconds: 10) {
                $0.heightCentimeters = UInt32((meters * 100).rounded() + centimeters)
            }
            sketch.road("bcda", seconds: 10)
            let found = try milliseconds(sketch, "ab") {
                $0.restrictionAttributeNames = ["Height Restriction"]
                $0.attributeParameterValues = [.vehicleHeight(height)]
            }
            #expect(found == cost)
        }
    }

    @Test func `without the restriction no bridge matters`() throws {
        let cost = try milliseconds(sketch, "ab") {
            $0.restrictionAttributeNames = ["Driving an Automobile"]
            $0.attributeParameterValues = [.vehicleHeight("4")]
        }
        #expect(cost == 10_000)
    }

    @Test(arguments: ["-1", "high", "NaN", "1e9"])
    func `a height that is none is refused with the range`(height: String) throws {
        let error = try failure(sketch, "ab") {
            $0.restrictionAttributeNames = ["Height Restriction"]
            $0.attributeParameterValues = [.vehicleHeight(height)]
        }
        let text = try #require(error?.text)
        #expect(text.contains("Vehicle Height (meters)"))
        #expect(text.contains("\"\(height)\""))
        #expect(text.contains("from 0"))
    }
}

struct RestrictionUsageScenarios {
    /// A toll road of 10 s from a to b, and a free road of 25 s.
    private let sketch = NetworkSketch(
        """
        a---b
        |   |
        d---c
        """
    ) {
        $0.road("ab", seconds: 10) { $0.restrictions = TestNetwork.toll }
        $0.road("bcd", seconds: 10)
        $0.road("da", seconds: 5)
    }

    /// A route that avoids tolls with this usage.
    private func ask(_ usage: String?) throws -> AnalysisResult {
        try answer(sketch, "ab") {
            $0.restrictionAttributeNames = ["Driving an Automobile", "Avoid Toll Roads"]
            guard let usage else { return }
            $0.attributeParameterValues = [.usage(usage, of: "Avoid Toll Roads")]
        }
    }

    /// A usage, the search cost of the path found, and its seconds.
    @Test(
        arguments: [
            (nil, 20_000, 10), ("PROHIBITED", 25_000, 25), ("-1", 25_000, 25),
            ("AVOID_HIGH", 25_000, 25), ("AVOID_MEDIUM", 20_000, 10), ("AVOID_LOW", 13_000, 10),
            ("PREFER_LOW", 8_000, 10), ("PREFER_MEDIUM", 5_000, 10), ("PREFER_HIGH", 2_000, 10),
            ("2.4", 24_000, 10), ("2.6", 25_000, 25), ("0.123", 1_230, 10),
            ("avoid_low", 13_000, 10),
            ("Prefer_High", 2_000, 10), ("1", 10_000, 10),
        ] as [(String?, Int64, Double)])
    func `a usage steers the search and leaves the totals alone`(
        usage: String?, impedance: Int64, seconds: Double
    ) throws {
        let result = try ask(usage)
        #expect(result.impedance == impedance)
        #expect(result.total("Total_TravelTime") == seconds / 60)
        #expect(result.quanta?.first?.costs.first?.value == Int64(seconds * 1_000))
    }

    @Test func `an avoided road that is used all the same is reported`() throws {
        let result = try ask("AVOID_MEDIUM")
        #expect(result.messages.first?.type == .warning)
        #expect(result.messageText.contains("avoid-restrictions are traversed"))
        #expect(result.messageText.contains("\"Avoid Toll Roads\""))
    }

    @Test(arguments: ["AVOID_HIGH", "PROHIBITED", "PREFER_HIGH", "1"])
    func `a road that is not used, or not avoided, is not`(usage: String) throws {
        #expect(try ask(usage).messages.isEmpty)
    }

    @Test func `a preferred road is used on a detour`() throws {
        var sketch = NetworkSketch(
            """
            a---b
            |   |
            d---c
            """)
        sketch.road("ab", seconds: 10)
        sketch.road("bcda", seconds: 10) { $0.restrictions = TestNetwork.toll }
        let result = try answer(sketch, "ab") {
            $0.restrictionAttributeNames = ["Avoid Toll Roads"]
            $0.attributeParameterValues = [.usage("PREFER_HIGH", of: "Avoid Toll Roads")]
        }
        #expect(sketch.letters(along: result) == "adcb")
        #expect(result.impedance == 6_000)
        #expect(result.total("Total_TravelTime") == 0.5)
    }

    @Test(arguments: ["AVOID", "0", "-2", "NaN", "1001", "0.0001"])
    func `a usage that is none is refused with the list`(usage: String) throws {
        let error = try failure(sketch, "ab") {
            $0.restrictionAttributeNames = ["Avoid Toll Roads"]
            $0.attributeParameterValues = [.usage(usage, of: "Avoid Toll Roads")]
        }
        let text = try #require(error?.text)
        #expect(text.contains("\"Avoid Toll Roads\" is \"\(usage)\""))
        #expect(text.contains("PREFER_HIGH"))
    }

    @Test func `two usages on one road multiply and round once`() throws {
        var sketch = sketch
        sketch.road("ab", seconds: 1.111) {
            $0.restrictions = TestNetwork.toll | TestNetwork.throughTraffic
        }
        let result = try answer(sketch, "ab") {
            $0.restrictionAttributeNames = ["Avoid Toll Roads", "Through Traffic Prohibited"]
            $0.attributeParameterValues = [
                .usage("1.3", of: "Avoid Toll Roads"),
                .usage("1.3", of: "Through Traffic Prohibited"),
            ]
        }
        // 1,111 × 1.69 = 1,877.59; rounding after each factor would give 1,877.
        #expect(result.impedance == 1_878)
    }
}
