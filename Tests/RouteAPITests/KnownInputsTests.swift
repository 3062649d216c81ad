// Tests finding inputs read before by their text, byte by byte.

import Geo
import RouteAPI
import Testing

@Suite("Known inputs")
struct KnownInputsTests {
    /// A feature set of points as text, all with the same name.
    private func text(_ name: String, rows: Int = 200) -> String {
        let row = "{\"geometry\":{\"x\":1,\"y\":2},\"attributes\":{\"Name\":\"\(name)\"}}"
        return "{\"features\":[" + [String](repeating: row, count: rows).joined(separator: ",")
            + "]}"
    }

    /// An input, which a form reader parses only if it is not known.
    private func input(
        _ text: String, of known: KnownInputs, _ reads: inout Int
    ) throws(RouteRequestError) -> LocationInput {
        try known.input(text, .point, FeatureLimits()) { () throws(RouteRequestError) in
            reads += 1
            guard let stops = try RouteParameters(fields: ["stops": text]).stops else {
                throw .invalidParameter("stops", "is absent")
            }
            return stops
        }
    }

    @Test("A text is read once, and gives the same rows again")
    func secondTime() throws {
        let known = KnownInputs()
        var reads = 0
        let first = try input(text("Depot"), of: known, &reads)
        let second = try input(text("Depot"), of: known, &reads)
        #expect(reads == 1)
        #expect(first == second)
        #expect(first.features.features.count == 200)
    }

    @Test("Spellings that Unicode takes for equal stay apart")
    func spellings() throws {
        let known = KnownInputs()
        var reads = 0
        let composed = try input(text("Caf\u{E9}"), of: known, &reads)
        let decomposed = try input(text("Cafe\u{301}"), of: known, &reads)
        #expect(reads == 2)
        #expect(known.counts.kept == 2)
        #expect(composed.features.features.count == decomposed.features.features.count)
    }

    @Test("Short texts and errors are not kept")
    func notKept() throws {
        let known = KnownInputs()
        var reads = 0
        _ = try input(text("Depot", rows: 1), of: known, &reads)
        #expect(throws: RouteRequestError.self) {
            _ = try input(text("Depot").dropLast(2) + "x", of: known, &reads)
        }
        #expect(known.counts.kept == 0)
    }

    @Test("The texts that are kept stay within the budget")
    func budget() throws {
        let known = KnownInputs(budget: 40_000)
        var reads = 0
        for number in 0..<20 { _ = try input(text("Depot \(number)"), of: known, &reads) }
        #expect(known.counts.kept < 4)
        _ = try input(text("Depot 19"), of: known, &reads)
        #expect(reads == 20)
    }
}
