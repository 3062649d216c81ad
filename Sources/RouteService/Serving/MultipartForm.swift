// Form fields from a multipart body (RFC 7578).
//
// ArcGIS documents it for uploads only, but the browser and Python clients hold the code path; the
// plain fields are read, the names and types of files are not looked at.

/// Reads `multipart/form-data`.
enum MultipartForm {
    /// The fields of a body, or `nil` when the body does not keep to its boundary.
    ///
    /// - Parameter contentType: The header, which names the boundary.
    static func parse(_ body: [UInt8], contentType: String) -> [FormFields.Field]? {
        guard let boundary = parameter("boundary", of: contentType), !boundary.isEmpty else {
            return nil
        }
        let delimiter = Array("\r\n--\(boundary)".utf8)
        // The first delimiter may stand at the very start, where no line end precedes it.
        let text = Array("\r\n".utf8) + body
        var fields: [FormFields.Field] = []
        guard var start = text.firstRange(of: delimiter)?.upperBound else { return nil }
        while let end = text[start...].firstRange(of: delimiter) {
            if let field = field(text[start..<end.lowerBound]) { fields.append(field) }
            start = end.upperBound
        }
        // The last delimiter is followed by two dashes.
        return text[start...].starts(with: Array("--".utf8)) ? fields : nil
    }

    private static func field(_ part: ArraySlice<UInt8>) -> FormFields.Field? {
        guard let gap = part.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let headers = String(decoding: part[..<gap.lowerBound], as: UTF8.self)
        let disposition = headers.split(whereSeparator: \.isNewline)
            .first { $0.lowercased().hasPrefix("content-disposition:") }
        guard let disposition, let name = parameter("name", of: disposition) else { return nil }
        return (name, String(decoding: part[gap.upperBound...], as: UTF8.self))
    }

    /// A parameter of a header: `name` of `form-data; name="stops"`.
    private static func parameter(_ name: String, of header: some StringProtocol) -> String? {
        for piece in header.split(separator: ";").dropFirst() {
            let pair = piece.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, String(pair[0].filter { $0 != " " }).lowercased() == name else {
                continue
            }
            return String(pair[1].filter { $0 != "\"" })
        }
        return nil
    }
}
