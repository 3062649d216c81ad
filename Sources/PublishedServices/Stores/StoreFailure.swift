// Turns stores' errors into request errors: the caller gets what it can act on, the log the rest.

import FeatureStore
import HTTPTypes
package import Preparation
import RouteAPI
import ServiceTransport

/// A stored layer that cannot be read or written, for reasons outside the request.
///
/// The reason is for the log, because it names files. The caller gets a server error.
package struct UnavailableLayer: Error, Hashable, CustomStringConvertible {
    package let layer: String
    package let reason: String

    package var description: String { "the stored layer \"\(layer)\" is not available: \(reason)" }
}

extension FeatureStoreError {
    /// Returns the error for a request's caller.
    ///
    /// - Parameters:
    ///   - layer: The stored layer's name.
    ///   - parameter: The parameter that names the layer; `nil` for a request to the layer itself.
    ///   - parameterNaming: Returns which parameter of such a request names a column.
    ///   - control: The solve's control, which knows why the solve was cancelled.
    package func failure(
        of layer: String, parameter: String?, parameterNaming: (String) -> String? = { _ in nil },
        _ control: SolveControl? = nil
    ) -> any Error {
        // A parameter that names a layer has the query's parts as members.
        func fault(_ part: String, _ reason: String) -> RouteRequestError {
            Self.query(parameter ?? part, parameter == nil ? reason : message, caret)
        }
        switch self {
        case .badWhere(_, let problem, let position):
            return fault("where", "\(problem), at character \(position + 1)")
        case .badHaving(_, let problem, let position):
            return fault("having", "\(problem), at character \(position + 1)")
        case .badGeometry(let reason): return fault("geometry", reason)
        case .badPart(let part, let reason): return fault(part, reason)
        case .noField(let name, _, _, _):
            return Self.query(parameter ?? parameterNaming(name), message)
        case .badRequest, .tooMany, .badRow, .badSchema:
            return Self.query(parameter, message)
        case .cancelled:
            do throws(RouteRequestError) { try control?.check() } catch { return error }
            return LaneRefusal.cancelled
        case .locked: return ErrorTable.layerLocked(layer)
        case .replaced: return ErrorTable.layerReplaced(layer)
        case .noLayer, .layerExists, .unreadable, .unwritable, .readOnly:
            return UnavailableLayer(layer: layer, reason: message)
        }
    }

    /// Returns a query's error, beginning with the sentence that ArcGIS clients match.
    ///
    /// - Parameters:
    ///   - parameter: The parameter at fault, if known.
    ///   - caret: The condition with a mark under the fault.
    private static func query(
        _ parameter: String?, _ text: String, _ caret: String? = nil
    ) -> RouteRequestError {
        var error =
            parameter.map { RouteRequestError.invalidParameter($0, text) }
            ?? RouteRequestError(
                .invalidParameter, extendedCode: .invalidInput,
                message: "Invalid or missing input parameters.", details: [text])
        error.details.insert("Cannot perform query. Invalid query parameters.", at: 0)
        if let caret { error.details.append(caret) }
        return error
    }
}

extension ErrorTable {
    /// Returns the error for a layer whose file was replaced during the request.
    static func layerReplaced(_ layer: String) -> ServiceError {
        ServiceError(
            code: 503, message: "Service is busy.",
            details: [
                "The file of the stored layer \"\(layer)\" was replaced during the request; the "
                    + "new file has no edits of it. Send the request again."
            ],
            status: .serviceUnavailable, headers: [.retryAfter: "1"])
    }

    /// Returns the error for a layer that another process locks for longer than a request waits.
    static func layerLocked(_ layer: String) -> ServiceError {
        ServiceError(
            code: 503, message: "Service is busy.",
            details: [
                "The stored layer \"\(layer)\" is locked by another process that writes to it; try "
                    + "again shortly."
            ],
            status: .serviceUnavailable, headers: [.retryAfter: "5"])
    }
}
