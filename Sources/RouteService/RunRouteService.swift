// The whole life of a server in one call, for programs that do not know Hummingbird.

import Hummingbird

/// Opens the networks of a configuration and serves them until the process is told to stop.
///
/// SIGTERM and SIGINT let running solves finish for the grace of the configuration.
///
/// - Throws: What ``buildApplication(configuration:)`` throws, and when the port cannot be had.
public func runRouteService(configuration: RouteServiceConfiguration) async throws {
    try await buildApplication(configuration: configuration).runService()
}
