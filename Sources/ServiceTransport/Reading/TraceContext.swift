// The trace that a request belongs to, as the client or a proxy names it.

package import HTTPTypes

/// The ids in a request's `traceparent` header (W3C Trace Context, version 00).
///
/// The log has them, so that a line of this server is found from a trace of the whole system. A
/// header that does not follow the recommendation counts as none.
package struct TraceContext: Hashable, Sendable {
    /// The trace: 32 hexadecimal digits.
    package let trace: Substring
    /// The step of the trace that sent the request: 16 hexadecimal digits.
    package let parent: Substring

    /// Reads the header `traceparent`; `nil` if it is absent or invalid.
    package init?(_ headers: HTTPFields) {
        guard let name = HTTPField.Name("traceparent"), let text = headers[name] else { return nil }
        self.init(text)
    }

    /// Parses `00-TRACE-PARENT-FLAGS`; later versions may have more parts.
    init?(_ text: String) {
        guard text.utf8.count <= 256 else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 4, Self.isID(parts[0], 2, mayBeZero: true), parts[0] != "ff",
            parts[0] != "00" || parts.count == 4,
            Self.isID(parts[1], 32), Self.isID(parts[2], 16),
            Self.isID(parts[3], 2, mayBeZero: true)
        else { return nil }
        (trace, parent) = (parts[1], parts[2])
    }

    private static func isID(_ text: Substring, _ count: Int, mayBeZero: Bool = false) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let letters = UInt8(ascii: "a")...UInt8(ascii: "f")
        return text.utf8.count == count
            && text.utf8.allSatisfy { digits.contains($0) || letters.contains($0) }
            && (mayBeZero || text.utf8.contains { $0 != UInt8(ascii: "0") })
    }
}
