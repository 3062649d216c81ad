// Tests routes for groups: order, failures, and interrupted batches.

import FeatureStore
import Foundation
import Geo
import RouteAPI
import Testing

@testable import Batches

@Suite struct GroupRunTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private struct Ended: Error {}

    /// Answers after yielding, so routes finish in another order than they began.
    @Sendable private static func found(_ stops: FeatureSet) async throws -> AnalysisResult {
        var name = ""
        if case .string(let text)? = stops.features.first.flatMap({
            stops.value("RouteName", of: $0)
        }) {
            name = text
        }
        let turns = name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) % 17 }
        for _ in 0..<turns { await Task.yield() }
        if name.hasSuffix("4") {
            throw GroupFailure("no-solution", "No route for \(name).\nThere is a wall.")
        }
        return answer(to: stops)
    }

    /// A run over rows grouped by driver, with a message and a barrier of all routes.
    private func run(_ rows: FeatureSet, threads: Int = 2) throws -> GroupRun {
        var run = GroupRun(
            source: try FileGroups(rows, where: nil, groupedBy: "driver", mostRows: 50),
            threads: threads, answer: Self.found)
        var common = AnalysisResult()
        common.messages = [Message(.warning, "about all")]
        common.barriers.point = FeatureSet(
            geometryType: .point, spatialReference: .wgs84,
            fields: [Field("ObjectID", .objectID), Field("Name", .string)],
            features: [
                Feature(
                    values: [.integer(1), .string("Wall")],
                    geometry: .point(Coordinate(x: 7, y: 43)))
            ])
        run.common = common
        return run
    }

    /// The tables of an uninterrupted batch.
    private func whole(_ rows: FeatureSet, threads: Int = 2) async throws -> [String: FeatureSet] {
        let store = try folder.store()
        let file = try BatchFile.begin(in: store, settings: BatchSettings(), at: 0)
        try await run(rows, threads: threads).run(into: file, control: BatchControl()) { _ in }
        #expect(file.isComplete)
        let tables = try rowsByTable(of: store)
        try store.close()
        return tables
    }

    @Test func `every group has a route or a reason, in order`() async throws {
        let rows = deliveries(groups: 40, stopsEach: 3)
        let tables = try await whole(rows)
        let routes = try #require(tables["routes"])
        let names = (1...40).map { "D0\($0 < 10 ? "0" : "")\($0)" }
        #expect(
            routes.features.map { routes.value("Name", of: $0) }
                == names.filter { !$0.hasSuffix("4") }.map { .string($0) })
        let failures = try #require(tables["failures"])
        #expect(
            failures.features.map { failures.value("RouteName", of: $0) }
                == names.filter { $0.hasSuffix("4") }.map { .string($0) })
        #expect(
            failures.features.allSatisfy {
                failures.value("Reason", of: $0) == .string("no-solution")
                    && failures.value("StopCount", of: $0) == .integer(3)
            })
        #expect(
            routes.features.allSatisfy {
                routes.value("driver", of: $0) == routes.value("Name", of: $0)
            })
        let stops = try #require(tables["stops"])
        #expect(stops.features.count == 36 * 3)
        // D001 has the first row, the 41st and the 81st.
        #expect(
            stops.features.prefix(3).map { stops.value("InputID", of: $0) } == [
                .integer(1), .integer(41), .integer(81),
            ])
    }

    @Test func `threads do not change the rows`() async throws {
        let rows = deliveries(groups: 60, stopsEach: 2)
        let one = try await whole(rows, threads: 1)
        #expect(try await whole(rows, threads: 2) == one)
        #expect(try await whole(rows, threads: 3) == one)
        #expect(
            one.keys.sorted() == [
                "directions", "failures", "messages", "point_barriers", "routes", "stops",
            ])
    }

    @Test func `messages and barriers of all routes are written once`() async throws {
        let tables = try await whole(deliveries(groups: 5, stopsEach: 2))
        let messages = try #require(tables["messages"])
        let texts = messages.features.map { messages.value("Text", of: $0) }
        #expect(texts.filter { $0 == .string("about all") }.count == 1)
        #expect(messages.value("RouteID", of: messages.features[0]) == .null)
        #expect(tables["point_barriers"]?.features.count == 1)
    }

    @Test func `rows without a group, and groups with too many rows, are failures`() async throws {
        let rows = deliveries(
            [nil, nil, "Ada", "Ada", ""] + [String?](repeating: "Max", count: 51))
        let tables = try await whole(rows)
        let failures = try #require(tables["failures"])
        #expect(
            failures.features.map { failures.value("Reason", of: $0) } == [
                .string("no-group"), .string("no-group"), .string("limit-exceeded"),
            ])
        #expect(
            failures.value("Text", of: failures.features[0])
                == .string("2 rows have no value in \"driver\", and are in no route."))
        #expect(tables["routes"]?.features.count == 1)
    }

    @Test func `a batch that is stopped keeps its routes, and continues to the same rows`()
        async throws
    {
        let rows = deliveries(groups: 70, stopsEach: 2)
        let expected = try await whole(rows)
        for stop in [1, 7, 26, 69] {
            let path = folder.path("stopped-\(stop).gpkg")
            var store = try folder.store(at: path)
            var file = try BatchFile.begin(in: store, settings: BatchSettings(), at: 0)
            let control = BatchControl()
            try await run(rows, threads: 1).run(into: file, control: control) { progress in
                if progress.done == stop { control.stop() }
            }
            #expect(!file.isComplete && file.finishedCount == stop)
            let kept = stop
            try store.close()

            store = try GeoPackageStore(path: path, access: .readWrite)
            file = try BatchFile.reopen(store)
            #expect(file.finishedCount == kept)
            var first: BatchProgress?
            try await run(rows).run(into: file, control: BatchControl()) {
                first = first ?? $0
            }
            #expect(first?.done == kept && first?.rows == 2 * kept && first?.rowCount == 140)
            #expect(file.isComplete && file.finishedCount == 70)
            #expect(try rowsByTable(of: store) == expected, "stopped after \(stop)")
            try store.close()
        }
    }

    @Test func `a batch whose process ends continues to the same rows`() async throws {
        let rows = deliveries(groups: 60, stopsEach: 2)
        let expected = try await whole(rows)
        let (path, copy) = (folder.path("ended.gpkg"), folder.path("ended-copy.gpkg"))
        let store = try folder.store(at: path)
        let file = try BatchFile.begin(in: store, settings: BatchSettings(), at: 0)
        try await run(rows).run(into: file, control: BatchControl()) { progress in
            guard progress.done == 33 else { return }
            // What a process killed now would leave.
            for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
                do {
                    try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
                } catch {
                    Issue.record("\(error)")
                }
            }
        }
        try store.close()
        let reopened = try BatchFile.reopen(GeoPackageStore(path: copy, access: .readWrite))
        #expect((1...33).contains(reopened.finishedCount))
        try await run(rows).run(into: reopened, control: BatchControl()) { _ in }
        #expect(try rowsByTable(of: reopened.store) == expected)
        try reopened.store.close()
    }

    @Test func `rows that have changed are not continued with`() async throws {
        let store = try folder.store()
        let file = try BatchFile.begin(in: store, settings: BatchSettings(), at: 0)
        let control = BatchControl()
        try await run(deliveries(["A", "A", "B", "B", "C", "C"]), threads: 1)
            .run(into: file, control: control) { if $0.done == 2 { control.stop() } }
        let (changed, fewer) = (deliveries(["A", "B0", "C"]), deliveries(["A"]))
        for rows in [changed, fewer] {
            await #expect(throws: BatchError.self) {
                try await run(rows).run(into: file, control: BatchControl()) { _ in }
            }
        }
        try store.close()
    }

    @Test func `an error that is no failure of a route ends the batch with what was written`()
        async throws
    {
        let store = try folder.store()
        let file = try BatchFile.begin(in: store, settings: BatchSettings(), at: 0)
        let groups = try FileGroups(
            deliveries(groups: 9, stopsEach: 2), where: nil, groupedBy: "driver", mostRows: 9)
        let run = GroupRun(source: groups, threads: 1) { stops in
            if stops.value("RouteName", of: stops.features[0]) == .string("D005") { throw Ended() }
            return answer(to: stops)
        }
        await #expect(throws: Ended.self) {
            try await run.run(into: file, control: BatchControl()) { _ in }
        }
        #expect(file.finishedCount == 4 && !file.isComplete)
        try store.close()
    }

    @Test func `the summary counts what is in the output`() async throws {
        let store = try folder.store()
        let file = try BatchFile.begin(in: store, settings: BatchSettings(), at: 0)
        try await run(deliveries(groups: 14, stopsEach: 3))
            .run(into: file, control: BatchControl()) { _ in }
        let summary = try BatchSummary(of: file)
        #expect(summary.routes == 12 && summary.failures == 2 && summary.stops == 36)
        #expect(summary.stopsLeft == 0 && summary.isComplete && !summary.isWhole)
        #expect(!summary.isEmpty)
        try store.close()
    }

    @Test func `progress says how long the rest takes`() {
        var progress = BatchProgress(done: 10, rows: 100, rowCount: 400)
        #expect(progress.remainingSeconds(after: 5) == nil && progress.fraction == 0.25)
        progress.rows = 200
        #expect(progress.remainingSeconds(after: 5) == 10)
        progress.rows = 400
        #expect(progress.remainingSeconds(after: 15) == 0 && progress.fraction == 1)
        #expect(BatchProgress(done: 0, rows: 0, rowCount: 0).fraction == 1)
    }
}
