// Options for commands about a route in a handle.

import ArgumentParser
import DataStructures
import Foundation
import Geo
import Preparation
import RouteAPI

/// A command's route, and when the vehicle starts.
struct HandleOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The route: a file with the text of a RouteHandle, - for standard input, or the text "
                + "itself. A solve with --set returnRouteHandle=true has one.",
            valueName: "handle"))
    var handle: String

    @Option(
        help: ArgumentHelp(
            "When to start: now, 09:30 (today), 2026-11-21T09:30, 2026-11-21T09:30:00+01:00, or "
                + "epoch milliseconds.", valueName: "time"))
    var startTime: String?

    /// Writes the options into a request; the start time stays text.
    ///
    /// - Throws: ``CommandFailure`` naming the file, or the accepted values.
    func write(to fields: inout [String: String]) throws {
        fields["routeHandle"] = try text()
        fields["startTime"] = try startTime.map {
            try StartText.checked($0, option: "--start-time")
        }
        fields["returnStops"] = "true"
    }

    /// Returns the handle's text.
    ///
    /// - Throws: ``CommandFailure`` if the file is missing or cannot be read.
    private func text() throws -> String {
        let isFile = handle == "-" || FileManager.default.fileExists(atPath: handle)
        guard isFile else {
            guard handle.utf8.allSatisfy(Base64URL.isLetter) else {
                throw CommandFailure(
                    .invalidInput,
                    "\(handle) is neither a file nor the text of a RouteHandle, which has only "
                        + "letters, digits, - and _")
            }
            return handle
        }
        return String(decoding: try Console.read(file: handle), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// Where a vehicle is on its route.
struct ProgressOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How far along the route the vehicle is.", valueName: "meters"))
    var progress: Double?

    @Option(
        help: ArgumentHelp(
            "Where the vehicle is, in place of --progress.", valueName: "lon,lat"))
    var position: String?

    /// Writes the options into a request.
    ///
    /// - Throws: ``CommandFailure`` if the position is not a place.
    func write(to fields: inout [String: String]) throws {
        fields["progress"] = progress.map { JSONValue.number($0).text }
        fields["position"] = try position.map { try HandleOptions.position($0) }
    }
}

extension HandleOptions {
    /// Writes a vehicle's place as JSON for a request.
    ///
    /// - Throws: ``CommandFailure`` if the text is not a place.
    static func position(_ text: String, bearing: Double? = nil) throws -> String {
        let place = try PlaceArgument(text)
        return SolveRequest.text(
            FeatureSet(
                [
                    FeatureColumn(.name) { $0.name ?? "Position" },
                    FeatureColumn(.bearing) { _ in bearing },
                ], of: CollectionOfOne(place), shape: .point
            ) { .point($0.coordinate) })
    }
}
