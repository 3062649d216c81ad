// A text's bytes in pieces, so that it need not be in memory as a whole.

/// A text's bytes, piece by piece.
///
/// ```swift
/// var pieces = BytePieces { try file.next() }    // or BytePieces(bytes)
/// while let piece = try pieces.next() { try reader.read(piece) { row in use(row) } }
/// ```
package struct BytePieces {
    private let take: () throws(FeatureReadError) -> [UInt8]?

    /// Takes pieces of any size from a function that returns `nil` at the end.
    package init(_ take: @escaping () throws(FeatureReadError) -> [UInt8]?) { self.take = take }

    /// Wraps a text that is already in memory, as one piece.
    package init(_ bytes: [UInt8]) {
        var rest: [UInt8]? = bytes
        take = {
            defer { rest = nil }
            return rest
        }
    }

    /// Returns the next piece, which is never empty; `nil` at the end.
    ///
    /// - Throws: ``FeatureReadError`` if the text cannot be read.
    package func next() throws(FeatureReadError) -> [UInt8]? {
        while let piece = try take() {
            if !piece.isEmpty { return piece }
        }
        return nil
    }
}
