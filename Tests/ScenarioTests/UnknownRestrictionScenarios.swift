// Restriction lists with unknown names only: refused, since the answer would obey no rule.

import Geo
import MatrixAnalysis
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct UnknownRestrictionScenarios {
    /// A one-way street and the long road back.
    private let sketch = NetworkSketch(
        """
        a---b
        |   |
        d---c
        """
    ) {
        $0.oneWay("ab", seconds: 10)
        $0.road("bcda", seconds: 10)
    }

    /// Expects that a request is refused for a parameter, with words about what would work.
    private func expectRefusal(
        _ error: RouteRequestError?, of parameter: String, _ words: [String],
        from location: SourceLocation = #_sourceLocation
    ) {
        #expect(error?.extendedCode?.rawValue == -2_147_200_910, sourceLocation: location)
        #expect(error?.identifier == .unknownAttribute, sourceLocation: location)
        #expect(error?.faults.map(\.parameter) == [parameter], sourceLocation: location)
        for word in words + ["\"\(parameter)\"", "Known names: \"Oneway\""] {
            #expect(error?.text.contains(word) == true, "\(word)", sourceLocation: location)
        }
    }

    @Test(arguments: [
        (["Driving an Automobil"], ["did you mean \"Driving an Automobile\"?"]),
        (["Car", "Bike"], ["but \"Car\", \"Bike\"."]),
        (["Driving an Automobile;Oneway"], ["Separate the names by commas."]),
        ((1...12).map { "Rule number \($0)" }, ["\"Rule number 8\" and 4 more."]),
    ])
    func `a list without a known name is refused, with what would work`(
        names: [String], words: [String]
    ) throws {
        let error = try failure(sketch, "ba") { $0.restrictionAttributeNames = names }
        expectRefusal(error, of: "restrictionAttributeNames", words)
        #expect(error?.text.contains("the word none stands for no restrictions") == true)
    }

    @Test func `a travel mode without a known restriction is refused too`() throws {
        let error = try failure(sketch, "ba") {
            $0.travelMode = .settings(
                TravelMode(
                    id: "1", name: "Theirs", type: "AUTOMOBILE", summary: "",
                    impedanceAttributeName: "TravelTime", timeAttributeName: "TravelTime",
                    distanceAttributeName: "Length", restrictionAttributeNames: ["Fahren"],
                    uTurnPolicy: .allowBacktrack))
        }
        expectRefusal(
            error, of: "travelMode",
            ["restrictionAttributeNames of the travel mode names no restriction", "\"Fahren\""])
    }

    @Test func `matrices and closest facilities are refused as routes are`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let input = sketch.input("ba")
        var matrix = ODCostMatrixParameters()
        (matrix.origins, matrix.destinations) = (input, input)
        matrix.analysis.travel.restrictionAttributeNames = ["Fahren"]
        var nearest = ClosestFacilityParameters()
        (nearest.incidents, nearest.facilities) = (input, input)
        nearest.analysis.travel.restrictionAttributeNames = ["Fahren"]
        let errors = [
            #expect(throws: RouteRequestError.self) { try layer.solve(matrix) },
            #expect(throws: RouteRequestError.self) { try layer.solve(nearest) },
        ]
        for error in errors {
            expectRefusal(error, of: "restrictionAttributeNames", ["\"Fahren\""])
        }
    }

    @Test func `a list without access is obeyed, with a warning`() throws {
        for names in [["Oneway"], ["Avoid Toll Roads", "Fahren"], []] {
            let result = try answer(sketch, "ba") { $0.restrictionAttributeNames = names }
            #expect(result.messageText.contains("No access restriction is active"), "\(names)")
            #expect(result.messageText.contains("Fahren") == names.contains("Fahren"))
        }
    }

    @Test func `one known name among unknown ones is enough`() throws {
        let result = try answer(sketch, "ba") {
            $0.restrictionAttributeNames = ["Avoid Carpool Roads", "driving an automobile"]
        }
        #expect(result.total("Total_TravelTime") == 0.5)
        #expect(result.messageText.contains("\"Avoid Carpool Roads\""))
    }

    @Test func `unknown costs and values of unknown attributes stay warnings`() throws {
        let result = try answer(sketch, "ba") {
            $0.accumulateAttributeNames = ["Price"]
            $0.attributeParameterValues = [.usage("1", of: "Fahren")]
        }
        #expect(result.routes?.features.count == 1)
        #expect(result.messages.filter { $0.text.hasSuffix("It was ignored.") }.count == 2)
    }

    @Test func `a travel mode of another network has one message for all that has no counterpart`()
        throws
    {
        let names = ["Driving an Automobile", "Avoid Moon Roads", "Avoid Sun Roads"]
        let values = [
            .usage("AVOID_MEDIUM", of: "Avoid Moon Roads"),
            AttributeParameterValue(
                attributeName: "Speed of Ships", parameterName: "Knots", value: "7"),
        ]
        let result = try answer(sketch, "ba") {
            $0.travelMode = .settings(
                TravelMode(
                    id: "1", name: "Theirs", type: "AUTOMOBILE", summary: "",
                    impedanceAttributeName: "TravelTime", timeAttributeName: "TravelTime",
                    distanceAttributeName: "Length", restrictionAttributeNames: names,
                    attributeParameterValues: values, uTurnPolicy: .allowBacktrack))
        }
        #expect(result.routes?.features.count == 1)
        let foreign = result.messages.filter { $0.text.contains("does not have") }
        try #require(foreign.count == 1, "\(result.messageText)")
        for name in ["\"Avoid Moon Roads\"", "\"Avoid Sun Roads\"", "\"Speed of Ships: Knots\""] {
            #expect(foreign[0].text.ranges(of: name).count == 1, "\(name)")
        }
        #expect(!result.messages.contains { $0.text.hasSuffix("It was ignored.") })
    }
}
