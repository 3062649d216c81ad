// What endpoints return, before a format is chosen.

package import Geo

/// Something that can be shown as JSON and as a page.
package protocol Resource: Sendable {
    /// Whether clients may cache the answer and revalidate it.
    var isCacheable: Bool { get }

    func json(pretty: Bool) -> [UInt8]

    /// Returns the GeoJSON form, or `nil` if the resource has none.
    func geoJSON() -> [UInt8]?

    /// Returns the HTML page.
    func page() -> DirectoryPage
}

extension Resource {
    package var isCacheable: Bool { true }

    package func geoJSON() -> [UInt8]? { nil }

    /// Writes an object and returns its bytes.
    package func object(pretty: Bool, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        writer.beginObject()
        body(&writer)
        writer.endObject()
        return writer.bytes
    }
}

extension JSONWriter {
    /// Writes a member whose value is an array of strings.
    package mutating func strings(_ name: String, _ values: [String]) {
        array(name) { writer in
            for value in values { writer.string(value) }
        }
    }
}
