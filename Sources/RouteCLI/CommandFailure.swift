// The exit codes of commands, and how errors map to them.

import AccessControl
import Batches
import DefinitionFiles
import FeatureStore
import Foundation
import Geo
import LiveTraffic
import NetworkBuilder
import Preparation
import RoadNetwork
import RouteAPI
import RouteService
import RouteTaskClient
import ServiceTransport

/// A command's exit code.
///
/// Scripts rely on the numbers, so they never change: `OutcomeTests` checks them. A command that
/// has already printed why it fails throws the code itself; otherwise it throws an error, which
/// ``CommandFailure`` maps to a code and a message. An error from a server gets the code of the
/// same error on a local network.
enum Outcome: Int32, Error, CaseIterable {
    case answered = 0
    /// Something outside the request failed: a disk, a library.
    case failed = 1
    case usage = 2
    case invalidInput = 3
    /// Some stops or routes are missing from the answer.
    case partial = 4
    case noSolution = 5
    /// Cancelled, or out of time.
    case cancelled = 6
    /// The server cannot be reached, or it failed.
    case server = 7

    /// Ends the program with this exit code.
    func end() -> Never { exit(rawValue) }
}

/// The reason why a command failed, with its exit code and a message for the user.
///
/// `Waypost.run(_:)` turns every error into it. Throw it directly for wrong options and
/// files; the message should name the option or the file and say what would work.
struct CommandFailure: Error, Hashable {
    var outcome: Outcome
    var message: String

    init(_ outcome: Outcome, _ message: String) {
        self.outcome = outcome
        self.message = message
    }

    /// Classifies an error. Returns `nil` for errors of the argument parser, which prints them
    /// itself.
    init?(describing error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as RouteRequestError: self.init(error)
        case let error as RouteTaskError: self.init(error)
        case let error as FeatureStoreError: self.init(error)
        case is MissingZone: self.init(.usage, "\(error)")
        case is CancellationError: self.init(.cancelled, "cancelled")
        case is InvalidDefinitions, is OSMReadError, is BuildError, is DatasetError,
            is InvalidCertificate, is InvalidUserFile, is InvalidJobFolder, is InvalidJobDatabase,
            is FeatureReadError, is BatchError, is FeedError:
            self.init(.invalidInput, "\(error)")
        case is ExportError, is AddressUnavailable: self.init(.failed, "\(error)")
        case let error as CocoaError: self.init(.failed, error.localizedDescription)
        default:
            guard String(reflecting: type(of: error)).hasPrefix("ArgumentParser.") else {
                self.init(.failed, "\(error)")
                return
            }
            return nil
        }
    }

    private init(_ error: RouteRequestError) {
        self.init(Self.outcome(of: error.identifier), Self.text(error.message, error.details))
    }

    private static func outcome(of problem: RouteRequestError.Identifier) -> Outcome {
        switch problem {
        case .invalidParameter, .unknownAttribute, .unknownSpatialReference, .invalidGeometry,
            .limitExceeded, .notLocated, .tooFewStops:
            .invalidInput
        case .noSolution: .noSolution
        case .timedOut, .cancelled: .cancelled
        }
    }

    private init(_ error: FeatureStoreError) {
        let outcome: Outcome =
            switch error {
            case .unwritable, .locked, .replaced, .readOnly: .failed
            case .cancelled: .cancelled
            case .noLayer, .layerExists, .noField, .badWhere, .badHaving, .badGeometry, .badPart,
                .badRequest, .badSchema, .badRow, .tooMany, .unreadable:
                .invalidInput
            }
        self.init(outcome, error.description)
    }

    private init(_ error: RouteTaskError) {
        guard case .service(let envelope) = error else {
            self.init(.server, error.description)
            return
        }
        self.init(
            envelope.problem.map(Self.outcome) ?? .server,
            Self.text(envelope.message, envelope.details))
    }

    /// Joins the details, or returns the outer message if there are none.
    private static func text(_ message: String, _ details: [String]) -> String {
        details.isEmpty ? message : details.joined(separator: "\n         ")
    }
}
