// Reads traces from answers, and from rows of files that are not text.

package import Geo

extension TraceReader {
    /// The tables of an answer that can be read as traces, best first: the positions sent, or the
    /// routes' lines.
    package static let answerTables = ["tracePoints", "routes"]

    /// Returns the table of a GeoJSON answer to read as traces, or `nil` if the text is not an
    /// answer.
    ///
    /// - Complexity: O(*n*) for *n* bytes up to the first trace point. Other texts are read only up
    ///   to their first features.
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

    /// Reads rows of features in batches.
    ///
    /// - Parameters:
    ///   - hints: What the user says about the file.
    ///   - notes: Collects notes on how the rows were read.
    ///   - pass: Passes on the rows, as sets with the same fields.
    /// - Throws: `FeatureReadError` naming the row; any error from `pass`.
    package func read(
        hints: FileHints = FileHints(), notes: ReadingNotes? = nil,
        into receiver: inout some TraceReceiver,
        _ pass: ((FeatureSet) throws(FeatureReadError) -> Void) throws(FeatureReadError) -> Void
    ) throws(FeatureReadError) {
        var rows = TraceRows()
        rows.take(hints)
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
