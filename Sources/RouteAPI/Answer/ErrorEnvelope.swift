// Writes errors as JSON.

import Geo

/// Writes errors as `{"error":{code, extendedCode, message, details}}`, with `reasons` if the
/// causes were determined.
public enum ErrorEnvelope {
    /// Writes an error's envelope. Its `details` is always an array, as clients require.
    public static func json(_ error: any EnvelopeError, pretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        writer.beginObject()
        writer.object("error") { writer in
            writer.member("code", error.code)
            if let extendedCode = error.extendedCode {
                writer.member("extendedCode", extendedCode.rawValue)
            }
            writer.member("message", error.message)
            writer.names("details", error.details)
            if !error.reasons.isEmpty { writer.reasons(error.reasons) }
        }
        writer.endObject()
        return writer.bytes
    }
}
