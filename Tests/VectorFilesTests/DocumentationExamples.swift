// Compiles and runs the examples in documentation comments.

import Geo
import Testing
import VectorFiles

@Suite struct DocumentationExamples {
    @Test func `a file that is not there is an error`() {
        let notes = ReadingNotes()
        #expect(throws: FeatureReadError.self) {
            if let file = VectorFile("day.xlsx#Monday") {
                let stops = try file.features(hints: FileHints(), notes: notes)
                print(stops.points?.features.count ?? 0, "points")
            }
        }
    }
}
