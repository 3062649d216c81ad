// Decodes texts from files that do not state their encoding.

import Geo

/// Texts as GDAL returns them.
enum WrittenText {
    /// The longest value accepted, in bytes.
    static let longest = 1_000_000

    /// Decodes a text, and says whether it was not UTF-8 and was read as Windows-1252. The text is
    /// nil if it is neither.
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
