// A secret for signing messages.

import COpenSSL

/// A secret whose memory is overwritten when it is freed.
package final class SymmetricKey: Sendable {
    private nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

    package init(_ secret: some Collection<UInt8>) {
        bytes = .allocate(byteCount: secret.count, alignment: 1)
        bytes.copyBytes(from: secret)
    }

    /// Makes a secret from the system's random source.
    ///
    /// - Parameter byteCount: Its length, at least 1.
    package static func random(byteCount: Int = 32) -> SymmetricKey {
        precondition(byteCount > 0, "a key of no bytes is no secret")
        var generator = SystemRandomNumberGenerator()
        return SymmetricKey((0..<byteCount).map { _ in .random(in: 0...255, using: &generator) })
    }

    deinit {
        OPENSSL_cleanse(bytes.baseAddress, bytes.count)
        bytes.deallocate()
    }

    /// Calls `read` with the bytes; do not keep the buffer after the call.
    package func withUnsafeBytes<Value>(
        _ read: (UnsafeRawBufferPointer) throws -> Value
    ) rethrows -> Value {
        try read(UnsafeRawBufferPointer(bytes))
    }
}
