// `…/FeatureServer/applyEdits`: edits to several of a service's stored layers, and their outcome.

import FeatureStore
import Geo
import Preparation
import PublishedServices
import RouteAPI
import ServicePages
import ServiceTransport

/// Edits several layers.
struct FeatureServiceEditing {
    private struct Part {
        var layer: FeatureLayer
        var fields: FormParameters
    }

    typealias Outcome = (layer: FeatureLayer, outcome: EditOutcome)

    private let parts: [Part]
    private let isRolledBack: Bool

    /// Reads `edits`: `[{"id":0,"adds":[…],"updates":[…],"deletes":[…]}]`.
    ///
    /// - Parameter check: Refuses a layer the caller may not edit.
    /// - Throws: `RouteRequestError` naming the field; the error of `check`.
    init(
        _ fields: FormParameters, of service: FeatureService,
        _ check: (FeatureLayer) throws -> Void
    ) throws {
        LargeWork.check(bytes: fields.byteCount)
        let reader = SelectionReader(form: fields)
        guard let list = try reader.list("edits"), !list.isEmpty else {
            throw RouteRequestError.invalidParameter(
                "edits",
                "is missing; an array such as [{\"id\":0,\"adds\":[…],\"deletes\":[3]}] is needed")
        }
        let rollback = try reader.flag("rollbackOnFailure")
        var parts: [Part] = []
        for entry in list {
            let id = entry["id"]?.integer
            guard let layer = service.layers.first(where: { $0.id == id }) else {
                throw RouteRequestError.invalidParameter(
                    "edits",
                    "names the layer \(entry["id"]?.excerpt ?? "of nothing"); the layers are "
                        + service.layers.map { "\($0.id)" }.joined(separator: ", "))
            }
            guard !parts.contains(where: { $0.layer.id == layer.id }) else {
                throw RouteRequestError.invalidParameter(
                    "edits", "names the layer \(layer.id) twice")
            }
            try check(layer)
            var own: [(name: String, value: String)] = [
                (name: "rollbackOnFailure", value: rollback == false ? "false" : "true")
            ]
            for name in ["adds", "updates", "deletes"] {
                if let value = entry[name], !value.isNull {
                    own.append((name: name, value: value.text))
                }
            }
            if let flag = try reader.text("useGlobalIds") {
                own.append((name: "useGlobalIds", value: flag))
            }
            parts.append(Part(layer: layer, fields: FormParameters(own)))
        }
        self.parts = parts
        isRolledBack = rollback ?? true
        guard Set(parts.map(\.layer.stored.storeIdentity)).count == 1 || rollback != true else {
            throw RouteRequestError.invalidParameter(
                "rollbackOnFailure",
                "is true, and the layers lie in different files or databases, whose edits are no "
                    + "one transaction; send false, or a request for each layer")
        }
    }

    /// Makes the edits. If one failure should undo all, the edits to one store are one transaction.
    /// Blocks the thread.
    ///
    /// - Throws: `RouteRequestError` naming the field; ``ServiceError`` or ``UnavailableLayer`` if
    ///   a store cannot be written.
    func outcomes(
        _ admit: @escaping @Sendable (NamedSystems) throws -> Void
    ) throws -> [Outcome] {
        func outcome(of part: Part) throws -> Outcome {
            let editing = FeatureEditing(
                layer: part.layer.stored, operation: .apply, fields: part.fields, admit: admit)
            return (layer: part.layer, outcome: try editing.outcome())
        }
        let isOneStore = Set(parts.map(\.layer.stored.storeIdentity)).count == 1
        guard isRolledBack, isOneStore, parts.count > 1 else { return try parts.map(outcome) }
        var failure: (any Error)?
        let first = parts[0].layer.stored
        let made: [Outcome]
        do throws(FeatureStoreError) {
            made = try first.together(
                keeping: { $0.allSatisfy(\.outcome.isComplete) && failure == nil }
            ) { () throws(FeatureStoreError) -> [Outcome] in
                do {
                    return try parts.map(outcome)
                } catch {
                    failure = error
                    return []
                }
            }
        } catch {
            throw error.failure(of: first.name, parameter: nil)
        }
        if let failure { throw failure }
        let isComplete = made.allSatisfy(\.outcome.isComplete)
        if isComplete { return made }
        return made.map { (layer: $0.layer, outcome: $0.outcome.undone) }
    }
}

/// The answer to edits of several layers.
struct FeatureServiceEditAnswer: Resource {
    let service: FeatureService
    /// The fields as sent, to fill the page's form.
    let fields: FormParameters
    /// `nil` if only the form is shown.
    let outcomes: [FeatureServiceEditing.Outcome]?

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        guard let outcomes else { return object(pretty: pretty) { _ in } }
        writer.beginArray()
        for (layer, outcome) in outcomes {
            writer.beginObject()
            writer.member("id", layer.id)
            writer.editResults(outcome, of: .apply)
            writer.endObject()
        }
        writer.endArray()
        return writer.bytes
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: "ApplyEdits", trail: FeatureLayerResource.trail(to: service),
            lead: "Adds, changes and deletes rows of several layers at once.")
        for (layer, outcome) in outcomes ?? [] {
            page.section("layer-\(layer.id)", layer.stored.name) { html in
                html.append(FeatureEditAnswer.tables(of: outcome, .apply, id: "\(layer.id)"))
            }
        }
        page.section("form", "Rows") { html in
            html.append(
                FeatureForm(
                    action: "\(ResourcePath.featureService(service))/applyEdits", fields: fields
                ).serviceEdits)
        }
        return page
    }
}
