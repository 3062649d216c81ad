// Tests reading a travel mode's members from a form.

import RouteAPI
import Testing

@Suite struct TravelModeFormTests {
    private func changes(_ json: String) throws -> TravelModeChanges? {
        guard
            case .changes(let changes)? = try RouteParameters(fields: ["travelMode": json])
                .travelMode
        else { return nil }
        return changes
    }

    @Test func `members of a travel mode are read in any case`() throws {
        let spelled = try changes(
            #"""
            {"name":"Van","restrictionAttributeNames":["Oneway"],"uturnAtJunctions":
             "esriNFSBNoBacktrack","simplificationTolerance":5,"attributeParameterValues":
             [{"attributeName":"H","parameterName":"Height","value":4}]}
            """#)
        let otherwise = try changes(
            #"""
            {"Name":"Van","RestrictionAttributeNames":["Oneway"],"uTurnAtJunctions":
             "esriNFSBNoBacktrack","SimplificationTolerance":5,"AttributeParameterValues":
             [{"attributeName":"H","parameterName":"Height","value":4}]}
            """#)
        #expect(spelled != nil && spelled == otherwise)
    }

    @Test func `a tolerance may be a number in quotes`() throws {
        #expect(
            try changes(#"{"name":"Van","simplificationTolerance":"2.5"}"#)
                == changes(#"{"name":"Van","simplificationTolerance":2.5}"#))
        #expect(throws: RouteRequestError.self) {
            try changes(#"{"name":"Van","simplificationTolerance":"wide"}"#)
        }
    }

    @Test func `values of parameters in another form are read or refused, never left out`() throws {
        let one = #"{"attributeName":"H","parameterName":"Height","value":4}"#
        #expect(
            try changes(#"{"name":"Van","attributeParameterValues":\#(one)}"#)
                == changes(#"{"name":"Van","attributeParameterValues":[\#(one)]}"#))
        #expect(
            try changes(#"{"name":"Van","useHierarchy":true,"attributeParameterValues":null}"#)?
                .attributeParameterValues == nil)
        for wrong in [#""H: 4""#, "4", "true"] {
            let error = #expect(throws: RouteRequestError.self) {
                try changes(#"{"name":"Van","attributeParameterValues":\#(wrong)}"#)
            }
            #expect(error?.details.first?.contains("has attributeParameterValues \(wrong)") == true)
        }
    }

    @Test func `a mode without an id is found by its name, not as the first without one`() throws {
        var layer = RouteLayerConfiguration(
            impedanceAttributeName: "TravelTime", restrictionAttributeNames: [],
            accumulateAttributeNames: [], directionsTimeAttributeName: "TravelTime")
        layer.travelModes = ["Car", "Walk"].map { name in
            var mode = TravelMode.van
            (mode.id, mode.name) = ("", name)
            return mode
        }
        let asked = try #require(try changes(#"{"id":"","name":"walk","useHierarchy":false}"#))
        #expect(layer.travelMode(with: asked)?.name == "Walk")
        #expect(layer.travelMode(named: "") == nil)
    }
}
