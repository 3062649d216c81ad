// Prepares files to send, the same for every caller.

import DataStructures
import HTTPTypes
import Hummingbird
import NIOCore
import ServicePages

/// A file's bytes, plain and compressed, with its media type and its entity tag.
struct StaticFile: Sendable {
    let bytes: [UInt8]
    /// The bytes, compressed as far as gzip can, since it is done once; `nil` if the file is small.
    let compressed: [UInt8]?
    let mediaType: String
    let tag: String

    init(_ bytes: [UInt8], mediaType: String) {
        self.bytes = bytes
        self.mediaType = mediaType
        compressed =
            bytes.count < Gzip.minimumBytes ? nil : Gzip.compress(bytes, level: Gzip.bestLevel)
        tag = Self.tag(of: bytes)
    }

    /// Returns the entity tag for bytes.
    static func tag(of bytes: [UInt8]) -> String {
        var hash = StableHash()
        for byte in bytes { hash.combine(byte) }
        return "W/\"\(hash.text)\""
    }
}

extension AnswerWriter {
    /// Returns the response with a file, or 304 if the client has it.
    func response(_ file: StaticFile) -> Response {
        let headers = Self.headers(ofBytes: file.mediaType, tag: file.tag, cache: "no-cache")
        guard !isCurrent(file.tag) else { return Self.notModified(headers) }
        return response(file, headers)
    }

    func response(_ file: StaticFile, _ headers: HTTPFields) -> Response {
        var headers = headers
        let compressed = acceptsGzip ? file.compressed : nil
        if compressed != nil { headers[.contentEncoding] = "gzip" }
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: compressed ?? file.bytes)))
    }

    /// Returns the headers for bytes of any type.
    static func headers(ofBytes mediaType: String, tag: String, cache: String) -> HTTPFields {
        [
            .contentType: mediaType, .eTag: tag, .cacheControl: cache, .vary: "Accept-Encoding",
            .xContentTypeOptions: "nosniff",
        ]
    }

    /// Returns the response to use if the client has the bytes.
    static func notModified(_ headers: HTTPFields) -> Response {
        var headers = headers
        headers[.contentType] = nil
        return Response(status: .notModified, headers: headers)
    }
}
