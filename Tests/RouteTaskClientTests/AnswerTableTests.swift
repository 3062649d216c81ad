// Tests that a client reads every table that an answer may have.

import Geo
import RouteAPI
import RouteTaskClient
import Testing

@Suite struct AnswerTableTests {
    /// An answer with a table of each class; stops stand for located stops, too.
    private let written: AnalysisResult = {
        var result = AnalysisResult()
        for rows in AnalysisClass.inAnswers
        where rows.answerKey != AnalysisClass.places.answerKey {
            result[table: rows.answerKey] = rows.emptySet(in: .wgs84)
        }
        return result
    }()

    private func read(_ result: AnalysisResult) throws -> AnalysisResult {
        try RouteAnswer(json: JSONValue.parse(AnalysisResultWriter.json(result))).result
    }

    @Test func `a client reads every table that answers have, in their order`() throws {
        let found = try read(written)
        #expect(found.tables.map(\.key) == written.tables.map(\.key))
        #expect(found.tables.map(\.title) == written.tables.map(\.title))
    }

    @Test func `stops that were only located are stops to a client`() throws {
        var located = AnalysisResult()
        located.stops = AnalysisClass.stops.emptySet(in: .wgs84)
        located.rename(table: "stops", to: AnalysisClass.places.answerKey)
        let found = try read(located)
        #expect(found.tables.map(\.key) == ["stops"])
        #expect(found.stops?.fields.map(\.name) == located.tables[0].rows.fields.map(\.name))
    }
}
