// Tests rows of mapped columns, inside and outside their bounds.

import RoadNetwork
import Testing

@Suite struct MappedColumnTests {
    @Test func `rows are read, and the first that is not less is found`() {
        [2, 3, 5, 7].withUnsafeBufferPointer { values in
            guard let base = values.baseAddress else { return }
            let column = MappedColumn(base: base, count: values.count)
            #expect((0..<4).map { column[$0] } == [2, 3, 5, 7])
            #expect((0..<4).map { column[unchecked: $0] } == [2, 3, 5, 7])
            #expect(column[UInt32(3)] == 7)
            #expect((0..<9).map { column.lowerBound($0) } == [0, 0, 0, 1, 2, 2, 3, 3, 4])
        }
    }

    @Test func `a row that is not there stops the process`() async {
        await #expect(processExitsWith: .failure) { read(-1) }
        await #expect(processExitsWith: .failure) { read(4) }
        await #expect(processExitsWith: .failure) { read(.max) }
        await #expect(processExitsWith: .success) { read(3) }
    }
}

/// Reads a row of a column of four; stops the process outside it.
private func read(_ row: Int) {
    [2, 3, 5, 7].withUnsafeBufferPointer { values in
        guard let base = values.baseAddress else { return }
        _ = MappedColumn(base: base, count: values.count)[row]
    }
}
