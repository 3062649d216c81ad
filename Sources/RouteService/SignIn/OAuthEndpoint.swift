// `sharing/rest/oauth2/…`: OAuth log-ins over HTTP.

import AccessControl
import HTTPTypes
import Hummingbird
import PublishedServices
import RouteAPI
import ServicePages
import ServiceTransport

/// Answers each step in a log-in.
struct OAuthEndpoint: Sendable {
    let service: AuthorizationService
    /// Where log-ins end, which writes a file.
    let lane: Lane

    /// Answers a request.
    ///
    /// - Throws: ``ServiceError``; the errors of password checks.
    func respond(
        _ operation: OAuthOperation, _ request: ServiceRequest, _ writer: AnswerWriter
    ) async throws -> Response {
        guard operation == .authorize || request.method == .post else {
            throw ErrorTable.logInByGET(request.method)
        }
        var response: Response
        // Clients expect JSON from the last two without requesting it (RFC 6749 §5.1).
        let toPrograms = AnswerWriter(
            format: request.format == .pjson ? .pjson : .json, callback: nil,
            headers: request.headers)
        let isForBrowsers = operation == .authorize || operation == .signIn
        do {
            switch operation {
            case .authorize: response = try authorize(request, writer)
            case .signIn: response = try await signIn(request, writer)
            case .token: response = try await token(request, toPrograms)
            case .revokeToken: response = try await revoke(request, toPrograms)
            }
        } catch let error as OAuthError {
            response = (isForBrowsers ? writer : toPrograms).response(OAuthFailure(error: error))
            response.status = .badRequest
        }
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private func authorize(_ request: ServiceRequest, _ writer: AnswerWriter) throws -> Response {
        let asked = try AuthorizationRequest(
            OAuthFields(request.fields), own: request.source.origin)
        return show(SignInPage(request: asked, state: service.sealed(asked)), asked, writer)
    }

    private func signIn(
        _ request: ServiceRequest, _ writer: AnswerWriter
    ) async throws -> Response {
        try PageOrigin.requireOwnPage(request)
        guard request.query.text("password") == nil else { throw ErrorTable.credentialsInURL() }
        let fields = OAuthFields(request.fields)
        let state = try fields.required(
            "oauth_state", atMost: AuthorizationRequest.longestTextBytes)
        let asked = try service.opened(state, own: request.source.origin)
        let name = try fields.text("username", atMost: 256) ?? ""
        var page = SignInPage(request: asked, state: state, userName: name)
        guard !name.isEmpty,
            let password = try fields.text(
                "password", atMost: PasswordHash.longestPasswordBytes)
        else { return refuse(&page, .wrong, .badRequest, writer) }
        do {
            guard
                let code = try await service.signIn(
                    name, password: password, for: asked, from: request.source)
            else { return refuse(&page, .wrong, .badRequest, writer) }
            return handOver(code, asked, writer)
        } catch let refusal as LogInRefusal {
            // Status and headers are the same as for every such refusal; the page is the sign-in
            // page.
            let failure = ErrorTable.logIn(refusal)
            let complaint: SignInPage.Complaint =
                switch refusal {
                case .busy: .busy
                case .tooManyFailures(let seconds): .tooMany(seconds: seconds)
                }
            var response = refuse(&page, complaint, failure.status, writer)
            response.headers[.retryAfter] = failure.headers[.retryAfter]
            return response
        }
    }

    /// Shows the sign-in page again, with the reason for the failure.
    private func refuse(
        _ page: inout SignInPage, _ complaint: SignInPage.Complaint, _ status: HTTPResponse.Status,
        _ writer: AnswerWriter
    ) -> Response {
        page.complaint = complaint
        var response = show(page, page.request, writer)
        response.status = status
        return response
    }

    /// Delivers a code to the application.
    private func handOver(
        _ code: String, _ asked: AuthorizationRequest, _ writer: AnswerWriter
    ) -> Response {
        guard case .url = asked.target else {
            return show(SignedInPage(code: code, clientID: asked.clientID), asked, writer)
        }
        let url =
            if let state = asked.state {
                asked.target.url(with: ["code": code, "state": state])
            } else {
                asked.target.url(with: ["code": code])
            }
        // 303 would be more precise, since the form must not be sent again, but ArcGIS clients
        // expect 302, and browsers treat both alike.
        return Response(status: .found, headers: [.location: url])
    }

    private func token(
        _ request: ServiceRequest, _ writer: AnswerWriter
    ) async throws -> Response {
        try refuseSecretsInURL(of: request, ["code", "code_verifier", "refresh_token"])
        let fields = OAuthFields(request.fields)
        // The ArcGIS API for Python logs out at the same URL.
        if try fields.text("grant_type", atMost: 64) == "suspend_session" {
            try await aside(request) { try service.suspend(fields) }
            return writer.response(LogOutAnswer())
        }
        let tokens = try await aside(request) { try service.exchange(fields) }
        return writer.response(
            LogInAnswer(tokens: tokens, isSecure: request.source.origin.hasPrefix("https:")))
    }

    private func revoke(
        _ request: ServiceRequest, _ writer: AnswerWriter
    ) async throws -> Response {
        try refuseSecretsInURL(of: request, ["auth_token", "token"])
        let fields = OAuthFields(request.fields)
        try await aside(request) { try service.revoke(fields) }
        return writer.response(LogOutAnswer())
    }

    /// Moves work off the event loop if it may end a log-in, which writes a file.
    private func aside<Result: Sendable>(
        _ request: ServiceRequest, _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await lane.run(for: request.source.network, work)
    }

    private func refuseSecretsInURL(
        of request: ServiceRequest, _ names: [String]
    ) throws(OAuthError) {
        for name in names where request.query.text(name) != nil {
            throw OAuthError(
                .invalidRequest,
                "\(name) is in the URL, which logs keep; send it in the body.")
        }
    }

    /// Writes a page whose form may redirect to the code's target.
    private func show(
        _ page: some Resource, _ asked: AuthorizationRequest, _ writer: AnswerWriter
    ) -> Response {
        var response = writer.response(page)
        // Browsers apply form-action to redirects too. A policy cannot name IPv6 hosts.
        var targets = "'self'"
        if case .url(_, let origin) = asked.target {
            targets += " " + (origin.contains("[") ? "http:" : origin)
        }
        response.headers[.contentSecurityPolicy] = AnswerWriter.policy(formTargets: targets)
        return response
    }
}
