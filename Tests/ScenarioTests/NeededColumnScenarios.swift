// Answers with only the columns that their reader needs.

import Geo
import RouteAPI
import RouteTesting
import Testing

@Suite struct NeededColumnScenarios {
    private let block = NetworkSketch("a---b\n|   |\nd---c") { $0.road("abcda", seconds: 10) }

    private func result(needing columns: Set<String>?) throws -> AnalysisResult {
        try answer(block, "abc") {
            $0.returnRoutes = true
            $0.returnStops = true
            $0.analysis.output.returnLegs = true
            $0.analysis.caller.neededColumns = columns
        }
    }

    @Test func `rows have the needed columns alone, with the same values`() throws {
        let columns: Set = ["ObjectID", "SnapX", "FromStopID", "Meters", "Total_"]
        let (whole, some) = (try result(needing: nil), try result(needing: columns))
        for key in ["routes", "stops", "legs"] {
            let (all, few) = (try #require(whole[table: key]), try #require(some[table: key]))
            let expected = all.fields.filter { field in
                columns.contains(field.name) || field.name.hasPrefix("Total_")
            }
            #expect(few.fields == expected, "\(key)")
            #expect(few.fields.count < all.fields.count)
            #expect(few.features.count == all.features.count)
            for (row, other) in zip(few.features, all.features) {
                #expect(row.geometry == other.geometry)
                for field in expected {
                    #expect(few.value(field.name, of: row) == all.value(field.name, of: other))
                }
            }
        }
        #expect(some.legs?.fields.contains { $0.name.hasPrefix("Total_") } == true)
    }

    @Test func `legs without lines have no points on them`() throws {
        let plain = try answer(block, "abc") {
            $0.analysis.output.returnLegs = true
            $0.analysis.output.outputLines = OutputLineType.none
        }
        let legs = try #require(plain.legs)
        #expect(legs.features.count == 2)
        for leg in legs.features {
            #expect(legs.value("FirstPoint", of: leg) == .null)
            #expect(legs.value("LastPoint", of: leg) == .null)
        }
    }
}
