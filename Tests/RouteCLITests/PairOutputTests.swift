// Tests pairs in every output format, and the exit codes of their answers.

import Batches
import Geo
import RouteAPI
import Testing

@testable import RouteCLI

@Suite struct PairOutputTests {
    private func places(_ rows: [(id: Int, name: String, status: Int)]) -> FeatureSet {
        FeatureSet(
            geometryType: .point, spatialReference: .wgs84,
            fields: [
                Field("ObjectID", .objectID), Field("Name", .string), Field("Status", .integer),
            ],
            features: rows.map { row in
                Feature(
                    values: [.integer(row.id), .string(row.name), .integer(row.status)],
                    geometry: .point(Coordinate(x: 7, y: 43)))
            })
    }

    /// Two origins, two destinations, and a cost without totals.
    private var matrix: AnalysisResult {
        let pairs: [(Int, Int, Int, Double, Double)] = [
            (1, 2, 1, 1.25, 0.5), (1, 1, 2, 12.34567, 10), (2, 1, 1, 3, 2),
        ]
        var result = AnalysisResult()
        result[table: "origins"] = places([(1, "Depot, A", 0), (2, "B", 0)])
        result[table: "destinations"] = places([(1, "C", 0), (2, "D", 0)])
        result[table: "odLines"] = FeatureSet(
            geometryType: nil, spatialReference: .wgs84,
            fields: [
                Field("ObjectID", .objectID), Field("Name", .string), Field("OriginID", .integer),
                Field("DestinationID", .integer), Field("DestinationRank", .integer),
                Field("Total_TravelTime", .double), Field("Total_WalkTime", .double),
                Field("Total_Miles", .double),
            ],
            features: pairs.map { row in
                Feature(
                    values: [
                        .integer(0), .string("-"), .integer(row.0), .integer(row.1),
                        .integer(row.2), .double(row.3), .null, .double(row.4),
                    ], geometry: nil)
            })
        return result
    }

    /// An incident with two facilities, and times.
    private var nearest: AnalysisResult {
        var result = AnalysisResult()
        result[table: "incidents"] = places([(5, "Fire", 0)])
        result[table: "facilities"] = places([(1, "North", 0), (2, "South", 0)])
        result.routes = FeatureSet(
            geometryType: .polyline, spatialReference: .wgs84,
            fields: [
                Field("ObjectID", .objectID), Field("FacilityID", .integer),
                Field("FacilityRank", .integer), Field("IncidentID", .integer),
                Field("StartTime", .date), Field("EndTime", .date), Field("StartTimeUTC", .date),
                Field("EndTimeUTC", .date), Field("Total_TravelTime", .double),
            ],
            features: [(2, 1), (1, 2)].map { (facility, rank) in
                Feature(
                    values: [
                        .integer(rank), .integer(facility), .integer(rank), .integer(5),
                        .date(3_600_000), .date(7_200_000), .date(0), .date(3_600_000),
                        .double(60),
                    ],
                    geometry: .polyline(paths: [
                        [Coordinate(x: 7, y: 43), Coordinate(x: 7.1, y: 43)]
                    ]))
            })
        return result
    }

    private func text(_ file: PairFile, _ format: OutputFormat) throws -> String {
        var bytes: [UInt8] = []
        try withSink(&bytes) { try file.write(format, to: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func withSink(
        _ bytes: inout [UInt8], _ produce: (ByteSink) throws -> Void
    ) throws {
        let received = Received()
        try ByteSink.collect(produce) { received.bytes += $0 }
        bytes = received.bytes
    }

    private final class Received {
        var bytes: [UInt8] = []
    }

    private func file(matrix result: AnalysisResult) -> PairFile {
        PairFile(solution: Solution(result), table: PairTable(matrix: result))
    }

    private func file(nearest result: AnalysisResult) -> PairFile {
        PairFile(solution: Solution(result), table: PairTable(nearest: result))
    }

    @Test func `CSV has a row for each pair with names, rank and totals`() throws {
        #expect(
            try text(file(matrix: matrix), .csv) == """
                OriginID,Origin,DestinationID,Destination,Rank,Total_TravelTime,Total_Miles
                1,"Depot, A",2,D,1,1.25,0.5
                1,"Depot, A",1,C,2,12.34567,10
                2,B,1,C,1,3,2

                """)
        #expect(
            try text(file(nearest: nearest), .csv).hasPrefix(
                """
                IncidentID,Incident,FacilityID,Facility,Rank,StartTime,EndTime,StartTimeUTC,\
                EndTimeUTC,Total_TravelTime
                5,Fire,2,South,1,1970-01-01T01:00:00,1970-01-01T02:00:00,1970-01-01T00:00:00Z,
                """))
    }

    @Test func `a table without pairs has the columns that it would have with some`() throws {
        func header(_ file: PairFile) throws -> String {
            try String(text(file, .csv).prefix { $0 != "\n" })
        }
        var (empty, none) = (matrix, nearest)
        empty[table: "odLines"]?.features = []
        empty.valuedFields = ["Total_TravelTime", "Total_Miles"]
        none.routes?.features = []
        none.valuedFields = [
            "StartTime", "EndTime", "StartTimeUTC", "EndTimeUTC", "Total_TravelTime",
        ]
        #expect(try header(file(matrix: empty)) == (try header(file(matrix: matrix))))
        #expect(try header(file(nearest: none)) == (try header(file(nearest: nearest))))
        // An answer that was read does not say which costs were totaled.
        empty.valuedFields = nil
        #expect(
            try header(file(matrix: empty)).hasSuffix(
                "Rank,Total_TravelTime,Total_WalkTime,Total_Miles"))
    }

    @Test func `a sparse matrix has the same rows without ranks`() throws {
        var result = matrix
        result[table: "odLines"] = nil
        result.costMatrix = CostMatrix(
            costAttributeNames: ["TravelTime"],
            rows: [
                CostMatrix.Row(
                    originID: 2,
                    cells: [
                        CostMatrix.Cell(destinationID: 1, costs: [3]),
                        CostMatrix.Cell(destinationID: 9, costs: [4]),
                    ]), CostMatrix.Row(originID: 1, cells: []),
            ])
        #expect(
            try text(file(matrix: result), .csv) == """
                OriginID,Origin,DestinationID,Destination,Total_TravelTime
                2,B,1,C,3
                2,B,9,,4

                """)
        #expect(file(matrix: result).outcome == .answered)
        result.costMatrix?.rows.removeFirst()
        #expect(file(matrix: result).outcome == .noSolution)
    }

    @Test func `text has columns that stand below each other, then the messages`() throws {
        var result = matrix
        result.messages = [Message(.warning, "look out")]
        result.attribution = "© us"
        #expect(
            try text(file(matrix: result), .text) == """
                Origin    Destination  Rank  TravelTime  Miles
                Depot, A  D               1        1.25    0.5
                Depot, A  C               2      12.346     10
                B         C               1           3      2

                warning: look out

                Data: © us

                """)
        let times = try text(file(nearest: nearest), .text)
        #expect(times.hasPrefix("Incident  Facility  Rank "))
        #expect(times.contains("1970-01-01T01:00:00+01:00"))
        #expect(!times.contains("UTC"))
    }

    @Test func `JSON is the server's, and GeoJSON has the lines`() throws {
        let esri = try JSONValue.parse(text(file(nearest: nearest), .esri))
        #expect(esri["features"]?.array?.count == 2)
        let whole = try JSONValue.parse(text(file(nearest: nearest), .answer))
        #expect(whole["routes"]?["features"]?.array?.count == 2)
        let geoJSON = try JSONValue.parse(text(file(nearest: nearest), .geojson))
        let layers = geoJSON["features"]?.array?.compactMap { $0["properties"]?["layer"]?.string }
        #expect(Set(layers ?? []) == ["routes", "facilities", "incidents"])
        #expect(throws: CommandFailure.self) { try text(file(nearest: nearest), .gpx) }
    }

    @Test func `an answer is partial when a location or a pair is missing`() throws {
        #expect(file(matrix: matrix).outcome == .answered)
        var left = matrix
        left[table: "destinations"] = places([(1, "C", 0), (2, "D", 5)])
        #expect(file(matrix: left).outcome == .partial)
        var missing = matrix
        missing.reasons = [
            Reason(
                .otherComponent, "No street.",
                stop: StopReference(input: "destinations", row: 0, objectID: 1, name: "C"))
        ]
        #expect(file(matrix: missing).outcome == .partial)
        missing[table: "odLines"] = nil
        #expect(file(matrix: missing).outcome == .noSolution)
        var cut = matrix
        cut[table: "odLines"] = nil
        #expect(
            try text(file(matrix: cut), .text).hasPrefix("No pair is within the cutoff.\n"))
        #expect(try text(file(matrix: missing), .text).hasPrefix("No pair has a path.\n"))
    }

    @Test func `a sink passes on large pieces and collects small ones`() throws {
        let counts = Counts()
        try ByteSink.collect({ sink in
            for _ in 0..<3 { try sink.write("abc") }
            try sink.write([UInt8](repeating: 7, count: 100_000))
            try sink.write("d")
        }) { counts.all.append($0.count) }
        #expect(counts.all == [9, 100_000, 1])
    }

    private final class Counts {
        var all: [Int] = []
    }

    @Test func `progress without a known share shows the elapsed time`() {
        let waiting = ProgressLine(waitingForServer: 75)
        #expect(waiting.line(columns: 80) == "Waiting for the server  1:15")
        #expect(waiting.summary == "Waiting for the server: 1:15")
    }

    @Test func `rows written while others are searched are those of the whole answer`() throws {
        let whole = matrix
        let lines = try #require(whole[table: "odLines"])
        var known = whole
        known[table: "odLines"] = nil
        var bytes: [UInt8] = []
        var count = 0
        try withSink(&bytes) { sink in
            let writer = PairRowWriter(sink)
            try writer.begin(known)
            for batch in [[], Array(lines.features[..<1]), Array(lines.features[1...])] {
                var rows = lines
                rows.features = batch
                try writer.receive(
                    .features(RouteAPI.AnswerTable(key: "odLines", title: "Lines", rows: rows)))
            }
            try writer.end(known)
            count = writer.count
        }
        #expect(count == lines.features.count)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == (try text(
                    PairFile(solution: Solution(whole), table: PairTable(matrix: whole)), .csv)))
    }

    @Test func `an answer that is returned whole is written whole`() throws {
        var bytes: [UInt8] = []
        try withSink(&bytes) { sink in
            try PairRowWriter(sink).end(matrix)
        }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == (try text(
                    PairFile(solution: Solution(matrix), table: PairTable(matrix: matrix)), .csv)))
    }
}
