// Decimal numbers in forms and files.

extension Double {
    /// Reads a finite decimal number, such as `-7.5e3`; `nil` for `nan`, `infinity` and hexadecimal
    /// numbers, which Swift also reads.
    package init?(decimal text: String) {
        guard !text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "x") }),
            let number = Double(text), number.isFinite
        else { return nil }
        self = number
    }
}
