// Rules for every feature set in golden answers.

import Geo

/// The rules for feature sets.
struct FeatureSetRules {
    private(set) var problems: [String] = []
    private let key: String
    private let features: JSONValue

    init(_ key: String, _ set: JSONValue) {
        self.key = key
        features = set
        checkFields()
        for feature in features["features"]?.array ?? [] { checkRow(feature) }
        checkIDs()
    }

    private var fields: [JSONValue] { features["fields"]?.array ?? [] }

    private mutating func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
        if !holds { problems.append("\(key): \(text())") }
    }

    private mutating func checkFields() {
        let names = fields.map { $0["name"]?.string }
        expect(names == features["fieldAliases"]?.object?.keys, "aliases differ from fields")
        for field in fields {
            let name = field["name"]?.string ?? ""
            expect(features["fieldAliases"]?[name] == field["alias"], "alias of \(name)")
            let isText = field["type"]?.string == "esriFieldTypeString"
            expect(isText == (field["length"] != nil), "length of \(name)")
        }
        // Turns and legs have no shape, nor do matrix rows unless the request wants lines.
        let hasShape =
            !["traversedTurns", "legs"].contains(key)
            && (key != "odLines" || names.contains("Shape_Length"))
        expect((features["geometryType"] != nil) == hasShape, "geometryType")
        expect(
            (features["spatialReference"]?["wkid"]?.integer != nil) == hasShape, "spatialReference")
    }

    private mutating func checkRow(_ feature: JSONValue) {
        let attributes = feature["attributes"]?.object?.members ?? []
        expect(attributes.map(\.key) == fields.map { $0["name"]?.string }, "order of attributes")
        for (attribute, field) in zip(attributes, fields) where !attribute.value.isNull {
            expect(Self.fits(attribute.value, field), "\(attribute.key) is \(attribute.value)")
        }
        expect(feature["geometry"]?["spatialReference"] == nil, "a reference in a geometry")
    }

    private static func fits(_ value: JSONValue, _ field: JSONValue) -> Bool {
        switch field["type"]?.string {
        case "esriFieldTypeOID", "esriFieldTypeInteger", "esriFieldTypeDate": value.integer != nil
        case "esriFieldTypeDouble": value.number != nil
        case "esriFieldTypeString":
            (value.string?.count ?? .max) <= (field["length"]?.integer ?? 0)
        default: false
        }
    }

    private mutating func checkIDs() {
        let ids = (features["features"]?.array ?? []).map { $0["attributes"]?["ObjectID"]?.integer }
        expect(Set(ids).count == ids.count && !ids.contains(nil), "object ids \(ids)")
    }
}

/// The rules for traversed edges, junctions and turns.
struct TraversalRules {
    private(set) var problems: [String] = []

    init(_ solve: SolveReading) {
        let edges = solve.features("traversedEdges").compactMap { $0["attributes"] }
        for route in solve.routes.compactMap({ $0["attributes"] }) {
            let mine = edges.filter { $0["RouteID"] == route["ObjectID"] }
            guard !mine.isEmpty else { continue }
            for cost in SolveReading.costs {
                guard let total = route["Total_\(cost)"]?.number else { continue }
                var sum = 0.0
                for edge in mine {
                    sum += edge["Attr_\(cost)"]?.number ?? .nan
                    let cumulated = edge["Cumul_\(cost)"]?.number ?? .nan
                    if !isNear(sum, cumulated) { problems.append("Cumul_\(cost) \(cumulated)") }
                }
                if !isNear(sum, total) { problems.append("edges' \(cost) \(sum), not \(total)") }
            }
            let joints = zip(mine, mine.dropFirst())
            if !joints.allSatisfy({ $0["ToJunctionID"] == $1["FromJunctionID"] }) {
                problems.append("edges do not join")
            }
        }
    }
}
