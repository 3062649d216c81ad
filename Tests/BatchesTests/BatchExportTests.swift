// Tests a batch's output in other formats.

import Geo
import RouteAPI
import Testing

@testable import Batches

@Suite struct BatchExportTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func export() async throws -> BatchExport {
        let file = try BatchFile.begin(in: folder.store(), settings: BatchSettings(), at: 0)
        let rows = deliveries(["Ada", "Ada", "Bea", "Bea", "Bob"])
        let groups = try FileGroups(rows, where: nil, groupedBy: "driver", mostRows: 9)
        let run = GroupRun(source: groups, threads: 1) { stops in
            guard stops.features.count > 1 else {
                throw GroupFailure("too-few-stops", "One stop, two are needed.")
            }
            return answer(to: stops)
        }
        try await run.run(into: file, control: BatchControl()) { _ in }
        return BatchExport(file)
    }

    private func text(_ write: (([UInt8]) throws -> Void) throws -> Void) throws -> String {
        var bytes: [UInt8] = []
        try write { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `CSV has the rows of one table`() async throws {
        let export = try await export()
        #expect(export.tables == [.routes, .stops, .directions, .messages, .failures])
        #expect(
            try text { try export.csv(.stops, to: $0) } == """
                RouteID,InputID,Name,RouteName,Sequence,Status,Cumul_TravelTime,driver,lon,lat
                1,1,Stop 1,Ada,1,0,0,Ada,7,43
                1,2,Stop 2,Ada,2,0,1,Ada,7.001,43
                2,3,Stop 3,Bea,1,0,0,Bea,7.002,43
                2,4,Stop 4,Bea,2,0,1,Bea,7.003,43

                """)
        #expect(
            try text { try export.csv(.failures, to: $0) } == """
                RouteID,driver,RouteName,StopCount,Reason,Text
                3,Bob,Bob,1,too-few-stops,"One stop, two are needed."

                """)
        #expect(try text { try export.csv(.trips, to: $0) }.isEmpty)
    }

    @Test func `GeoJSON has the features of all tables`() async throws {
        let export = try await export()
        let json = try JSONValue.parse(try text { try export.geoJSON(to: $0) })
        #expect(json["type"] == "FeatureCollection")
        let layers = json["features"]?.array?.compactMap { $0["properties"]?["layer"]?.string }
        #expect(
            layers == ["routes", "routes"] + Array(repeating: "stops", count: 4)
                + ["directions", "directions"] + Array(repeating: "messages", count: 4)
                + ["failures"])
        #expect(json["features"]?.array?.first?["geometry"]?["type"] == "LineString")
    }

    @Test func `Esri JSON has a feature set for each table`() async throws {
        let export = try await export()
        let json = try JSONValue.parse(try text { try export.esriJSON(to: $0) })
        #expect(
            json.object?.keys == ["routes", "stops", "directions", "messages", "failures"])
        let stops = try EsriFeatureReader().featureSet(try #require(json["stops"]))
        #expect(stops.features.count == 4 && stops.fields.first?.type == .objectID)
        #expect(json["failures"]?.object?.keys.contains("geometryType") == false)
    }
}
