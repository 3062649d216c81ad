// `admin/services/reload`: lets administrators reload the services.

import AccessControl
import HTTPTypes
import Hummingbird
import PublishedServices
import RouteAPI
import ServicePages
import ServiceTransport

/// Answers requests for a reload: GET shows the last one, POST starts one.
struct ReloadEndpoint: Sendable {
    private let asking: Asking
    private let reloader: CatalogReloader
    private let user: String

    /// - Throws: ``ServiceError`` if requests cannot reload the services: with status 401 without a
    ///   valid token, 403 for a user who is not an administrator.
    init(_ asking: Asking, _ reloader: CatalogReloader?) throws(ServiceError) {
        let gate = asking.server.gate
        let caller: Caller
        do throws(ServiceError) {
            caller = try gate.caller(asking.request)
        } catch {
            throw error.status == .ok ? error.unauthorized : error
        }
        guard let reloader else {
            throw ErrorTable.unknownResource(
                asking.request.path, asking.snapshot.visible(to: caller))
        }
        user = try gate.administrator(caller)
        self.asking = asking
        self.reloader = reloader
    }

    /// Answers the request.
    ///
    /// - Throws: ``ServiceError`` if the services stay as they were.
    func respond() async throws -> Response {
        guard asking.request.method == .post else {
            return asking.writer.response(
                ReloadResource(
                    report: reloader.last, isRunning: reloader.isRunning,
                    earlierInUse: reloader.earlierInUse))
        }
        guard let report = await reloader.reload(.request(user: user)) else {
            throw ErrorTable.manyReloads()
        }
        if asking.request.format == .html {
            return Response.redirect(to: ResourcePath.reload, type: .normal)
        }
        guard report.problems.isEmpty else { throw ErrorTable.notReloaded(report.problems) }
        return asking.writer.response(
            ReloadResource(report: report, isRunning: false, earlierInUse: nil))
    }
}

extension AccessGate {
    /// Returns the name of a caller who may administer the server.
    ///
    /// - Throws: ``ServiceError`` with status 403 if the server has no users or the user lacks the
    ///   right, 401 without a token.
    func administrator(_ caller: Caller) throws(ServiceError) -> String {
        guard let tokens else { throw ErrorTable.noAdministrators() }
        guard let user = caller.userName else { throw ErrorTable.tokenRequired().unauthorized }
        guard tokens.isAdministrator(user) else { throw ErrorTable.notAdministrator() }
        return user
    }
}

extension ServiceError {
    /// The same error with its HTTP status. Only resources unknown to ArcGIS Server use statuses,
    /// for scripts.
    fileprivate var unauthorized: ServiceError {
        var error = self
        error.status = .unauthorized
        error.headers[.wwwAuthenticate] = "Bearer"
        return error
    }
}

extension ErrorTable {
    /// Returns the error for an administrator's request on a server without users.
    static func noAdministrators() -> ServiceError {
        var error = forbidden()
        error.status = .forbidden
        error.details = [
            "This server has no users, and so no administrators: start it with --users. Without "
                + "them, the services are reloaded by SIGHUP, or when a new network is in place."
        ]
        return error
    }

    /// Returns the error for a user who is not an administrator.
    static func notAdministrator() -> ServiceError {
        var error = forbidden()
        error.status = .forbidden
        error.details = [
            "This needs an administrator of the server (waypost users add NAME --administrator)."
        ]
        return error
    }

    /// Returns the error if too many requests wait for a reload.
    static func manyReloads() -> ServiceError {
        ServiceError(
            code: 503, message: "Service is busy.",
            details: [
                "The services are being reloaded, and other reloads are waiting; try again shortly."
            ],
            status: .serviceUnavailable, headers: [.retryAfter: "10"])
    }

    /// Returns the error if the new services cannot be opened and the old ones stay.
    static func notReloaded(_ problems: [String]) -> ServiceError {
        ServiceError(
            code: 409, message: "Unable to reload the services, which stay as they were.",
            details: problems, status: .conflict)
    }
}
