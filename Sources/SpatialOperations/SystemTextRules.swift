// Decides which well-known texts from requests may reach PROJ.

/// Checks every well-known text before PROJ reads it.
///
/// PROJ follows names inside some texts: grid files (`PARAMETERFILE`, `+nadgrids=`) and definitions
/// (`+init=`). With them a client could open any file on the server, or one that never ends.
enum SystemTextRules {
    /// The longest text accepted, in UTF-8 bytes. The longest text in PROJ's own list has 9,000.
    ///
    /// The limit also bounds the time: PROJ needs at most 35 ms for 16 kB (with thousands of
    /// parameters), but 190 ms for 64 kB. Nesting costs nothing, since PROJ stops after 16 levels.
    static let byteLimit = 16_384

    /// Throws if a text is too long.
    static func checkLength(_ text: String) throws(SpatialReferenceError) {
        let size = text.utf8.count
        guard size <= byteLimit else {
            throw .textTooLong(found: size, allowed: byteLimit)
        }
    }

    /// Throws if a text is too long or names something to read.
    static func check(_ text: String) throws(SpatialReferenceError) {
        try checkLength(text)
        guard !text.utf8.contains(0) else {
            throw .unreadableText(excerpt: "", reason: "it contains a zero byte")
        }
        let lowered = text.lowercased()
        guard !lowered.contains("parameterfile") else { throw .textNamesFile }
        // Every second piece between quotation marks is a quoted string. Only a string with an
        // equals sign can be a PROJ string, so names such as "RGF93 / Lambert-93" pass.
        let pieces = lowered.split(separator: "\"", omittingEmptySubsequences: false)
        for (index, piece) in pieces.enumerated() where index % 2 == 1 && piece.contains("=") {
            try check(projString: piece)
        }
    }

    /// Checks a PROJ string. `+nadgrids=@null`, which GDAL writes for Web Mercator, names no file
    /// and passes.
    private static func check(projString: Substring) throws(SpatialReferenceError) {
        let words = projString.split { $0 == " " || $0 == "+" }
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1)
            guard let key = parts.first, parts.count == 2 else { continue }
            let value = parts[1]
            let isNamed = key.hasSuffix("grids") && value != "@null"
            let isInclude = key == "init" || key == "file" || key == "catalog" || key == "model"
            if isNamed || isInclude || value.contains("/") { throw .textNamesFile }
        }
    }
}
