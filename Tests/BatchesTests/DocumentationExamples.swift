// Runs the documentation example for batches, word for word.

import RouteAPI
import Testing

@testable import Batches

struct DocumentationExamples {
    @Test func `the example of GroupRun finds a route for each group`() async throws {
        let folder = try TestFolder()
        let file = try BatchFile.begin(in: folder.store(), settings: BatchSettings(), at: 0)
        let rows = deliveries(["Ada", "Ada", "Bea", "Bea"])
        let groups = try FileGroups(rows, where: nil, groupedBy: "driver", mostRows: 9)
        let control = BatchControl()
        var fractions: [Double] = []

        let run = GroupRun(source: groups, threads: 2) { stops in
            answer(to: stops)
        }
        try await run.run(into: file, control: control) { fractions.append($0.fraction) }

        #expect(file.isComplete)
        #expect(fractions.last == 1)
    }
}
