// Requests that state parts of a travel mode, and values without effect.

import Geo
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct PartialTravelModeScenarios {
    /// A low street from a to b, and a detour by d and c, three times as long.
    private let sketch = NetworkSketch(
        """
        a---b
        |   |
        d---c
        """
    ) {
        $0.road("ab", seconds: 10) { $0.heightCentimeters = 300 }
        $0.road("bcda", seconds: 10)
    }

    private let lorry = TravelMode(
        id: "lorry-1", name: "Lorry", type: "TRUCK", impedanceAttributeName: "TravelTime",
        timeAttributeName: "TravelTime", distanceAttributeName: "Length",
        restrictionAttributeNames: ["Driving an Automobile", "Height Restriction"],
        attributeParameterValues: [.usage("PROHIBITED", of: "Height Restriction")],
        uTurnPolicy: .allowBacktrack)

    /// Solves a request with form fields on a layer with the mode of a lorry.
    private func ask(_ fields: [String: String]) throws -> AnalysisResult {
        let drawn = try layer(sketch) { $0.travelModes = [lorry] }
        var parameters = try RouteParameters(fields: fields)
        parameters.stops = RouteParameters(through: sketch.places("ab")).stops
        parameters.returnQuanta = true
        parameters.explainParameters = true
        return try drawn.solve(parameters)
    }

    /// The lorry's height as a form value.
    private static func height(_ meters: Double) -> String {
        """
        [{"attributeName":"Height Restriction","parameterName":"Vehicle Height (meters)",\
        "value":\(meters)}]
        """
    }

    @Test(arguments: [#""name":"Lorry""#, #""id":"lorry-1""#, #""name":"lorry","id":"other""#])
    func `the rest are those of the mode of the same name or id`(words: String) throws {
        let result = try ask([
            "travelMode": "{\(words),\"attributeParameterValues\":\(Self.height(3.5))}"
        ])
        #expect(result.impedance == 30_000)
        #expect(result.messages.isEmpty)
        let low = try ask([
            "travelMode": "{\(words),\"attributeParameterValues\":\(Self.height(2.9))}"
        ])
        #expect(low.impedance == 10_000)
    }

    @Test func `every stated key counts, and values for other parameters stay`() throws {
        let result = try ask([
            "travelMode": """
            {"name":"Lorry","impedanceAttributeName":"Length","uturnAtJunctions":\
            "esriNFSBNoBacktrack","simplificationTolerance":7,\
            "attributeParameterValues":\(Self.height(1))}
            """
        ])
        func value(_ name: String) -> JSONValue? {
            result.effectiveParameters?.first { $0.name == name }?.value
        }
        #expect(value("impedanceAttributeName") == "Length")
        #expect(value("restrictUTurns") == "esriNFSBNoBacktrack")
        #expect(value("outputGeometryPrecision") == 7)
        #expect(
            value("restrictionAttributeNames") == ["Driving an Automobile", "Height Restriction"])
        #expect(value("attributeParameterValues")?.array?.count == 2)
    }

    @Test func `a mode of the caller's own needs its costs, or a known name`() throws {
        let own = try ask([
            "travelMode": """
            {"name":"Mine","impedanceAttributeName":"TravelTime","timeAttributeName":"TravelTime",\
            "distanceAttributeName":"Length"}
            """
        ])
        #expect(own.impedance == 10_000)
        let error = #expect(throws: RouteRequestError.self) {
            _ = try ask(["travelMode": #"{"name":"Lory","uturnAtJunctions":null,"type":"X"}"#])
        }
        #expect(error?.text.contains("no travel mode has the id or name \"Lory\"") == true)
        #expect(error?.text.contains("Did you mean \"Lorry\"?") == true)
    }

    @Test func `a value beside a mode is a warning that says where it belongs`() throws {
        let result = try ask([
            "travelMode": "Lorry", "attributeParameterValues": Self.height(3.5),
            "useHierarchy": "true",
        ])
        #expect(result.impedance == 10_000)
        #expect(result.messages.map(\.type) == [.warning])
        #expect(
            result.messageText == "Parameter \"attributeParameterValues\" was ignored because "
                + "travelMode states it; an object with the name of the travel mode and "
                + "attributeParameterValues would change that.")
    }

    @Test func `a value for a restriction that is not active is a warning`() throws {
        let result = try ask([
            "restrictionAttributeNames": "Driving an Automobile",
            "attributeParameterValues": Self.height(3.5),
        ])
        #expect(result.impedance == 10_000)
        #expect(result.messages.map(\.type) == [.warning])
        #expect(
            result.messageText.contains(
                "\"Vehicle Height (meters)\" of \"Height Restriction\" had no effect"))
        let mode = try ask([
            "travelMode": """
            {"name":"Lorry","restrictionAttributeNames":["Driving an Automobile"],\
            "attributeParameterValues":\(Self.height(3.5))}
            """
        ])
        #expect(mode.messageText.contains("restrictionAttributeNames of the travel mode"))
    }

    @Test func `a value for a restriction that an active one includes is no warning`() throws {
        for (restriction, isIdle) in [("Driving an Automobile", false), ("Walking", true)] {
            let result = try ask([
                "restrictionAttributeNames": restriction,
                "attributeParameterValues": """
                [{"attributeName":"oneway","parameterName":"Restriction Usage",\
                "value":"AVOID_HIGH"}]
                """,
            ])
            #expect(result.messageText.contains("had no effect") == isIdle, "\(restriction)")
        }
    }

    @Test func `values that repeat the default are not reported`() throws {
        let result = try ask([
            "restrictionAttributeNames": "Driving an Automobile",
            "attributeParameterValues": """
            [{"attributeName":"Height Restriction","parameterName":"Vehicle Height (meters)",\
            "value":"0.0"},{"attributeName":"Height Restriction","parameterName":\
            "Restriction Usage","value":-1}]
            """,
        ])
        #expect(result.messages.isEmpty)
    }
}
