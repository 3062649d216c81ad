// Tests answers sent while the layer is still searching for their rows.

import Foundation
import Geo
import HTTPTypes
import Hummingbird
import MatrixAnalysis
import Preparation
import NIOCore
@testable import PublishedServices
import RouteAPI
import RouteTesting
import ServerTesting
@testable import ServicePages
@testable import ServiceTransport
import Synchronization
import Testing

@testable import RouteService

@Suite struct AnswerStreamTests {
    /// Passes rows on in batches, as a layer does for a large matrix.
    private struct RowsLayer: RouteAnswering {
        let layerDescription: LayerDescription = {
            var description = FakeLayer.description
            description.configuration.layerType = .odCostMatrix
            return description
        }()
        let operations = [AnalysisOperation.solveODCostMatrix]
        /// Sends features if true, costs if false.
        let areFeatures: Bool

        static let rowCount = 40
        private static let columns = 150

        /// One batch for each row.
        var batches: [AnswerRows] {
            (1...Self.rowCount).map { origin in
                guard areFeatures else {
                    return .costs(
                        CostMatrix(
                            costAttributeNames: ["TravelTime"],
                            rows: [
                                CostMatrix.Row(
                                    originID: origin, destinationIDs: Array(1...Self.columns),
                                    costs: (1...Self.columns).map { Double($0) / 7 })
                            ]))
                }
                let set = FeatureSet(
                    geometryType: .point, spatialReference: .wgs84,
                    fields: [Field("ObjectID", .objectID), Field("OriginID", .integer)],
                    features: (1...Self.columns).map {
                        let place = Coordinate(x: Double($0) / 7, y: Double(origin) / 3)
                        return Feature(
                            values: [.integer($0), .integer(origin)], geometry: .point(place))
                    })
                return .features(AnswerTable(key: "odLines", title: "Lines", rows: set))
            }
        }

        private var rest: AnalysisResult {
            var result = AnalysisResult()
            result.messages = [Message(.warning, "One location is left out.")]
            result.geometryPrecision = 3
            return result
        }

        func answer(
            _ request: AnalysisRequest, control: SolveControl,
            passingRowsTo rows: (any AnswerRowReceiver)?
        ) throws(RouteRequestError) -> AnalysisResult {
            guard let rows else {
                let rows = RowCollector(rest)
                for batch in batches { try rows.receive(batch) }
                return rows.result
            }
            try rows.begin(rest)
            for batch in batches { try rows.receive(batch) }
            return rest
        }
    }

    private static let path = "\(FixturePath.service)/ODCostMatrix/solveODCostMatrix"

    /// The answer of a server whose layer sends rows.
    private func answer(
        _ form: String, areFeatures: Bool = false, headers: HTTPFields = formHeaders
    ) async throws -> TestResponse {
        let catalog = ServiceCatalog([
            PublishedLayer(
                service: "Harbor", layer: "ODCostMatrix",
                answering: RowsLayer(areFeatures: areFeatures))
        ])
        return try await makeServer(catalog) { _ in }.test { client in
            try await client.execute(
                uri: Self.path, method: .post, headers: headers,
                body: ByteBuffer(string: "\(form)&origins=7,43&destinations=7,43"))
        }
    }

    @Test(arguments: [false, true])
    func `an answer in pieces says what the whole says`(areFeatures: Bool) async throws {
        let response = try await answer("f=json", areFeatures: areFeatures)
        #expect(response.status == .ok)
        #expect(response.headers[.contentLength] == nil, "the length is not known at the head")
        let sent = try response.json()
        // Pages and JSONP are written whole.
        let callback = try await answer("f=json&callback=show", areFeatures: areFeatures)
        let text = callback.text
        let whole = try JSONValue.parse(Array(text.dropFirst(5).dropLast(2).utf8))
        for key in ["odCostMatrix", "odLines", "messages", "network"] {
            #expect(sent[key] == whole[key], "\(key)")
        }
        #expect((sent["odCostMatrix"] == nil) == areFeatures)
        #expect((sent["odLines"] == nil) != areFeatures)
    }

    @Test func `an answer in pieces is compressed piece by piece`() async throws {
        var headers = formHeaders
        headers[.acceptEncoding] = "gzip"
        let response = try await answer("f=json", headers: headers)
        #expect(response.headers[.contentEncoding] == "gzip")
        var plain: [UInt8] = []
        let inflation = try GzipInflation()
        var body = response.body
        let bytes = body.readBytes(length: body.readableBytes)
        let packed = try #require(bytes)
        try packed.withUnsafeBytes { try inflation.inflate($0) { plain += $0 } }
        #expect(inflation.isComplete)
        let sent = try JSONValue.parse(plain)
        let whole = try await answer("f=json").json()
        #expect(sent["odCostMatrix"] == whole["odCostMatrix"])
    }

    @Test func `a bad request for rows is refused as any other`() async throws {
        let answer = try await answer("f=json&outputType=nonsense").json()
        #expect(answer["error"]?["code"] == 400)
    }

    /// A matrix row of so many cells.
    private func row(of count: Int) -> AnswerRows {
        .costs(
            CostMatrix(
                costAttributeNames: ["TravelTime"],
                rows: [
                    CostMatrix.Row(
                        originID: 1, destinationIDs: Array(1...count),
                        costs: (1...count).map(Double.init))
                ]))
    }

    private func stream() throws -> AnswerStream {
        try #require(
            AnswerStream(AnswerWriter(format: .json, callback: nil, headers: HTTPFields())))
    }

    @Test func `an error before the first rows is an answer, and one after them none`() async throws
    {
        let early = try stream()
        early.workEnded(.failure(LaneRefusal.overloaded))
        await #expect(throws: LaneRefusal.overloaded) { try await early.response() }

        let late = try stream()
        try late.receive(row(of: 20_000))
        late.workEnded(.failure(LaneRefusal.cancelled))
        let response = try await late.response()
        #expect(response.status == .ok)
        let received = Received()
        await #expect(throws: LaneRefusal.cancelled) {
            try await response.body.write(received)
        }
        #expect(received.count > 0 && !received.isFinished)
    }

    @Test func `rows that come together are sent in small pieces`() async throws {
        let stream = try stream()
        try stream.receive(row(of: 60_000))
        try stream.end(AnalysisResult())
        stream.workEnded(.success(nil))
        let received = Received()
        try await stream.response().body.write(received)
        #expect(received.isFinished)
        #expect(received.count > 2 * AnswerStream.mostPieceBytes)
        #expect(received.count < AnswerStream.mostPieces * AnswerStream.mostPieceBytes)
        #expect(received.largest == AnswerStream.mostPieceBytes)
    }

    /// Keeps what a client would receive.
    private final class Received: ResponseBodyWriter {
        private let state = Mutex((count: 0, largest: 0, isFinished: false))
        var count: Int { state.withLock { $0.count } }
        var largest: Int { state.withLock { $0.largest } }
        var isFinished: Bool { state.withLock { $0.isFinished } }

        func write(_ buffer: ByteBuffer) async throws {
            state.withLock {
                $0.count += buffer.readableBytes
                $0.largest = max($0.largest, buffer.readableBytes)
            }
        }

        func finish(_ trailingHeaders: HTTPFields?) async throws {
            state.withLock { $0.isFinished = true }
        }
    }

    @Test func `a sender waits no longer than the client may stall`() async throws {
        let channel = BoundedChannel<Int>(capacity: 2, stallSeconds: 0.05)
        try channel.send(1)
        try channel.send(2)
        #expect(throws: BoundedChannel<Int>.Refusal.stalled) { try channel.send(3) }
        #expect(try await channel.next() == 1)
        try channel.send(4)
        channel.end(.success(()))
        #expect(try await channel.next() == 2)
        #expect(try await channel.next() == 4)
        #expect(try await channel.next() == nil)
        channel.close()
        #expect(throws: BoundedChannel<Int>.Refusal.closed) { try channel.send(5) }
    }

    @Test func `pieces arrive in order, however slowly they are taken`() async throws {
        let channel = BoundedChannel<Int>(capacity: 3, stallSeconds: 60)
        // A thread of its own, because a thread of the tasks must not wait.
        Thread.detachNewThread {
            do {
                for number in 0..<200 { try channel.send(number) }
                channel.end(.success(()))
            } catch {
                channel.end(.failure(error))
            }
        }
        var received: [Int] = []
        while let number = try await channel.next() {
            if number % 17 == 0 { await Task.yield() }
            received.append(number)
        }
        #expect(received == Array(0..<200))
    }
}
