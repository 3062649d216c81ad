// The parsers for untrusted input, each separately callable from Tests/Fuzz.

import AccessControl
import DefinitionFiles
import Cryptography
import Foundation
import HTTPTypes
package import RouteAPI
import ServiceDefinitions
import ServiceTransport

/// Parsers whose input normally comes from a connection, a file or another host.
package enum UntrustedInput {
    /// Reads a form's body.
    ///
    /// - Throws: The error the server answers with.
    package static func form(_ body: [UInt8], contentType: String) throws -> FormParameters {
        let sent =
            contentType.hasPrefix("multipart/")
            ? try SentForm(multipart: body, contentType: contentType)
            : try SentForm(urlEncoded: body)
        let token = sent.decoded { $0 == PresentedToken.fieldName }
        _ = PresentedToken(FormParameters(token), [:])
        return FormParameters(sent.decoded())
    }

    /// Reads a service definition and checks it against its layer.
    ///
    /// - Throws: ``InvalidDefinitions``.
    package static func definition(_ text: String, of layer: LayerDescription) throws {
        let problems = ProblemList(file: "town.service.yaml")
        let folder = URL(fileURLWithPath: "/", isDirectory: true)
        guard let definition = ServiceDefinition.parse(text, folder: folder, problems) else {
            throw InvalidDefinitions(problems: problems.problems)
        }
        _ = try LayerSettings.configuration(of: definition, over: layer)
    }

    /// Reads features that another host sends as stops.
    ///
    /// - Throws: The error the server answers with.
    package static func features(answeredWith bytes: [UInt8]) async throws -> AnalysisParameters {
        var parameters = AnalysisParameters()
        parameters.inputs["stops"] = LocationInput(
            source: .url(FeatureURL("http://features.example/0")))
        return try await FeatureFetch(
            hosts: ["features.example"], source: GivenAnswer(bytes: bytes), gate: FetchGate(),
            caller: .anonymous(network: "192.0.2.1")
        ).resolved(parameters)
    }

    /// Parses a text as every kind of credential, and as a redirect target.
    ///
    /// - Returns: Whether any parser accepted it.
    package static func credential(_ text: String) -> Bool {
        let own = "https://maps.example"
        var headers: HTTPFields = [:]
        headers[.authorization] = text
        headers[.cookie] = text
        headers[.xEsriAuthorization] = "Bearer \(text)"
        let presented = PresentedToken(FormParameters([]), headers)
        var isTaken = AccessToken(presented?.text ?? text, signedWith: key) != nil
        isTaken = AccessToken(text, signedWith: key) != nil || isTaken
        isTaken = RefreshToken(text, signedWith: key) != nil || isTaken
        isTaken = ReturnPath(text) != nil || isTaken
        isTaken = ReturnPath(referer: text, base: own) != nil || isTaken
        isTaken = PasswordHash(text) != nil || isTaken
        isTaken = TokenBinding.referer(text).allows(referer: own, address: "192.0.2.1") || isTaken
        isTaken = TokenBinding.referer(own).allows(referer: text, address: "192.0.2.1") || isTaken
        isTaken = (try? RedirectTarget(text, own: own)) != nil || isTaken
        return (try? AuthorizationRequest(text, own: own, signedWith: key)) != nil || isTaken
    }

    /// Signs any payload as a token, with the key that ``credential(_:)`` reads with.
    package static func signed(_ payload: [UInt8]) -> String {
        JSONWebToken.text(of: payload, signedWith: key)
    }

    private static let key = SymmetricKey([UInt8](repeating: 7, count: 32))
}

/// A host sending the same bytes for every request.
private struct GivenAnswer: FeatureDownloading {
    let bytes: [UInt8]

    func download(
        _ url: URL, allowsPrivate: Bool, within lease: FetchLease
    ) async throws -> [UInt8] { bytes }
}
