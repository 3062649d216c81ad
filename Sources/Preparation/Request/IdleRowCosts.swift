// Costs of rows without effect, because the request counts other costs.

import Geo
import RoadNetwork
import RouteAPI

/// Finds rows whose costs a request leaves out, such as the minutes in `Attr_TravelTime` of a stop
/// if the route counts `WalkTime`.
///
/// Rows may state a cost for each travel mode. A row is therefore reported only if it states a time
/// but none that counts, or the same for a length.
struct IdleRowCosts {
    private let description: NetworkDescription
    private let impedance: Int
    /// The costs that the request totals besides.
    private let accumulated: [Int]
    /// The cost by which it reckons times, if the impedance is a length.
    private let clock: Int?

    init(_ settings: TravelSettings, in description: NetworkDescription) {
        self.description = description
        impedance = settings.impedance
        accumulated = settings.accumulated
        clock = description.costs[impedance].kind == .time ? nil : settings.directionsTime
    }

    private func isCounted(_ cost: Int) -> Bool {
        cost == impedance || cost == clock || accumulated.contains(cost)
    }

    /// Returns a warning for each field without effect.
    ///
    /// - Complexity: O(*n*) for *n* values of costs.
    func messages(on effective: EffectiveParameters) -> [Message] {
        effective.requested.sentInputs.flatMap { messages(on: $0.features, of: $0.parameter) }
    }

    /// A field with a cost.
    private struct Column {
        var field: String
        /// The cost's position.
        var cost: Int
    }

    private static let withVisits = inputs(taking: .visitCost)
    private static let withCutoffs = inputs(taking: .cutoff)

    /// Returns the location inputs whose rows may have a column.
    private static func inputs(taking column: RouteAPI.Column) -> Set<String> {
        Set(AnalysisClass.locations.filter { $0.takes(column) }.map(\.answerKey))
    }

    private func messages(on set: FeatureSet, of parameter: String) -> [Message] {
        let barriers = BarrierClass(parameter: parameter)
        let hasCosts = barriers != nil || Self.withVisits.contains(parameter)
        let costs = hasCosts ? columns("Attr_", of: set) : []
        let cutoffs = Self.withCutoffs.contains(parameter) ? columns("Cutoff_", of: set) : []
        guard
            costs.contains(where: { !isCounted($0.cost) })
                || cutoffs.contains(where: { $0.cost != impedance })
        else { return [] }
        let fields = FeatureFields(set)
        var idleCosts: [String: [String]] = [:]
        var idleCutoffs: [String: [String]] = [:]
        for (row, feature) in set.features.enumerated() {
            func stated(_ columns: [Column]) -> [Column] {
                columns.filter { states($0, feature, fields, barriers) }
            }
            func note(_ columns: [Column], in labels: inout [String: [String]]) {
                guard !columns.isEmpty else { return }
                let name = fields.name("Name", feature) ?? ""
                let label = Self.label(of: parameter, row, name)
                for column in columns { labels[column.field, default: []].append(label) }
            }
            note(idle(stated(costs)), in: &idleCosts)
            let given = stated(cutoffs)
            if !given.contains(where: { $0.cost == impedance }) { note(given, in: &idleCutoffs) }
        }
        return costs.compactMap { column in
            idleCosts[column.field].map { costMessage(column, of: $0) }
        }
            + cutoffs.compactMap { column in
                idleCutoffs[column.field].map { cutoffMessage(column, of: $0) }
            }
    }

    private func columns(_ prefix: String, of set: FeatureSet) -> [Column] {
        set.fields.compactMap { field in
            guard field.name.lowercased().hasPrefix(prefix.lowercased()),
                let cost = description.namedCost(String(field.name.dropFirst(prefix.count)))
            else { return nil }
            return Column(field: field.name, cost: cost.position)
        }
    }

    /// Whether a row states a cost: zero stands for none, and so does the factor 1 of lines and
    /// areas. Barriers that close streets have no costs.
    private func states(
        _ column: Column, _ feature: Feature, _ fields: FeatureFields, _ barriers: BarrierClass?
    ) -> Bool {
        if barriers != nil, (try? fields.code(.barrierType, feature, upTo: 2)) ?? 0 == 0 {
            return false
        }
        do throws(FieldError) {
            guard let number = try fields.number(column.field, feature) else { return false }
            return number != 0 && (number != 1 || barriers == nil || barriers == .point)
        } catch {
            // A time such as 0:05:00. Of other texts, whoever reads the row says what is wrong.
            return true
        }
    }

    /// Returns the stated costs that do not count, of the kinds of which none counts.
    private func idle(_ stated: [Column]) -> [Column] {
        func kind(_ column: Column) -> CostKind { description.costs[column.cost].kind }
        let heeded = Set(stated.filter { isCounted($0.cost) }.map(kind))
        return stated.filter { column in
            !isCounted(column.cost) && !heeded.contains(kind(column))
                && !countedNames(kind(column)).isEmpty
        }
    }

    private static func label(of parameter: String, _ row: Int, _ name: String) -> String {
        BarrierClass(parameter: parameter) == nil
            ? StopReference(input: parameter, row: row, objectID: row + 1, name: name).label
            : BarrierReference(parameter: parameter, row: row, objectID: row + 1, name: name).label
    }

    private func countedNames(_ kind: CostKind) -> [String] {
        let others = description.costs.indices.filter { $0 != impedance && isCounted($0) }
        return ([impedance] + others).map { description.costs[$0] }
            .filter { $0.kind == kind }.map(\.name)
    }

    private func costMessage(_ column: Column, of labels: [String]) -> Message {
        let names = countedNames(description.costs[column.cost].kind)
        return Message(
            .warning,
            "\(column.field) of \(LabelList.joined(labels)) had no effect, because the request "
                + "counts \(LabelList.joined(names)); send Attr_\(names.first ?? "").")
    }

    private func cutoffMessage(_ column: Column, of labels: [String]) -> Message {
        let name = description.costs[impedance].name
        return Message(
            .warning,
            "\(column.field) of \(LabelList.joined(labels)) had no effect, because the impedance "
                + "is \(name); send Cutoff_\(name).")
    }
}
