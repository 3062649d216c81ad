// The parts of a URL that a request needs.

import Foundation

/// The host and resource of a request.
struct WebTarget: Sendable {
    /// The host to resolve: a name, or an address without brackets.
    let host: String
    let port: Int
    let isSecure: Bool
    /// The value for the `Host` header.
    let authority: String
    /// The path and the query.
    let resource: String

    init(_ url: URL) throws(FetchProblem) {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false),
            let written = parts.host?.lowercased(), !written.isEmpty
        else { throw FetchProblem(text: "its address has no host") }
        host = written.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        isSecure = parts.scheme?.lowercased() == "https"
        port = parts.port ?? (isSecure ? 443 : 80)
        let bracketed = host.contains(":") ? "[\(host)]" : host
        authority = parts.port.map { "\(bracketed):\($0)" } ?? bracketed
        let path = parts.percentEncodedPath
        resource = (path.isEmpty ? "/" : path) + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
        let isClean = (authority + resource).utf8.allSatisfy { 0x21...0x7E ~= $0 }
        guard isClean, 1...65_535 ~= port else {
            throw FetchProblem(text: "its address cannot be sent in a request")
        }
    }

    /// The name that the certificate must match; `nil` for an address, which TLS checks itself.
    var certifiedName: String? {
        let isAddress = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
        return isAddress ? nil : host
    }
}
