// Answers as traces, and traces in the rows of files that are no text.

package import Geo

extension TraceReader {
    /// The tables of an answer that are read as traces, the best first: the positions that were
    /// sent, or the lines of its routes.
    package static let answerTables = ["tracePoints", "routes"]

    /// Of an answer in GeoJSON, the table that is read as traces; `nil` for other texts.
    ///
    /// - Complexity: O(*n*) in the bytes up to the first trace point; of a text that is no answer,
    ///   the first features alone.
    static func table(inAnswer text: BytePieces) throws(FeatureReadError) -> String? {
        var found: Set<String> = []
        var isAnswer = true
        try JSONListReader.elements(
            in: text,
            while: { elements in
                let tables = elements.map(\.answerTable)
                found.formUnion(tables.compactMap(\.self))
                isAnswer = isAnswer && !tables.contains(nil)
                return isAnswer && !found.contains(answerTables[0])
            })
        return isAnswer ? answerTables.first(where: found.contains) : nil
    }

    /// Reads rows of features, some at a time.
    ///
    /// - Parameters:
    ///   - hints: What the user states of the file.
    ///   - notes: Where notes go on how they were read.
    ///   - pass: Passes the rows on, as sets with the same fields.
    /// - Throws: `FeatureReadError` naming the row; what `pass` throws.
    package func read(
        hints: FileHints = FileHints(), notes: ReadingNotes? = nil,
        into receiver: inout some TraceReceiver,
        _ pass: ((FeatureSet) throws(FeatureReadError) -> Void) throws(FeatureReadError) -> Void
    ) throws(FeatureReadError) {
        var rows = TraceRows()
        rows.dates = hints.dates
        try pass { set throws(FeatureReadError) in
            guard rows.elementCount + set.features.count <= limits.maximumFeatures else {
                throw FeatureReadError("has more than \(limits.maximumFeatures) rows")
            }
            do throws(FeatureReadError) {
                try add(set, &rows, into: &receiver)
            } catch {
                throw FeatureReadError(
                    feature: error.feature.map { rows.elementCount + $0 }, error.reason)
            }
            rows.elementCount += set.features.count
        }
        try rows.finish(notes)
        receiver.finish()
    }
}
