// Settings for single routes of a job, in place of the request's settings.

import DataStructures
import Geo
import Preparation
import RouteAPI

/// Settings for single routes, by name: `{"Ann":{"startTime":1772434800000}}`.
///
/// Names are compared as the stops' are, in any case.
struct RouteSettings: Sendable {
    private let values: [RouteNameKey: [String: JSONValue]]

    static let parameter = "routeSettings"
    /// The groups of parameters that a route may set itself. How answers are written is the same
    /// for all routes.
    private static let groups: Set<ParameterDeclaration.Group> = [.travel, .order, .search, .time]

    /// Reads a request's settings.
    ///
    /// - Parameter parts: The routes. If `nil`, the request has a single route, for which settings
    ///   are refused.
    /// - Throws: `RouteRequestError` naming the route and the parameter.
    init(
        _ text: String, of request: AnalysisRequest, _ parts: (any RequestParts)?
    ) throws(RouteRequestError) {
        guard let parts else {
            throw Self.error("the stops have one RouteName; send the settings as parameters")
        }
        let value: JSONValue
        do throws(JSONParseError) { value = try JSONValue.parse(text) } catch {
            throw Self.error("is not JSON: \(error)")
        }
        guard let routes = value.object else {
            throw Self.error("is \(value.kindName); write an object with an object for each route")
        }
        let names = (0..<parts.count).map { parts.name($0) }
        let keys = Set(names.map { RouteNameKey($0) })
        let known = request.operation.description.parameters
        var values: [RouteNameKey: [String: JSONValue]] = [:]
        for member in routes.members {
            let (route, settings) = (member.key, member.value)
            guard keys.contains(RouteNameKey(route)) else {
                throw Self.error(
                    "no stop has the RouteName \"\(route.excerpt(60))\". "
                        + NearestName.sentences(for: route, among: Array(names.sorted().prefix(20)))
                )
            }
            guard let members = settings.object?.members else {
                throw Self.error("\"\(route.excerpt(60))\" is \(settings.kindName), not an object")
            }
            for member in members {
                let (name, value) = (member.key, member.value)
                let found = known.first { $0.name.lowercased() == name.lowercased() }
                guard let found, Self.groups.contains(found.group) else {
                    throw Self.error(
                        "\"\(route.excerpt(60))\" has \"\(name.excerpt(60))\"; a route has "
                            + "parameters about travel, order, search and time of its own")
                }
                values[RouteNameKey(route), default: [:]][found.name] = value
            }
        }
        self.values = values
        for part in 0..<parts.count {
            _ = try applied(to: request.parameters, of: parts.name(part), now: 0)
        }
    }

    /// Returns a route's parameters.
    ///
    /// - Parameter now: The instant `now` stands for, in milliseconds since 1970.
    /// - Throws: `RouteRequestError` naming the parameter.
    func applied(
        to parameters: any OperationParameters, of route: String, now: Int64
    ) throws(RouteRequestError) -> any OperationParameters {
        guard let own = values[RouteNameKey(route)] else { return parameters }
        func replaced(
            _ parameters: some OperationParameters
        ) throws(RouteRequestError) -> any OperationParameters { try parameters.replacing(own) }
        let changed: any OperationParameters
        do throws(RouteRequestError) { changed = try replaced(parameters) } catch {
            throw Self.error(
                "\"\(route.excerpt(60))\": \((error.details.first ?? error.message))")
        }
        guard var found = changed as? RouteParameters, found.time.startTime == .now else {
            return changed
        }
        found.time.startTime = .milliseconds(now)
        found.time.startTimeIsUTC = true
        return found
    }

    private static func error(_ text: String) -> RouteRequestError {
        RouteRequestError(
            .invalidParameter,
            details: [
                "Parameter \"\(parameter)\": \(text)" + (text.hasSuffix(".") ? "" : ".")
            ])
    }
}
