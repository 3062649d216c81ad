// The server's certificate files.

/// A certificate chain and its private key, both as PEM.
public struct ServerCertificate: Hashable, Sendable {
    /// The file with the server's certificate, followed by its intermediate certificates.
    public var certificatePath: String
    /// The file with the private key, not encrypted.
    public var keyPath: String

    /// Names the two files.
    public init(certificatePath: String, keyPath: String) {
        self.certificatePath = certificatePath
        self.keyPath = keyPath
    }
}

/// What is wrong with the files for TLS.
public struct InvalidCertificate: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file at fault.
    public var file: String
    /// What is wrong with it, and what would work.
    public var text: String

    /// Creates an error.
    public init(file: String, text: String) {
        self.file = file
        self.text = text
    }

    /// The file and what is wrong with it.
    public var description: String { "\(file): \(text)" }
}
