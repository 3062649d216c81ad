// A secret that messages are signed with.

import COpenSSL

/// A secret of some bytes, whose memory is overwritten when it is no longer used.
package final class SymmetricKey: Sendable {
    private nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

    /// Takes a secret.
    package init(_ secret: some Collection<UInt8>) {
        bytes = .allocate(byteCount: secret.count, alignment: 1)
        bytes.copyBytes(from: secret)
    }

    /// A secret of the system's randomness.
    ///
    /// - Parameter byteCount: How many bytes it has, at least 1.
    package static func random(byteCount: Int = 32) -> SymmetricKey {
        precondition(byteCount > 0, "a key of no bytes is no secret")
        var generator = SystemRandomNumberGenerator()
        return SymmetricKey((0..<byteCount).map { _ in .random(in: 0...255, using: &generator) })
    }

    deinit {
        OPENSSL_cleanse(bytes.baseAddress, bytes.count)
        bytes.deallocate()
    }

    /// The bytes, for as long as the function runs.
    package func withUnsafeBytes<Value>(
        _ read: (UnsafeRawBufferPointer) throws -> Value
    ) rethrows -> Value {
        try read(UnsafeRawBufferPointer(bytes))
    }
}
