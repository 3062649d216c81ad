// Numbers in log-in fields, in plain decimal digits only.

/// A number in decimal digits, with or without a fraction: `60`, `0.5`.
///
/// `Double.init` accepts more: `1e400`, `0x1p3`, `+5`, `inf`, `nan`. No client writes a token's
/// lifetime like that, and two readers may disagree about what it means.
package struct PlainNumber: Hashable, Sendable {
    /// The number; neither negative nor infinite.
    package let value: Double

    /// The most digits on either side of the point.
    private static let mostDigits = 15

    /// Reads a number; `nil` for any other text.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count),
            parts.allSatisfy({ part in
                (1...Self.mostDigits).contains(part.utf8.count)
                    && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            }),
            let value = Double(String(text))
        else { return nil }
        self.value = value
    }

    /// Reads a port from 1 to 65,535; returns `nil` for anything but decimal digits.
    package static func port(_ text: Substring) -> Int? {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }),
            let port = Int(text), (1...65_535).contains(port)
        else { return nil }
        return port
    }
}
