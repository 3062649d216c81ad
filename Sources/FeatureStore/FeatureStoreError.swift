// What can go wrong with a store, or with a request to it.

import Geo

/// The reason why a store cannot answer. Each message names what was found and what would work.
package enum FeatureStoreError: Error, Hashable, Sendable {
    /// The store has no layer with this name.
    case noLayer(String, store: String, known: [String], nearest: String?)
    /// The store already has a layer with this name.
    case layerExists(String, store: String)
    /// The layer has no field with this name.
    case noField(String, layer: String, known: [String], nearest: String?)
    /// The condition cannot be parsed; `position` counts the characters before the problem.
    case badWhere(String, problem: String, position: Int)
    /// A query's shape, or its matrix, cannot be used.
    case badGeometry(String)
    /// Another part of a query cannot be used: the part's name on the wire, such as `outSR`, and
    /// the reason.
    case badPart(String, String)
    /// The condition on groups cannot be parsed or used; see ``badWhere(_:problem:position:)``.
    case badHaving(String, problem: String, position: Int)
    /// The query or the edits cannot be used as a whole.
    case badRequest(String)
    /// The schema cannot be stored.
    case badSchema(String)
    /// A row in an import, counted from 1, cannot be stored.
    case badRow(Int, String)
    /// More were found than the limit allows.
    case tooMany(what: String, allowed: Int)
    /// The store cannot be opened or read.
    case unreadable(store: String, reason: String)
    /// The store cannot be written: there is no space, or the file system reports an error.
    case unwritable(store: String, reason: String)
    /// Another process held the store's lock for longer than a write waits.
    case locked(store: String)
    /// Another file has taken the place of the store's file and lacks what was written or read.
    case replaced(store: String)
    /// The store was opened read-only, or lies where it cannot be written.
    case readOnly(store: String)
    /// The caller ended the call.
    case cancelled

    /// The message for the caller, a sentence or two.
    package var message: String {
        switch self {
        case .noLayer(let name, let store, let known, let nearest):
            "\(store) has no layer \"\(name.excerpt(80))\""
                + Self.choice(known, nearest, of: "layers", none: "it has no layers yet")
        case .layerExists(let name, let store):
            "\(store) has a layer \"\(name)\" already; drop it first or choose another name"
        case .noField(let name, let layer, let known, let nearest):
            "the layer \"\(layer)\" has no field \"\(name.excerpt(80))\""
                + Self.choice(known, nearest, of: "fields", none: "it has no fields")
        case .badWhere(_, let problem, let position):
            "where: \(problem), at character \(position + 1)"
        case .badHaving(_, let problem, let position):
            "having: \(problem), at character \(position + 1)"
        case .badPart(let name, let reason): "\(name): \(reason)"
        case .badGeometry(let reason): "geometry: \(reason)"
        case .badRequest(let reason), .badSchema(let reason): reason
        case .badRow(let row, let reason): "row \(row): \(reason)"
        case .tooMany(let what, let allowed):
            "there are more than \(allowed) \(what); choose fewer with where or geometry"
        case .unreadable(let store, let reason): "\(store) cannot be read: \(reason)"
        case .unwritable(let store, let reason): "\(store) cannot be written: \(reason)"
        case .locked(let store):
            "\(store) is locked by another process that writes to it; try again later"
        case .replaced(let store):
            "\(store) was replaced by another file, and the edits of this request are not in it; "
                + "send it again"
        case .readOnly(let store):
            "\(store) is open for reading only; editing needs one that may be written"
        case .cancelled: "the call was cancelled"
        }
    }

    /// The condition with a caret under the problem; `nil` for other errors.
    ///
    /// Two lines. A long condition is cut to the part around the problem.
    package var caret: String? {
        switch self {
        case .badWhere(let text, _, let position), .badHaving(let text, _, let position):
            return WhereCaret.lines(text, position: position)
        default: return nil
        }
    }

    private static func choice(
        _ known: [String], _ nearest: String?, of what: String, none: String
    ) -> String {
        if known.isEmpty { return "; \(none)" }
        let shown = known.prefix(40).map { "\"\($0.excerpt(80))\"" }.joined(separator: ", ")
        let more = known.count > 40 ? " and \(known.count - 40) more" : ""
        let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
        return "\(hint.isEmpty ? ";" : hint) the \(what) are \(shown)\(more)"
    }
}

extension FeatureStoreError: CustomStringConvertible {
    /// The message, followed by the caret if there is one.
    package var description: String {
        caret.map { "\(message)\n\($0)" } ?? message
    }
}
