// The one place with Waypost's version.

/// Waypost's version, as the command line, the OpenAPI description, pages, packages and HTTP
/// headers state it.
public enum ProductVersion {
    /// The version, such as `0.1.0`: major, minor and patch of semantic versioning.
    public static let current = "0.1.0"
    /// The product with its version, as HTTP's `Server` and `User-Agent` name it.
    public static let token = "Waypost/\(current)"
}
