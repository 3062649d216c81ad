// Costs of rows without effect, because the request counts other costs: they are said.

import Geo
import MatrixAnalysis
import Preparation
import RouteAPI
import RouteTesting
import Testing

struct IdleCostScenarios {
    private let street = NetworkSketch.street("abc", seconds: 10)

    private func messages(ofStop fields: [String: AttributeValue]) throws -> String {
        try answer(street, "abc") { $0.setStops([[:], fields, [:]]) }.messageText
    }

    @Test func `a time at a stop that the route does not count is said`() throws {
        let text = try messages(ofStop: ["Name": .string("b"), "Attr_WalkTime": .double(5)])
        #expect(
            text.contains(
                "Attr_WalkTime of \"b\" had no effect, because the request counts TravelTime; "
                    + "send Attr_TravelTime."), "\(text)")
    }

    @Test(arguments: [
        ["Attr_WalkTime": 5, "Attr_TravelTime": 4], ["Attr_WalkTime": 0], ["Attr_Length": 30],
        ["Attr_TravelTime": 5],
    ])
    func `rows that state the counted cost, or zeros, are not reported`(
        fields: [String: Double]
    ) throws {
        #expect(try messages(ofStop: fields.mapValues { .double($0) }) == "")
    }

    @Test func `times in words count like numbers`() throws {
        let time = AttributeValue.string("0:05:00")
        #expect(try messages(ofStop: ["Attr_WalkTime": .double(5), "Attr_TravelTime": time]) == "")
        #expect(try messages(ofStop: ["Attr_WalkTime": time]).contains("send Attr_TravelTime."))
    }

    @Test func `a barrier that scales another cost is said, unless it bars or scales this one`()
        throws
    {
        func text(_ type: Int, _ costs: [String: Double]) throws -> String {
            var fields = costs.mapValues { AttributeValue.double($0) }
            fields["BarrierType"] = .integer(type)
            return try answer(street, "ab") {
                $0.barPolygons([[street.box("b", "c", 0.2...0.7)]], [fields])
            }.messageText
        }
        #expect(
            try text(1, ["Attr_WalkTime": 2]).contains("Attr_WalkTime of polygon barrier 1 had no"))
        #expect(try text(1, ["Attr_WalkTime": 2, "Attr_TravelTime": 3]) == "")
        #expect(try text(0, ["Attr_WalkTime": 2]) == "")
    }

    @Test func `a cutoff in another cost than the impedance is said`() throws {
        func text(_ fields: [String: AttributeValue]) throws -> String {
            let request = ODCostMatrixParameters(
                from: street.named("a", fields), to: street.named("b"))
            return try NetworkLayer.sketched(street).solve(request).messageText
        }
        #expect(
            try text(["Cutoff_WalkTime": .double(2)]).contains(
                "Cutoff_WalkTime of \"a\" had no effect, because the impedance is TravelTime; send "
                    + "Cutoff_TravelTime."))
        #expect(
            try text(["Cutoff_WalkTime": .double(2), "Cutoff_TravelTime": .double(2)]) == "")
    }
}
