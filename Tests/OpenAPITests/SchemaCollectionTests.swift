// Tests which schemas a document has.

import Geo
import Testing

@testable import OpenAPI

@Suite struct SchemaCollectionTests {
    private let collection = SchemaCollection([
        ("Other", Schema.string), ("Inner", Schema.string), ("Loop", Schema.reference("Loop")),
        ("Outer", Schema.array(of: Schema.reference("Inner"))),
    ])

    @Test func `a document has the schemas that its paths lead to, by way of others too`() {
        let used = collection.used(by: [["a": ["b": Schema.reference("Outer")]]])
        #expect(used.map(\.key) == ["Inner", "Outer"])
        #expect(collection.used(by: []).isEmpty)
    }

    @Test func `a schema may refer to itself`() {
        #expect(collection.used(by: [[Schema.reference("Loop")]]).map(\.key) == ["Loop"])
    }

    @Test func `a reference to a schema that is not there leads nowhere`() {
        #expect(collection.used(by: [Schema.reference("Missing")]).isEmpty)
    }
}
