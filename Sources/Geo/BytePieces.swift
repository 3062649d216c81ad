// The bytes of a text that comes in pieces, so that it need not be held.

/// The bytes of a text, one piece after another.
///
/// ```swift
/// var pieces = BytePieces { try file.next() }    // or BytePieces(bytes)
/// while let piece = try pieces.next() { try reader.read(piece) { row in use(row) } }
/// ```
package struct BytePieces {
    private let take: () throws(FeatureReadError) -> [UInt8]?

    /// Takes pieces of any size from a function, which returns `nil` at the end.
    package init(_ take: @escaping () throws(FeatureReadError) -> [UInt8]?) { self.take = take }

    /// A text that is held, as one piece.
    package init(_ bytes: [UInt8]) {
        var rest: [UInt8]? = bytes
        take = {
            defer { rest = nil }
            return rest
        }
    }

    /// The next piece, not empty; `nil` at the end.
    ///
    /// - Throws: When the text cannot be read.
    package func next() throws(FeatureReadError) -> [UInt8]? {
        while let piece = try take() {
            if !piece.isEmpty { return piece }
        }
        return nil
    }
}
