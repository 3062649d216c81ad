// `…/FeatureServer/{layer}/calculate`: sets columns of many rows to values or expressions.

import FeatureStore
import Geo
import PublishedServices
import RouteAPI
import ServicePages
import ServiceTransport

/// A request to set columns in the rows that a condition selects.
struct FeatureCalculation: Sendable {
    let layer: StoredLayer
    let fields: FormParameters
    /// The request's time, in milliseconds since 1970.
    var now = LayerQuery.systemTime()
    let isCancelled: @Sendable () -> Bool

    /// A column and its new value.
    private struct Assignment {
        var field: String
        var value: Value

        enum Value {
            case constant(AttributeValue)
            case expression(FieldExpression)
        }
    }

    /// Sets the columns in one transaction. Blocks the thread.
    ///
    /// - Returns: How many rows were changed.
    /// - Throws: `RouteRequestError` naming the field; ``ServiceError`` or ``UnavailableLayer`` if
    ///   the store cannot be written. If any row is refused, none is changed.
    func updatedCount() throws -> Int {
        LargeWork.check(bytes: fields.byteCount)
        let reader = SelectionReader(form: fields)
        guard try reader.hasValue("where") else {
            throw RouteRequestError.invalidParameter(
                "where", "is missing; a condition is needed, such as 1=1 for all rows")
        }
        let selection = try reader.selection()
        var interruption: WhereInterruption?
        let schema: LayerSchema
        do throws(FeatureStoreError) {
            schema = try layer.schema()
        } catch {
            throw error.failure(of: layer.name, parameter: nil)
        }
        let assignments = try assignments(reader, of: schema)
        let outcome: EditOutcome
        do throws(FeatureStoreError) {
            outcome = try layer.changing(selection, isCancelled: isCancelled) { rows in
                do throws(WhereInterruption) {
                    return try updates(of: rows, assignments)
                } catch {
                    interruption = error
                    return nil
                }
            }
        } catch {
            if case .tooMany = error { throw FeatureEditForm.tooMany(nil) }
            throw error.failure(of: layer.name, parameter: nil)
        }
        if let interruption {
            throw RouteRequestError.invalidParameter(
                "calcExpression",
                interruption == .textTooLong
                    ? "makes a text of more than \(WhereMeter.mostTextBytes) bytes"
                    : "takes longer than a request may")
        }
        if let failure = outcome.updates.first(where: { $0.failure?.code == .invalidRow }) {
            throw RouteRequestError.invalidParameter(
                "calcExpression",
                "cannot be stored in row \(failure.objectID ?? 0): "
                    + "\(failure.failure?.message ?? ""); no row was changed")
        }
        return outcome.updates.count
    }

    private func assignments(
        _ reader: SelectionReader, of schema: LayerSchema
    ) throws(RouteRequestError) -> [Assignment] {
        let name = "calcExpression"
        guard let list = try reader.list(name), !list.isEmpty else {
            throw .invalidParameter(
                name,
                "is missing; an array such as [{\"field\":\"driver\",\"value\":\"Ada\"}] is needed")
        }
        var found: [Assignment] = []
        for entry in list {
            guard let field = entry["field"]?.string, !field.isEmpty else {
                throw .invalidParameter(name, "has no field in \(entry.excerpt)")
            }
            guard !found.contains(where: { $0.field.lowercased() == field.lowercased() }) else {
                throw .invalidParameter(name, "sets \(field.excerpt(80)) twice")
            }
            try checked(of: field) { () throws(FeatureStoreError) in
                try schema.requireColumn(field)
            }
            if let text = entry["sqlExpression"]?.string {
                let expression = try checked(of: field) { () throws(FeatureStoreError) in
                    try schema.expression(text, at: now)
                }
                found.append(Assignment(field: field, value: .expression(expression)))
            } else if let value = entry["value"].flatMap(AttributeValue.init(scalar:)) {
                found.append(Assignment(field: field, value: .constant(value)))
            } else {
                throw .invalidParameter(
                    name,
                    "has neither a value (text, a number or null) nor a sqlExpression for "
                        + field.excerpt(80))
            }
        }
        return found
    }

    /// Names the parameter and the field in an error.
    private func checked<Value>(
        of field: String, _ read: () throws(FeatureStoreError) -> Value
    ) throws(RouteRequestError) -> Value {
        do throws(FeatureStoreError) {
            return try read()
        } catch {
            throw .invalidParameter(
                "calcExpression", "of \(field.excerpt(80)): \(error.message)")
        }
    }

    /// Computes the changes for some rows.
    private func updates(
        of rows: StoredFeatures, _ assignments: [Assignment]
    ) throws(WhereInterruption) -> [FeatureUpdate] {
        var meter = WhereMeter(isCancelled: isCancelled)
        let set = rows.features
        var updates: [FeatureUpdate] = []
        updates.reserveCapacity(set.features.count)
        for (id, feature) in zip(rows.objectIDs, set.features) {
            var attributes: [String: AttributeValue] = [:]
            for assignment in assignments {
                switch assignment.value {
                case .constant(let value): attributes[assignment.field] = value
                case .expression(let expression):
                    let program = expression.program
                    // OBJECTID may stand for an id column with another name; all other columns
                    // exist.
                    let value = try program.value(
                        {
                            (set.value(program.fields[$0], of: feature) ?? .integer(Int(id)))
                                .compared
                        },
                        &meter)
                    attributes[assignment.field] = AttributeValue(value)
                }
            }
            updates.append(FeatureUpdate(objectID: id, attributes: attributes))
        }
        return updates
    }
}

extension AttributeValue {
    /// Reads a JSON value; `nil` for a list or an object.
    fileprivate init?(scalar value: JSONValue) {
        switch value {
        case .null: self = .null
        case .string(let text): self = .string(text)
        case .number(let number): self = AttributeValue(.number(number))
        case .bool(let flag): self = .integer(flag ? 1 : 0)
        case .array, .object: return nil
        }
    }

    /// Converts an expression's value.
    fileprivate init(_ value: WhereValue) {
        switch value {
        case .null: self = .null
        case .text(let text), .coded(_, let text): self = .string(text)
        case .number(let number):
            self = Int(exactly: number).map { .integer($0) } ?? .double(number)
        }
    }
}

struct FeatureCalculationAnswer: Resource {
    let layer: FeatureLayer
    /// The fields as sent, to fill the page's form.
    let fields: FormParameters
    /// How many rows were changed; `nil` if only the form is shown.
    let count: Int?

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            guard let count else { return }
            writer.member("success", true)
            writer.member("updatedFeatureCount", count)
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: "Calculate", trail: FeatureLayerResource.trail(to: layer),
            lead: "Sets columns of the rows that a condition selects.")
        if let count {
            let rows = count == 1 ? "One row was" : "\(ShownNumber.grouped(count)) rows were"
            page.content.element("p", "\(rows) changed.")
        }
        page.section("form", "Columns") { html in
            html.append(
                FeatureForm(
                    action: "\(ResourcePath.featureLayer(layer))/calculate", fields: fields
                ).calculation)
        }
        return page
    }
}
