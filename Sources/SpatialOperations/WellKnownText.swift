// Which well-known texts of requests may reach PROJ.

/// The check that every well-known text passes before PROJ reads it.
///
/// PROJ follows names inside some texts: grid files (`PARAMETERFILE`, `+nadgrids=`) and definitions
/// (`+init=`). A client could open any file of the server with them, or one that never ends.
enum WellKnownText {
    /// The greatest accepted number of UTF-8 bytes. The longest text in PROJ's own list has 9,000.
    ///
    /// It bounds the time too: of 16 kB PROJ makes at most 35 ms (thousands of parameters), of
    /// 64 kB 190 ms. Nesting costs nothing, since PROJ stops after 16 levels.
    static let byteLimit = 16_384

    /// Refuses texts that are too long.
    static func checkLength(_ text: String) throws(SpatialReferenceError) {
        let size = text.utf8.count
        guard size <= byteLimit else {
            throw .textTooLong(found: size, allowed: byteLimit)
        }
    }

    /// Refuses texts that are too long or name something to read.
    static func check(_ text: String) throws(SpatialReferenceError) {
        try checkLength(text)
        guard !text.utf8.contains(0) else {
            throw .unreadableText(excerpt: "", reason: "it contains a zero byte")
        }
        let lowered = text.lowercased()
        guard !lowered.contains("parameterfile") else { throw .textNamesFile }
        // Every second piece between quotation marks is a quoted string; only one with an equals
        // sign can be a PROJ string, so names such as "RGF93 / Lambert-93" are left alone.
        let pieces = lowered.split(separator: "\"", omittingEmptySubsequences: false)
        for (index, piece) in pieces.enumerated() where index % 2 == 1 && piece.contains("=") {
            try check(projString: piece)
        }
    }

    /// `+nadgrids=@null`, which GDAL writes for Web Mercator, names no file and passes.
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
