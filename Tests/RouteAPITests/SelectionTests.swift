// Tests definitions that select rows from stored layers, and messages about their faults.

import DataStructures
import Geo
import RouteAPI
import Testing

@Suite struct SelectionTests {
    private func definition(_ members: JSONValue) throws -> LayerDefinition {
        try StoredLayerQuery(#require(members.object)).definition(of: "stops")
    }

    /// The message about a definition, empty if it is accepted.
    private func fault(_ members: JSONValue) -> String {
        do {
            _ = try definition(members)
            return ""
        } catch let error as RouteRequestError {
            #expect(error.faults.map(\.parameter) == ["stops"])
            return error.details.joined(separator: "\n")
        } catch {
            return "\(error)"
        }
    }

    @Test func `a definition has every member of the contract`() throws {
        let read = try definition([
            "type": "layer", "layerName": "Deliveries", "where": " kind = 'Overnight' ",
            "geometry": [
                "rings": [[[7, 43], [7, 44], [8, 44], [7, 43]]],
                "spatialReference": ["wkid": 102100],
            ],
            "geometryType": "esriGeometryPolygon", "spatialRel": "esriSpatialRelContains",
            "objectIds": [3, 1], "orderByFields": "day DESC, \"the order\", name ASC",
            "fieldMappings": ["Name": "customer", "Attr_TravelTime": "minutes"],
        ])
        #expect(read.layerName == "Deliveries")
        #expect(read.selection.condition == "kind = 'Overnight'")
        #expect(read.selection.spatialReference?.wkid == 102100)
        #expect(read.selection.relation == .contains)
        #expect(read.selection.objectIDs == [3, 1])
        #expect(
            read.selection.order == [
                FeatureOrder(field: "day", isAscending: false),
                FeatureOrder(field: "the order"), FeatureOrder(field: "name"),
            ])
        #expect(read.mapping.entries.map(\.column) == ["customer", "minutes"])
        guard case .polygon = read.selection.geometry else {
            Issue.record("no polygon")
            return
        }
    }

    @Test func `a layer may be named by its number, and select everything`() throws {
        let read = try definition(["type": "layer", "layerName": 2, "where": nil, "geometry": ""])
        #expect(read.layerName == "2")
        #expect(read.selection == FeatureSelection())
        #expect(read.mapping.isEmpty)
    }

    @Test func `simple shapes are points and boxes, in inSR`() throws {
        let point = try definition(["layerName": "A", "geometry": "7.4, 43.7", "inSR": "4326"])
        #expect(point.selection.geometry == .point(Coordinate(x: 7.4, y: 43.7)))
        #expect(point.selection.spatialReference?.wkid == 4326)
        let box = try definition(["layerName": "A", "geometry": "7,43,8,44"])
        #expect(box.selection.geometry?.envelope == Envelope(minX: 7, minY: 43, maxX: 8, maxY: 44))
        #expect(box.selection.spatialReference == nil)
        let text = try definition(["layerName": "A", "geometry": #"{"x":1,"y":2}"#, "inSR": 3857])
        #expect(text.selection.geometry == .point(Coordinate(x: 1, y: 2)))
    }

    @Test(arguments: SpatialRelation.allCases)
    func `every relation is read under its name, short or long`(relation: SpatialRelation) throws {
        let short = relation.rawValue.dropFirst("esriSpatialRel".count).lowercased()
        for name in [relation.rawValue, relation.rawValue.uppercased(), short] {
            let read = try definition([
                "layerName": "A", "geometry": "1,2", "spatialRel": .string(name),
                "relationParam": relation == .relation ? "tft***fFf" : nil,
            ])
            #expect(read.selection.relation == relation)
            #expect(read.selection.matrix == (relation == .relation ? "TFT***FFF" : nil))
        }
    }

    /// Members with faulty values, and words in the message.
    private static let faults: [(member: String, value: JSONValue, words: String)] = [
        ("spatialRel", "near", "spatialRel is \"near\"; one of esriSpatialRelIntersects"),
        ("spatialRel", "esriSpatialRelRelation", "relationParam is missing"),
        ("relationParam", "FFFTTT***", "only with spatialRel"),
        ("geometryType", "esriGeometryBlob", "esriGeometryPolygon"),
        ("geometry", "1,2,3", "xmin,ymin,xmax,ymax"),
        ("geometry", "1,x", "a point x,y"),
        ("geometry", ["rings": []], "geometry is empty"),
        ("geometry", ["rings": [[[1, 2]]]], "ring needs three"),
        ("geometry", "{\"x\":", "not valid JSON"),
        ("geometry", true, "geometry cannot be used"),
        ("inSR", "north", "inSR cannot be used"),
        ("objectIds", "1,two", "at place 2"),
        ("objectIds", ["a": 1], "numbers such as"),
        ("orderByFields", "\"\" DESC", "names with ASC"),
        ("where", 3, "where is 3; text is needed"),
        ("fieldMappings", "Name=customer", "an object such as"),
        ("fieldMappings", ["Name": 3], "for \"Name\""),
        ("layerName", "  ", "the name of a stored layer"),
    ]

    @Test(arguments: faults)
    func `what is wrong names the member and what would be accepted`(
        member: String, value: JSONValue, words: String
    ) {
        var members = JSONObject()
        members["layerName"] = "A"
        members["geometry"] = "1,2"
        members[member] = value
        let text = fault(.object(members))
        #expect(text.contains("Parameter \"stops\": "), "\(text)")
        #expect(text.contains(words), "\(text)")
    }

    @Test func `a definition is read from a request and written back as it was sent`() throws {
        let sent =
            #"{"type":"layer","layerName":"A","where":"b = 1","geometry":"1,2","inSR":4326}"#
        let parameters = try RouteParameters(fields: ["stops": sent])
        #expect(parameters.formFields["stops"] == sent)
        #expect(parameters.analysis.notes.isEmpty)
        let odd = try RouteParameters(
            fields: ["stops": #"{"type":"layer","layerName":"A","wheer":"b = 1"}"#])
        #expect(odd.analysis.notes.first?.text.contains("did you mean \"where\"") == true)
    }

    @Test func `queries of forms name their own fields`() throws {
        let form = FormParameters([
            (name: "where", value: "a = 1"), (name: "geometry", value: "1,2,3,4"),
            (name: "objectIds", value: "5,6"), (name: "returnCountOnly", value: "TRUE"),
            (name: "resultOffset", value: "10"), (name: "outFields", value: "a, b"),
            (name: "outSR", value: #"{"wkid":3857}"#),
        ])
        let reader = SelectionReader(form: form)
        let selection = try reader.selection()
        #expect(selection.condition == "a = 1")
        #expect(selection.objectIDs == [5, 6])
        #expect(try reader.flag("returnCountOnly") == true)
        #expect(try reader.count("resultOffset") == 10)
        #expect(try reader.names("outFields") == ["a", "b"])
        #expect(try reader.reference("outSR")?.wkid == 3857)
        let error = #expect(throws: RouteRequestError.self) {
            try SelectionReader(form: FormParameters([(name: "spatialRel", value: "x")]))
                .selection()
        }
        #expect(error?.faults.first?.parameter == "spatialRel")
    }

    @Test(arguments: UInt64(0)..<200)
    func `no bytes crash the reading`(seed: UInt64) {
        var random = SeededGenerator(seed)
        let letters = Array("{}[]\",:0123456789.-eE*TFabw =';\u{0}é".unicodeScalars)
        var members = JSONObject()
        members["layerName"] = "A"
        for name in ["where", "geometry", "spatialRel", "relationParam", "inSR", "orderByFields"] {
            let count = Int.random(in: 0...12, using: &random)
            var text = String.UnicodeScalarView()
            for _ in 0..<count {
                text.append(letters[Int.random(in: 0..<letters.count, using: &random)])
            }
            members[name] = .string(String(text))
        }
        do {
            _ = try StoredLayerQuery(members).definition(of: "stops")
        } catch {
            #expect(!error.details.isEmpty && error.code == 400, "seed \(seed)")
        }
    }
}

@Suite struct FieldMappingTests {
    private let rows = FeatureSet(
        geometryType: .point, spatialReference: .wgs84,
        fields: [
            Field("fid", .objectID), Field("customer", .string), Field("Name", .string),
            Field("minutes", .double),
        ],
        features: [
            Feature(
                values: [.integer(7), .string("Ada"), .string("old"), .double(3)],
                geometry: .point(Coordinate(x: 1, y: 2)))
        ])

    @Test func `columns become fields, and ids the ObjectID`() throws {
        let mapping = FieldMapping([
            .init(field: "Name", column: "CUSTOMER"), .init(field: "Attr_Time", column: "minutes"),
            .init(field: "Code", column: "fid"),
        ])
        let renamed = mapping.renaming(rows)
        #expect(renamed.fields.map(\.name) == ["ObjectID", "Code", "Name", "Attr_Time"])
        #expect(renamed.fields.map(\.type) == [.objectID, .integer, .string, .double])
        let row = try #require(renamed.features.first)
        #expect(row.values == [.integer(7), .integer(7), .string("Ada"), .double(3)])
        #expect(row.geometry == rows.features.first?.geometry)
    }

    @Test func `without entries only the ids get their usual name`() {
        let renamed = FieldMapping().renaming(rows)
        #expect(renamed.fields.map(\.name) == ["ObjectID", "customer", "Name", "minutes"])
        #expect(renamed.features == rows.features)
    }

    @Test func `one column may be two fields, and the last entry for a field counts`() {
        let mapping = FieldMapping([
            .init(field: "Name", column: "minutes"), .init(field: "RouteName", column: "customer"),
        ]).overridden(by: FieldMapping([.init(field: "name", column: "customer")]))
        let renamed = mapping.renaming(rows)
        #expect(renamed.fields.map(\.name) == ["ObjectID", "RouteName", "name", "minutes"])
        #expect(renamed.features.first?.values[1] == renamed.features.first?.values[2])
    }

    @Test func `a column that is missing is found`() {
        let mapping = FieldMapping([.init(field: "Name", column: "custmer")])
        #expect(
            mapping.entryWithoutColumn(among: rows.fields.map(\.name))?.column == "custmer")
        #expect(
            FieldMapping([.init(field: "a", column: "FID")])
                .entryWithoutColumn(among: rows.fields.map(\.name)) == nil)
    }
}
