// Messages about unusable parameters: the name, the cause, and what would work.

import Geo
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct ParameterMessageScenarios {
    private let sketch = NetworkSketch.street("ab", seconds: 10)

    /// Checks that a request fails with an identifier, and with some words in its message.
    private func check(
        _ identifier: RouteRequestError.Identifier, _ words: [String],
        from location: SourceLocation = #_sourceLocation,
        _ change: (inout RouteParameters) -> Void
    ) throws {
        let error = try failure(sketch, "ab", change)
        #expect(error?.identifier == identifier, sourceLocation: location)
        for word in words {
            #expect(error?.text.contains(word) == true, sourceLocation: location)
        }
    }

    /// Checks that a request leaves an unknown name out with a warning, and fails if it is strict.
    private func checkLeftOut(
        _ words: [String], as meant: (inout RouteParameters) -> Void = { _ in },
        from location: SourceLocation = #_sourceLocation,
        _ change: (inout RouteParameters) -> Void
    ) throws {
        let result = try answer(sketch, "ab", change)
        #expect(result.routes?.features.count == 1, sourceLocation: location)
        let warnings = result.messages.filter {
            $0.type == .warning && $0.text.hasSuffix("It was ignored.")
        }
        #expect(warnings.count == 1, sourceLocation: location)
        for word in words + ["It was ignored."] {
            #expect(warnings.first?.text.contains(word) == true, sourceLocation: location)
        }
        let without = try answer(sketch, "ab", meant)
        #expect(result.routes == without.routes, sourceLocation: location)
        try check(.unknownAttribute, words, from: location) {
            change(&$0)
            $0.strict = true
        }
    }

    @Test func `without a cost to minimize there is nothing to go on with`() throws {
        try check(
            .unknownAttribute,
            ["\"impedanceAttributeName\"", "\"TravelTimes\"", "Did you mean \"TravelTime\"?"]
        ) { $0.impedanceAttributeName = "TravelTimes" }
    }

    @Test func `an unknown cost is left out and reported with the nearest name`() throws {
        try checkLeftOut(
            ["\"accumulateAttributeNames\"", "\"Lenght\"", "Did you mean \"Length\"?"],
            as: { $0.accumulateAttributeNames = ["TravelTime"] }
        ) { $0.accumulateAttributeNames = ["TravelTime", "Lenght"] }
    }

    @Test func `an unknown cost like no other is answered with all names`() throws {
        try check(.unknownAttribute, ["\"Price\"", "Known names: \"TravelTime\", \"Length\""]) {
            $0.impedanceAttributeName = "Price"
        }
    }

    @Test func `an unknown restriction is left out and reported with the nearest name`() throws {
        try checkLeftOut(
            ["\"restrictionAttributeNames\"", "\"One way\"", "Did you mean \"Oneway\"?"],
            as: { $0.restrictionAttributeNames = ["Driving a Bus"] }
        ) { $0.restrictionAttributeNames = ["Driving a Bus", "One way"] }
    }

    @Test func `a travel mode of another network is taken as far as it goes`() throws {
        let mode = TravelMode(
            id: "1", name: "Online", type: "AUTOMOBILE", summary: "",
            impedanceAttributeName: "TravelTime", timeAttributeName: "TravelTime",
            distanceAttributeName: "Length",
            restrictionAttributeNames: ["Driving a Bus", "Avoid Carpool Roads"],
            uTurnPolicy: .allowBacktrack)
        try checkLeftOut(
            ["\"Avoid Carpool Roads\""],
            as: {
                var known = mode
                known.restrictionAttributeNames = ["Driving a Bus"]
                $0.travelMode = .settings(known)
            }
        ) { $0.travelMode = .settings(mode) }
    }

    @Test func `a name that a travel mode makes idle is reported too, and refused when strict`()
        throws
    {
        let mode = TravelMode(
            id: "1", name: "Ours", type: "AUTOMOBILE", summary: "",
            impedanceAttributeName: "TravelTime", timeAttributeName: "TravelTime",
            distanceAttributeName: "Length", restrictionAttributeNames: ["Driving a Bus"],
            uTurnPolicy: .allowBacktrack)
        try checkLeftOut(["\"Onewy\"", "Did you mean \"Oneway\"?"]) {
            $0.travelMode = .settings(mode)
            $0.restrictionAttributeNames = ["Onewy"]
        }
    }

    @Test func `a request that fails reports which names were left out`() throws {
        let places = [sketch.place("a"), Coordinate(x: 10.9, y: 50.9)]
        let error = try failure(sketch, places) {
            $0.restrictionAttributeNames = ["Driving a Bus", "Onewy"]
        }
        let text = try #require(error?.details.last)
        #expect(text.contains("Did you mean \"Oneway\"?"))
        #expect(text.hasSuffix("It was ignored."))
        let empty = try answer(sketch, places) {
            $0.restrictionAttributeNames = ["Driving a Bus", "Onewy"]
            $0.returnEmptyResults = true
        }
        #expect(empty.messages.filter { $0.text == text }.map(\.type) == [.warning])
    }

    @Test func `an unknown parameter is left out and reported with the nearest name`() throws {
        try checkLeftOut(
            ["\"attributeParameterValues\"", "\"Restriction Use\"", "\"Restriction Usage\""]
        ) {
            $0.attributeParameterValues = [
                AttributeParameterValue(
                    attributeName: "Oneway", parameterName: "Restriction Use", value: "AVOID_LOW")
            ]
        }
        try checkLeftOut(["\"Onewy\"", "Did you mean \"Oneway\"?"]) {
            $0.attributeParameterValues = [.usage("AVOID_LOW", of: "Onewy")]
        }
    }

    /// A mode of the caller's own, changed.
    private func mode(_ change: (inout TravelMode) -> Void) -> TravelModeSelection {
        var mode = TravelMode(
            id: "1", name: "Ours", type: "AUTOMOBILE", impedanceAttributeName: "TravelTime",
            timeAttributeName: "TravelTime", distanceAttributeName: "Length",
            restrictionAttributeNames: ["Driving a Bus"], uTurnPolicy: .allowBacktrack)
        change(&mode)
        return .settings(mode)
    }

    @Test(arguments: [false, true])
    func `a mistake in a travel mode is said of it, and not of a parameter that was not sent`(
        isStrict: Bool
    ) throws {
        let modes: [(member: String, mode: TravelModeSelection)] = [
            ("impedanceAttributeName", mode { $0.impedanceAttributeName = "TravelTimes" }),
            ("timeAttributeName", mode { $0.timeAttributeName = "Length" }),
            (
                "attributeParameterValues",
                mode {
                    $0.attributeParameterValues = [
                        .init(
                            attributeName: "Driving a Bus", parameterName: "Restriction Usage",
                            value: "SOMETIMES")
                    ]
                }
            ),
        ]
        for (member, mode) in modes {
            let error = try failure(sketch, "ab") {
                $0.travelMode = mode
                $0.strict = isStrict
            }
            #expect(error?.faults.map(\.parameter) == ["travelMode"], "\(member)")
            let label = "Parameter \"travelMode\": its \(member): "
            #expect(error?.details.first?.hasPrefix(label) == true, "\(error?.text ?? "")")
        }
    }

    @Test func `the request's own time is named beside a travel mode`() throws {
        try check(.invalidParameter, ["Parameter \"directionsTimeAttributeName\": \"Length\""]) {
            $0.travelMode = mode { _ in }
            $0.directionsTimeAttributeName = "Length"
        }
    }

    @Test func `a name in a travel mode that is left out is said of the mode`() throws {
        try checkLeftOut(
            [
                "Parameter \"travelMode\": its restrictionAttributeNames: the network has no",
                "Did you mean \"Oneway\"?",
            ] as [String], as: { $0.travelMode = mode { _ in } }
        ) {
            $0.travelMode = mode { $0.restrictionAttributeNames.append("Onewy") }
        }
    }

    @Test func `an unknown travel mode is reported`() throws {
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
        try check(
            .unknownSpatialReference, ["Parameter \"stops\": No coordinate", "99999", "4326"]
        ) {
            $0.stops?.features.spatialReference = SpatialReference(wkid: 99_999)
        }
    }

    @Test func `a language that is not available is reported`() throws {
        let result = try answer(sketch, "ab") { $0.directionsLanguage = "tlh" }
        #expect(result.messageText.contains("not available in \"tlh\""))
        #expect(result.messageText.contains("Available: en"))
        let british = try answer(sketch, "ab") { $0.directionsLanguage = "en_GB" }
        #expect(british.messages.isEmpty)
    }

    @Test func `notes of the reader become warnings`() throws {
        let result = try answer(sketch, "ab") {
            $0.notes = [.init(parameter: "colour", text: "Parameter \"colour\" is not known.")]
        }
        #expect(result.messages == [Message(.warning, "Parameter \"colour\" is not known.")])
    }
}
