// Attribute names of other networks, as clients send them.

import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct AliasScenarios {
    /// A street whose costs and parameters have aliases.
    private var sketch: NetworkSketch {
        var sketch = NetworkSketch(
            """
            a---b
            |   |
            d---c
            """)
        sketch.road("ab", seconds: 10) { $0.heightCentimeters = 300 }
        sketch.road("bcda", seconds: 10)
        for position in sketch.description.costs.indices {
            switch sketch.description.costs[position].name {
            case "TravelTime": sketch.description.costs[position].aliases = ["Minutes"]
            case "WalkTime":
                sketch.description.costs[position].parameters = [
                    AttributeParameter(name: "Walking Speed (km/h)", defaultValue: "5")
                ]
            default: break
            }
        }
        for position in sketch.description.restrictions.indices
        where sketch.description.restrictions[position].name == "Height Restriction" {
            for place in sketch.description.restrictions[position].parameters.indices
            where place > 0 {
                sketch.description.restrictions[position].parameters[place].aliases = [
                    ParameterAlias(name: "Vehicle Height (centimeters)", factor: 0.01)
                ]
            }
        }
        return sketch
    }

    @Test(arguments: ["Minutes", "minutes"])
    func `the answer gives a cost under the name that it was asked by`(name: String) throws {
        let result = try answer(sketch, "ab") {
            $0.impedanceAttributeName = name
            $0.returnTraversedEdges = true
        }
        #expect(result.impedance == 10_000)
        #expect(result.total("Total_Minutes") == 10.0 / 60)
        #expect(result.total("Total_TravelTime") == nil)
        #expect(result.number("Cumul_Minutes", stop: 1) == 10.0 / 60)
        #expect(result.traversedEdges?.fieldIndex("Attr_Minutes") != nil)
        #expect(result.messages.isEmpty)
    }

    @Test func `both names when both are asked for`() throws {
        let result = try answer(sketch, "ab") { $0.accumulateAttributeNames = ["Minutes"] }
        #expect(result.total("Total_Minutes") == 10.0 / 60)
        #expect(result.total("Total_TravelTime") == 10.0 / 60)
        let plain = try answer(sketch, "ab") { $0.accumulateAttributeNames = ["Length"] }
        #expect(plain.routes?.fieldIndex("Total_Minutes") == nil)
    }

    @Test func `costs of stops and barriers are read under either name`() throws {
        let stops = try answer(sketch, "ab") {
            $0.setStops([["Attr_Minutes": .double(2)], ["Attr_TravelTime": .double(0)]])
        }
        let minutes: Double = 10 / 60 + 2
        #expect(stops.total("Total_TravelTime") == minutes)
        #expect(stops.messages.isEmpty)
        let barrier = try answer(sketch, "ab") {
            $0.barPoints(
                [sketch.place("a", "b", at: 0.5)],
                [
                    [
                        "BarrierType": .integer(2), "Attr_Minutes": .double(0.1),
                        "Attr_TravelTime": .double(0),
                    ]
                ])
        }
        #expect(barrier.impedance == 16_000)
    }

    @Test func `a travel mode of another network's names is answered in them`() throws {
        let result = try answer(sketch, "ab") {
            $0.travelMode = .settings(
                TravelMode(
                    id: "1", name: "Theirs", type: "AUTOMOBILE",
                    impedanceAttributeName: "Minutes", timeAttributeName: "Minutes",
                    distanceAttributeName: "Length",
                    restrictionAttributeNames: ["Driving an Automobile"],
                    uTurnPolicy: .allowBacktrack))
        }
        #expect(result.total("Total_Minutes") == 10.0 / 60)
        #expect(result.messages.isEmpty)
    }

    @Test func `a value under another name of a parameter is converted`() throws {
        func impedance(_ centimeters: String) throws -> Int64? {
            try answer(sketch, "ab") {
                $0.restrictionAttributeNames = ["Driving an Automobile", "Height Restriction"]
                $0.attributeParameterValues = [
                    AttributeParameterValue(
                        attributeName: "Height Restriction",
                        parameterName: "vehicle height (centimeters)", value: centimeters)
                ]
            }.impedance
        }
        #expect(try impedance("290") == 10_000)
        #expect(try impedance("310") == 30_000)
    }

    @Test(arguments: [("5", 1.0), ("5.0", 1), ("4", 1.25), ("2.5", 2), ("10", 0.5)])
    func `a walking speed scales the time that is minimized and the times that are summed`(
        speed: String, factor: Double
    ) throws {
        func ask(_ impedance: String, _ speed: String) throws -> AnalysisResult {
            try answer(sketch, "ab") {
                $0.impedanceAttributeName = impedance
                $0.accumulateAttributeNames = ["WalkTime", "Length"]
                $0.attributeParameterValues = [.walkingSpeed(speed)]
            }
        }
        for impedance in ["WalkTime", "Length"] {
            let (usual, result) = (try ask(impedance, "5"), try ask(impedance, speed))
            let (plain, scaled) = (
                try #require(usual.total("Total_WalkTime")),
                try #require(result.total("Total_WalkTime"))
            )
            // Each edge is rounded to a millisecond.
            let rounding: Double = 1 / 60_000 + 1e-9
            #expect(abs(scaled - plain * factor) <= rounding, "\(impedance)")
            #expect(result.total("Total_Length") == usual.total("Total_Length"))
            #expect(result.messages.isEmpty)
        }
    }

    @Test func `a walking speed that the request does not use is reported`() throws {
        func warnings(_ speed: String) throws -> [String] {
            try answer(sketch, "ab") { $0.attributeParameterValues = [.walkingSpeed(speed)] }
                .messages.map(\.text).filter { $0.contains("Walking Speed (km/h)") }
        }
        #expect(try warnings("5").isEmpty)
        let warned = try warnings("4")
        #expect(warned.count == 1)
        #expect(warned.first?.contains("does not use the cost") == true)
    }

    @Test(arguments: ["0", "-4", "fast", "5000"])
    func `a walking speed that no walker has is an error`(speed: String) throws {
        #expect(throws: RouteRequestError.self) {
            _ = try answer(sketch, "ab") {
                $0.impedanceAttributeName = "WalkTime"
                $0.attributeParameterValues = [.walkingSpeed(speed)]
            }
        }
    }

    @Test func `the layer lists other names, and names what it does not know with them`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let attributes = layer.layerDescription.attributes
        let alias = try #require(attributes.first { $0.name == "Minutes" })
        #expect(alias.aliasOf == "TravelTime")
        #expect(alias.units == .minutes)
        let error = try failure(from: layer, sketch.places("ab")) {
            $0.impedanceAttributeName = "Minute"
        }
        #expect(error?.text.contains("Did you mean \"Minutes\"?") == true)
    }
}
