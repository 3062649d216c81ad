// Tests reading CSV tables that arrive in pieces.

import DataStructures
import Testing

@testable import Geo

@Suite struct CSVPieceTests {
    private func rows(_ pieces: [ArraySlice<UInt8>]) -> Result<[CSVReader.Row], FeatureReadError> {
        var reader = CSVReader(limits: FeatureLimits(), separator: UInt8(ascii: ","))
        var rows: [CSVReader.Row] = []
        do throws(FeatureReadError) {
            for piece in pieces { try reader.read(piece) { rows.append($0) } }
            try reader.finish { rows.append($0) }
            return .success(rows)
        } catch {
            return .failure(error)
        }
    }

    @Test(arguments: UInt64(0)..<60)
    func `where a file is cut does not matter`(seed: UInt64) {
        var random = SeededGenerator(seed)
        let letters = Array("ab,\"\"\"\n\r é,".utf8)
        let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
            letters[Int.random(in: 0..<letters.count, using: &random)]
        }
        let whole = rows([bytes[...]])
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + Int.random(in: 1...4, using: &random))
            pieces.append(bytes[start..<end])
            start = end
        }
        #expect(rows(pieces) == whole, "seed \(seed)")
    }

    @Test func `doubled quotes may be cut in two`() throws {
        let pieces = ["a,\"b\"", "\"c\"\n"].map { Array($0.utf8)[...] }
        #expect(try rows(pieces).get() == [CSVReader.Row(number: 1, cells: ["a", "b\"c"])])
    }

    @Test func `kinds of columns`() {
        for (cells, type, isDay) in [
            (["1", "", "-2"], FieldType.integer, false), (["1", "2.5"], .double, false),
            (["007"], .string, false), (["0", "0.5"], .double, false), ([], .string, false),
            ([" "], .string, false), (["2026-03-02", " 2026-03-03 "], .date, true),
            (["2026-03-02", "2026-03-03T10:00:00Z"], .date, false), (["10:00"], .string, false),
            (["2026-03-02", "x"], .string, false),
            (["02.03.2026", "13/2/2026"], .date, true), (["3/2/2026"], .string, true),
            (["1,5", "2"], .double, false), (["1", "2026-03-02"], .string, false),
        ] {
            let kind = CSVCellKind(of: cells)
            #expect(kind.fieldType(sign: .point, order: nil, readsDates: true) == type, "\(cells)")
            #expect(kind.isDayOnly == isDay, "\(cells)")
            #expect(kind.fieldType(sign: nil, order: nil, readsDates: false) != .date)
        }
    }
}
