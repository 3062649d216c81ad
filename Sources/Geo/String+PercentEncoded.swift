// Escapes text for URLs.

extension String {
    /// The text with everything but letters, digits and `-._~` escaped, for a path segment, or a
    /// name or value in a query (RFC 3986, 2.3).
    package var percentEncoded: String {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
        var text = ""
        for byte in utf8 {
            if plain.contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return text
    }
}
