// The fields of a form as they were sent: found, counted and bounded, but not decoded yet. Whoever
// may not ask is refused at this point, for a token may be among the fields.

import RouteAPI

/// A form whose fields are known by name and place.
struct SentForm: Sendable {
    /// A field: its name, decoded, and where its value lies.
    struct Field: Sendable {
        let name: String
        let value: Range<Int>
    }

    /// How many fields a form may have; a solve knows some sixty.
    static let mostFields = 1_000
    /// The longest name in bytes, as it is sent.
    static let longestName = 256
    /// The longest value in bytes of a field that holds no features.
    static let longestPlainValue = FormParameters.longestPlainValue
    /// The fields that hold features, in lower case; the whole body bounds them.
    static let inputs = LocationInputs.fieldNames

    private let bytes: [UInt8]
    private let fields: [Field]
    /// Whether values are percent-encoded; those of multipart forms are not.
    private let isEncoded: Bool

    /// Finds the fields of `a=1&b=2` text.
    ///
    /// - Throws: ``ServiceError`` for more fields than are read, and for longer ones.
    /// - Complexity: O(n) of the bytes.
    init(urlEncoded bytes: [UInt8]) throws(ServiceError) {
        self.init(bytes, try FormFields.places(in: bytes), isEncoded: true)
        try check()
    }

    /// Finds the fields of a multipart form.
    ///
    /// - Parameter contentType: The header, which names the boundary.
    /// - Throws: ``ServiceError``, also when the body does not keep to its boundary.
    /// - Complexity: O(n) of the bytes.
    init(multipart bytes: [UInt8], contentType: String) throws(ServiceError) {
        self.init(
            bytes, try MultipartForm.places(in: bytes, contentType: contentType), isEncoded: false)
        try check()
    }

    private init(_ bytes: [UInt8], _ fields: [Field], isEncoded: Bool) {
        self.bytes = bytes
        self.fields = fields
        self.isEncoded = isEncoded
    }

    /// The fields of some names, decoded; those that may be long without white space round them, so
    /// that nobody has to look for it again.
    ///
    /// - Parameter isWanted: Whether a name, in lower case, is wanted.
    /// - Complexity: O(n) of the bytes of these fields, and of the number of all.
    func decoded(where isWanted: (String) -> Bool = { _ in true }) -> [FormFields.Field] {
        fields.compactMap { field in
            let name = field.name.lowercased()
            guard isWanted(name) else { return nil }
            let text = text(of: field)
            return (field.name, Self.inputs.contains(name) ? String(text.trimmingSpace()) : text)
        }
    }

    private func text(of field: Field) -> String {
        isEncoded
            ? FormFields.decode(bytes[field.value], plusIsSpace: true)
            : String(decoding: bytes[field.value], as: UTF8.self)
    }

    private func check() throws(ServiceError) {
        // An escape takes three bytes for one.
        let most = isEncoded ? 3 * Self.longestPlainValue : Self.longestPlainValue
        for field in fields where field.value.count > most {
            guard !Self.inputs.contains(field.name.lowercased()) else { continue }
            throw ErrorTable.longField(field.name, found: field.value.count, most: most)
        }
    }
}
