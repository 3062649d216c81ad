// Texts of files whose encoding is not stated.

import Geo

/// Texts as GDAL hands them over.
enum WrittenText {
    /// The most bytes of a value.
    static let longest = 1_000_000

    /// A text, and whether its bytes were not UTF-8 and were read as Windows-1252; no text where
    /// they are neither.
    static func decoded(
        _ pointer: UnsafePointer<CChar>
    ) -> (text: String?, isLegacy: Bool) {
        if let valid = String(validatingCString: pointer) { return (valid, false) }
        var bytes: [UInt8] = []
        var place = pointer
        while place.pointee != 0, bytes.count < longest {
            bytes.append(UInt8(bitPattern: place.pointee))
            place += 1
        }
        return (Windows1252.text(bytes), true)
    }
}
