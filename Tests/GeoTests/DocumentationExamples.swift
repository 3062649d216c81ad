// Runs the documentation examples for JSON, feature sets and conditions, word for word.

import Geo
import Testing

struct DocumentationExamples {
    @Test func `the example of JSONValue reads members`() throws {
        let value = try JSONValue.parse(#"{"stops": ["Depot", "Customer"], "strict": true}"#)
        let names = value["stops"]?.array?.compactMap(\.string)
        let isStrict = value["strict"]?.bool

        #expect(names == ["Depot", "Customer"])
        #expect(isStrict == true)
    }

    @Test func `the example of JSONWriter writes an object`() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("name", "Depot")
        writer.member("isOpen", true)
        writer.endObject()
        let text = writer.text

        #expect(text == #"{"name":"Depot","isOpen":true}"#)
    }

    @Test func `the example of FeatureSet finds a field in any case`() {
        let place = Coordinate(x: 7.42, y: 43.73)

        let depot = Feature(values: [.string("Depot")], geometry: .point(place))
        let stops = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [Field("Name", .string)],
            features: [depot])
        let name = stops.value("name", of: depot)

        #expect(name == AttributeValue.string("Depot"))
    }

    @Test func `the example of WhereClause holds`() throws {
        let clause = try WhereClause("ROAD_CLASS <> 3 AND Name LIKE 'A%'")
        let isMet = clause.holds { $0 == "Name" ? .text("A 8") : .number(1) }

        #expect(isMet)
    }
}
