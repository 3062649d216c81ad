// Form fields from a multipart body (RFC 7578).

import Glibc

/// Reads `multipart/form-data`.
///
/// ArcGIS documents it for uploads only, but browser and Python clients can send it for any
/// request. Only field values are read; file names and types are ignored.
enum MultipartForm {
    /// The longest boundary (RFC 2046 §5.1.1).
    private static let longestBoundary = 70
    /// The most bytes that one field's headers may have.
    private static let longestHeaders = 4_096

    /// Finds a body's fields.
    ///
    /// - Parameter contentType: The header, which names the boundary.
    /// - Throws: ``ServiceError`` if the parts do not match the boundary, for too many fields or a
    ///   name that is too long.
    /// - Complexity: O(*n*), where *n* is the number of bytes.
    static func places(
        in body: [UInt8], contentType: String
    ) throws(ServiceError) -> [SentForm.Field] {
        guard let boundary = parameter("boundary", of: contentType),
            (1...longestBoundary).contains(boundary.utf8.count)
        else { throw ErrorTable.brokenMultipart() }
        let delimiter = Array("\r\n--\(boundary)".utf8)
        var fields: [SentForm.Field] = []
        // The first delimiter may be at the very start, without a preceding line end.
        var start: Int
        if body.starts(with: delimiter.dropFirst(2)) {
            start = delimiter.count - 2
        } else {
            guard let first = place(of: delimiter, in: body, from: 0) else {
                throw ErrorTable.brokenMultipart()
            }
            start = first + delimiter.count
        }
        while let end = place(of: delimiter, in: body, from: start) {
            guard fields.count < SentForm.mostFields else { throw ErrorTable.tooManyFields() }
            if let field = try field(in: body, start..<end) { fields.append(field) }
            start = end + delimiter.count
        }
        // Two dashes follow the last delimiter.
        guard body[start...].starts(with: Array("--".utf8)) else {
            throw ErrorTable.brokenMultipart()
        }
        return fields
    }

    private static func field(
        in body: [UInt8], _ part: Range<Int>
    ) throws(ServiceError) -> SentForm.Field? {
        let gap = Array("\r\n\r\n".utf8)
        let reach = min(part.upperBound, part.lowerBound + longestHeaders)
        guard let end = place(of: gap, in: body, from: part.lowerBound, to: reach) else {
            return nil
        }
        let headers = String(decoding: body[part.lowerBound..<end], as: UTF8.self)
        let disposition = headers.split(whereSeparator: \.isNewline)
            .first { $0.lowercased().hasPrefix("content-disposition:") }
        guard let disposition, let name = parameter("name", of: disposition) else { return nil }
        guard name.utf8.count <= SentForm.longestName else {
            throw ErrorTable.longFieldName(found: name.utf8.count)
        }
        return SentForm.Field(name: name, value: (end + gap.count)..<part.upperBound)
    }

    /// Finds the first occurrence of `text`; returns its index, or `nil`.
    ///
    /// - Complexity: O(*n*) for a delimiter, because its first byte occurs in it only once.
    private static func place(
        of text: [UInt8], in body: [UInt8], from start: Int, to end: Int? = nil
    ) -> Int? {
        body.withUnsafeBytes { body -> Int? in
            guard let base = body.baseAddress, let first = text.first else { return nil }
            let last = (end ?? body.count) - text.count
            var start = start
            while start <= last,
                let found = memchr(base + start, Int32(first), last - start + 1)
            {
                start = UnsafeRawPointer(found) - base
                if memcmp(base + start, text, text.count) == 0 { return start }
                start += 1
            }
            return nil
        }
    }

    /// Reads a header's parameter, such as `name` in `form-data; name="stops"`.
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
