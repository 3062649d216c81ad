// Tests rows written by column.

import Geo
import RouteAPI
import Testing

@Suite struct ColumnValuesTests {
    private struct Row {
        var id: Int
        var costs: [Double]
    }

    private static func attributes(_ names: String...) -> ColumnAttributes {
        var attributes = ColumnAttributes()
        attributes.costs = names.enumerated().map {
            ColumnAttributes.Attribute(position: $0, name: $1)
        }
        attributes.liveCosts = attributes.costs
        return attributes
    }

    private static let values = ColumnValues<Row>(for: .odLines) { values in
        // The order of declarations does not matter.
        values.set(.lengthOfPair) { _ in Double?.none }
        values.set(each: .delay) { $0.costs[$1] / 10 }
        values.set(each: .freeFlow) { $0.costs[$1] * 0.9 }
        values.set(each: .total) { $0.costs[$1] }
        values.set(.destinationRank) { _ in 1 }
        values.set(.destinationID) { $0.id * 10 }
        values.set(.originID) { $0.id }
        values.set(.nameOfPair) { "row \($0.id)" }
        values.set(.rowNumber) { $0.id }
    }

    @Test func `a row has its values in the order of the class`() {
        var table = Self.values.table(over: Self.attributes("Time", "Length"), in: .wgs84)
        table.append(Row(id: 7, costs: [20, 50]), nil)
        #expect(
            table.set.fields.map(\.name) == [
                "ObjectID", "Name", "OriginID", "DestinationID", "DestinationRank", "Total_Time",
                "Total_Length", "FreeFlow_Time", "Delay_Time", "FreeFlow_Length", "Delay_Length",
                "Shape_Length",
            ])
        #expect(
            table.set.features[0].values == [
                .integer(7), .string("row 7"), .integer(7), .integer(70), .integer(1),
                .double(20), .double(50), .double(18), .double(2), .double(45), .double(5), .null,
            ])
        #expect(table.set.fields[1].length == 1_024)
    }

    @Test func `a table can leave columns out`() {
        let some = Self.values.table(in: .wgs84, without: [.lengthOfPair, .originID])
        #expect(
            some.set.fields.map(\.name) == [
                "ObjectID", "Name", "DestinationID", "DestinationRank",
            ])
    }

    private static func setRules(_ values: inout ColumnValues<Row>) {
        values.set(.rowNumber) { $0.id }
        values.set(.traceName) { _ in "" }
        values.set(.matchedRouteID) { $0.id }
        values.set(.rule) { _ in "" }
        values.set(.streetOfRule) { _ in "" }
        values.set(.edgeOfRule) { $0.id }
        values.set(.measureOfRule) { _ in 0.0 }
        values.set(.textOfRule) { _ in "" }
    }

    @Test func `a column that the class lacks stops the process`() async {
        await #expect(processExitsWith: .failure) {
            _ = ColumnValues<Row>(for: .brokenRules) { values in
                Self.setRules(&values)
                values.set(.status) { $0.id }
            }
        }
    }

    @Test func `a column without a value stops the process`() async {
        await #expect(processExitsWith: .failure) {
            _ = ColumnValues<Row>(for: .brokenRules) { $0.set(.rowNumber) { $0.id } }
        }
    }

    @Test func `a value of another type stops the process`() async {
        await #expect(processExitsWith: .failure) {
            _ = ColumnValues<Row>(for: .brokenRules) { $0.set(.rule) { $0.id } }
        }
    }
}
