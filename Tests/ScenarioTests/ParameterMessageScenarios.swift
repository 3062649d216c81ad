// What is said about parameters that cannot be used: the name, the cause, what would work.

import Geo
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct ParameterMessageScenarios {
    private var sketch: NetworkSketch {
        var sketch = NetworkSketch("a---b")
        sketch.road("ab", seconds: 10)
        return sketch
    }

    private func check(
        _ identifier: RouteRequestError.Identifier, _ words: [String],
        from location: SourceLocation = #_sourceLocation,
        _ change: (inout RouteParameters) -> Void
    ) throws {
        let error = try failure(sketch, [sketch.place("a"), sketch.place("b")], change)
        #expect(error?.identifier == identifier, sourceLocation: location)
        for word in words {
            #expect(error?.text.contains(word) == true, sourceLocation: location)
        }
    }

    @Test func `an unknown cost is answered with the nearest name`() throws {
        try check(
            .unknownAttribute,
            ["\"impedanceAttributeName\"", "\"TravelTimes\"", "Did you mean \"TravelTime\"?"]
        ) { $0.impedanceAttributeName = "TravelTimes" }
        try check(
            .unknownAttribute,
            ["\"accumulateAttributeNames\"", "\"Lenght\"", "Did you mean \"Length\"?"]
        ) { $0.accumulateAttributeNames = ["TravelTime", "Lenght"] }
    }

    @Test func `an unknown cost like no other is answered with all names`() throws {
        try check(.unknownAttribute, ["\"Price\"", "Known names: \"TravelTime\", \"Length\""]) {
            $0.impedanceAttributeName = "Price"
        }
    }

    @Test func `an unknown restriction is answered with the nearest name`() throws {
        try check(
            .unknownAttribute,
            ["\"restrictionAttributeNames\"", "\"One way\"", "Did you mean \"Oneway\"?"]
        ) { $0.restrictionAttributeNames = ["One way"] }
    }

    @Test func `an unknown parameter is answered with the nearest name`() throws {
        try check(
            .unknownAttribute,
            ["\"attributeParameterValues\"", "\"Restriction Use\"", "\"Restriction Usage\""]
        ) {
            $0.attributeParameterValues = [
                AttributeParameterValue(
                    attributeName: "Oneway", parameterName: "Restriction Use", value: "AVOID_LOW")
            ]
        }
        try check(.unknownAttribute, ["\"Onewy\"", "Did you mean \"Oneway\"?"]) {
            $0.attributeParameterValues = [
                AttributeParameterValue(
                    attributeName: "Onewy", parameterName: "Restriction Usage", value: "AVOID_LOW")
            ]
        }
    }

    @Test func `an unknown travel mode is told of`() throws {
        try check(.invalidParameter, ["\"travelMode\"", "\"Rocket\""]) {
            $0.travelMode = .named("Rocket")
        }
    }

    @Test func `directions need a time`() throws {
        try check(
            .invalidParameter, ["\"directionsTimeAttributeName\"", "\"Length\"", "\"TravelTime\""]
        ) { $0.directionsTimeAttributeName = "Length" }
    }

    @Test func `directions need a unit of length`() throws {
        try check(
            .invalidParameter, ["\"directionsLengthUnits\"", "esriNAUMinutes", "esriNAUKilometers"]
        ) { $0.directionsLengthUnits = .minutes }
    }

    @Test func `an unknown output system is answered with ones that work`() throws {
        try check(.unknownSpatialReference, ["\"outSR\"", "99999", "4326"]) {
            $0.outSR = SpatialReference(wkid: 99_999)
        }
        try check(.unknownSpatialReference, ["\"outSR\"", "nonsense"]) {
            $0.outSR = SpatialReference(wkt: "nonsense")
        }
    }

    @Test func `an unknown input system is answered with ones that work`() throws {
        try check(.unknownSpatialReference, ["99999", "4326"]) {
            $0.stops?.features.spatialReference = SpatialReference(wkid: 99_999)
        }
    }

    @Test func `a language that is not on offer is told of`() throws {
        let result = try answer(sketch, [sketch.place("a"), sketch.place("b")]) {
            $0.directionsLanguage = "tlh"
        }
        #expect(result.messageText.contains("not available in \"tlh\""))
        #expect(result.messageText.contains("Available: en"))
        let british = try answer(sketch, [sketch.place("a"), sketch.place("b")]) {
            $0.directionsLanguage = "en_GB"
        }
        #expect(british.messages.isEmpty)
    }

    @Test func `notes of the reader become warnings`() throws {
        let result = try answer(sketch, [sketch.place("a"), sketch.place("b")]) {
            $0.notes = [.init(parameter: "colour", text: "Parameter \"colour\" is not known.")]
        }
        #expect(
            result.messages == [Message(.warning, "Parameter \"colour\" is not known.")])
    }
}
