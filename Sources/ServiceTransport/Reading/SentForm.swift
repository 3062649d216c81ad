// A form's fields before decoding: located, counted and limited. A caller who is not authorized is
// refused at this point, since the token may be among the fields.

import Geo
import RouteAPI

/// A form with its fields' names and the positions of their values.
package struct SentForm: Sendable {
    /// A field: its decoded name and its value's byte range.
    struct Field: Sendable {
        let name: String
        let value: Range<Int>
    }

    /// The most fields; a solve has about sixty.
    static let mostFields = 1_000
    /// The most bytes in a name, before decoding.
    static let longestName = 256
    /// The most bytes in a value, except for features and routes.
    static let longestPlainValue = FormParameters.longestPlainValue
    /// The fields that contain features or routes, including tools' fields, in lower case. Only the
    /// body's size limits them.
    static let inputs = LayerOperation.longFields
        .union(BarrierClass.allCases.map(\.toolInput)).union(editFields).union(feedFields)
    /// The fields of edits that contain rows.
    private static let editFields = ["features", "adds", "updates", "deletes", "edits"]
    /// The fields that contain a feed of traffic.
    private static let feedFields = ["rows", "features", "body"]

    private let bytes: [UInt8]
    private let fields: [Field]
    /// Whether values are percent-encoded; in multipart forms they are not.
    private let isEncoded: Bool
    /// Whether values that are not UTF-8 are Windows-1252.
    private let isWestern: Bool

    /// Finds the fields in `a=1&b=2` text.
    ///
    /// - Parameter isWestern: Whether the sender names ISO-8859-1 or Windows-1252 as the encoding.
    /// - Throws: ``ServiceError`` if there are too many fields, or a field is too long.
    /// - Complexity: O(*n*) in the number of bytes.
    package init(urlEncoded bytes: [UInt8], isWestern: Bool = false) throws(ServiceError) {
        self.init(
            bytes, try FormFields.places(in: bytes), isEncoded: true, isWestern: isWestern)
        try check()
    }

    /// Finds the fields in a multipart form.
    ///
    /// - Parameter contentType: The header, which names the boundary.
    /// - Throws: ``ServiceError``, also if the parts do not match the boundary.
    /// - Complexity: O(*n*) in the number of bytes.
    package init(multipart bytes: [UInt8], contentType: String) throws(ServiceError) {
        self.init(
            bytes, try MultipartForm.places(in: bytes, contentType: contentType), isEncoded: false)
        try check()
    }

    /// Makes a form whose only field is the whole body.
    init(whole bytes: [UInt8], as name: String) {
        self.init(bytes, [Field(name: name, value: 0..<bytes.count)], isEncoded: false)
    }

    private init(
        _ bytes: [UInt8], _ fields: [Field], isEncoded: Bool, isWestern: Bool = false
    ) {
        self.bytes = bytes
        self.fields = fields
        self.isEncoded = isEncoded
        self.isWestern = isWestern
    }

    /// Decodes the wanted fields. White space around values that may be long is trimmed once, here.
    ///
    /// - Parameter isWanted: Whether a name, in lower case, is wanted.
    /// - Complexity: O(*n*), where *n* is the wanted fields' bytes plus the number of all fields.
    package func decoded(where isWanted: (String) -> Bool = { _ in true }) -> [FormFields.Field] {
        fields.compactMap { field in
            let name = field.name.lowercased()
            guard isWanted(name) else { return nil }
            let text = text(of: field)
            return (field.name, Self.inputs.contains(name) ? String(text.trimmingSpace()) : text)
        }
    }

    private func text(of field: Field) -> String {
        guard isEncoded else { return String(decoding: bytes[field.value], as: UTF8.self) }
        if isWestern, let text = FormFields.westernText(bytes[field.value]) { return text }
        return FormFields.decode(bytes[field.value], plusIsSpace: true)
    }

    private func check() throws(ServiceError) {
        // A percent escape takes three bytes for one.
        let most = isEncoded ? 3 * Self.longestPlainValue : Self.longestPlainValue
        for field in fields where field.value.count > most {
            guard !Self.inputs.contains(field.name.lowercased()) else { continue }
            throw ErrorTable.longField(field.name, found: field.value.count, most: most)
        }
    }
}
