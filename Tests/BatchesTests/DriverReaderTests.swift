// Tests the rows of drivers: what a row means, and the sentence about each bad cell.

import Geo
import Testing

@testable import Batches

@Suite struct DriverReaderTests {
    /// The drivers of rows of text below a heading.
    private func drivers(_ table: String, returnsToStart: Bool = false) throws -> Drivers {
        let lines = table.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let rows = FeatureSet(
            geometryType: .point, spatialReference: .wgs84,
            fields: lines[0].map { Field($0, .string) },
            features: lines.dropFirst().map {
                Feature(values: $0.map { .string($0) }, geometry: nil)
            })
        return try DriverReader(
            rows: rows, source: "drivers.csv", number: { $0 + 2 }, returnsToStart: returnsToStart
        ).drivers()
    }

    @Test func `a row has places, sizes and a break`() throws {
        let found = try drivers(
            """
            Name,StartX,StartY,StartName,ReturnToStart,Height,Weight,Break,BreakLatest
            Ada,7.4,43.7,Yard,yes,"13.5ft",7.5t,30,12:00
            Bea,7.5,43.8,,,3.2,3500,,
            """.replacing("\"", with: ""))
        let (ada, bea) = (found.all[0], found.all[1])
        #expect(ada.problems == [] && bea.problems == [])
        #expect(ada.start?.name == "Yard" && ada.end == ada.start)
        #expect(bea.start?.name == "Depot" && bea.end == nil)
        #expect(ada.vehicle.height == 4.114_8 && ada.vehicle.weight == 7_500)
        #expect(bea.vehicle.height == 3.2 && bea.vehicle.weight == 3_500)
        #expect(ada.rest?.minutes == 30)
        #expect(ada.rest?.latest == .written(.timeOfDay(12 * 3_600_000)))
        #expect(try drivers("Name,StartX,StartY\nA,7,43", returnsToStart: true).all[0].end != nil)
    }

    @Test(arguments: [
        ("StartX", "east", "\"east\" is not a number"),
        ("StartX", "7", "column StartY: is empty, and StartX is not"),
        ("ReturnToStart", "maybe", "\"maybe\" is neither yes nor no"),
        ("ReturnToStart", "yes", "is set, and the row has no start place"),
        ("ShiftStart", "noon", "drivers.csv, row 2: ShiftStart is \"noon\""),
        ("Height", "tall", "units m, cm, ft, in where it is not in m"),
        ("Weight", "7.5", "would be kilograms; write 7.5 t or 7.5 kg"),
        ("MaxTotalTime", "0", "0 is not a number of minutes above 0"),
        ("Break", "30", "column BreakLatest: is empty, and Break is not"),
        ("BreakLatest", "12:00", "column BreakLatest: is set, and Break is not"),
    ])
    func `a bad cell is a problem of its driver only`(
        column: String, text: String, sentence: String
    ) throws {
        let other = ["StartY", "BreakLatest"].filter { $0 != column }
        let head = (["Name", column] + other).joined(separator: ",")
        let empty = String(repeating: ",", count: other.count)
        let found = try drivers("\(head)\nAda,\(text)\(empty)\nBea,\(empty)")
        #expect(found.all.map(\.problems.count) == [1, 0])
        #expect(found.all[0].problems.first?.contains(sentence) == true)
    }

    @Test func `each driver has one row with a name`() throws {
        let found = try drivers("Name,Height\nAda,\n,3\n,\nADA,\nCem,")
        #expect(found.all.map(\.name) == ["Ada", "Cem"])
        #expect(
            found.all[0].problems == [
                "drivers.csv, row 5, column Name: \"ADA\" is the name in drivers.csv, row 2, too; "
                    + "each driver has one row"
            ])
        #expect(
            found.notes(onNames: ["ada", "Dan"], of: "driver") == [
                "drivers.csv, row 3, column Name: is empty; write the driver's name as the stops "
                    + "have it",
                "drivers.csv, row 6, column Name: no stop has \"Cem\" in driver",
            ])
    }

    @Test(arguments: [
        ("Nmae,Height\nAda,", "no column Name with the names of drivers"),
        ("Name,Height\n,", "no row; each driver needs one"),
        ("Name,Height\n,3", "row 2, column Name: is empty"),
    ])
    func `rows without any driver end the batch`(table: String, sentence: String) {
        let error = #expect(throws: BatchError.self) { try drivers(table) }
        #expect(error?.description.contains(sentence) == true)
    }

    @Test func `a state has many words, and a number in Status is none`() {
        func states(_ values: [AttributeValue], _ type: FieldType = .string) -> [VisitState?] {
            var set = FeatureSet(
                geometryType: .point, spatialReference: .wgs84, fields: [Field("Status", type)],
                features: values.map { Feature(values: [$0], geometry: nil) })
            let states = VisitState.states(&set)
            #expect(set.fields[0].name == (type == .string ? "State" : "Status"))
            return values.indices.map { states.byRow[$0] }
        }
        let words = ["Visited", " done ", "UNDER WAY", "next", "planned", "closed", ""]
        #expect(
            states(words.map { .string($0) }) == [
                .visited, .visited, .underWay, .underWay, .unvisited, nil, nil,
            ])
        #expect(states([.integer(0), .integer(1)], .integer) == [nil, nil])
    }
}
