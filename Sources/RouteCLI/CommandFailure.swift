// The exit codes of commands, and the mapping from errors to them.

import AccessControl
import Batches
import DefinitionFiles
import FeatureStore
import Foundation
import Geo
import LiveTraffic
import NetworkBuilder
import RoadNetwork
import RouteAPI
import RouteService
import RouteTaskClient

/// The exit code of a command. Commands throw it when they fail after printing the reason.
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
    /// The server cannot be reached, or failed.
    case server = 7

    /// Ends the program with this exit code.
    func end() -> Never { exit(rawValue) }
}

/// Why a command failed, with a message for the user.
struct CommandFailure: Error, Hashable {
    var outcome: Outcome
    var message: String

    init(_ outcome: Outcome, _ message: String) {
        self.outcome = outcome
        self.message = message
    }

    /// Classifies an error; `nil` for those of the argument parser, which prints them itself.
    init?(describing error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as RouteRequestError: self.init(error)
        case let error as RouteTaskError: self.init(error)
        case let error as FeatureStoreError: self.init(error)
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
        let outcome: Outcome =
            switch error.identifier {
            case .invalidParameter, .unknownAttribute, .unknownSpatialReference, .invalidGeometry,
                .limitExceeded, .notLocated, .tooFewStops:
                .invalidInput
            case .noSolution: .noSolution
            case .timedOut, .cancelled: .cancelled
            }
        self.init(outcome, Self.text(error.message, error.details))
    }

    private init(_ error: FeatureStoreError) {
        let outcome: Outcome =
            switch error {
            case .unwritable, .locked, .replaced, .readOnly: .failed
            case .cancelled: .cancelled
            case .noLayer, .layerExists, .noField, .badWhere, .badGeometry, .badRequest,
                .badSchema, .badRow, .tooMany, .unreadable:
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
            Self.outcome(of: envelope), Self.text(envelope.message, envelope.details))
    }

    /// Errors of servers have only codes: the extended code decides, or else the code.
    private static func outcome(of envelope: RouteTaskError.Envelope) -> Outcome {
        switch envelope.extendedCode.flatMap(ExtendedCode.init) {
        case .noSolution, .noPathFromFirstToLast, .disconnectedLocations, .isolatedLocations,
            .locationNotReached:
            return .noSolution
        case .timedOut: return .cancelled
        default: break
        }
        if envelope.details.contains(where: { $0.hasPrefix("No solution") }) { return .noSolution }
        let isURL = envelope.message == "Invalid URL"
        return envelope.code == 400 && !isURL || envelope.code == 413 ? .invalidInput : .server
    }

    /// The details, or the outer message when there are none.
    private static func text(_ message: String, _ details: [String]) -> String {
        details.isEmpty ? message : details.joined(separator: "\n         ")
    }
}
