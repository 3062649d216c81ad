// Computes speeds from tags, in an ordered list of small steps.

import DefinitionFiles

/// How fast one kind of traveler moves on a road.
struct SpeedTable: Sendable {
    /// A step of the calculation. In each list of rules, the first match decides.
    enum Step: Sendable {
        /// Sets the speed.
        case base([Rule<Double>])
        /// Replaces the speed by a share of the first posted limit found under the keys, or by an
        /// advised speed below the limit.
        case posted(keys: [String], advised: [String], factor: Double)
        /// Lowers the speed to a value.
        case cap([Rule<Double>])
        /// Multiplies the speed.
        case factor([Rule<Double>])
    }

    /// The lowest speed in km/h.
    static let least = 0.5

    var steps: [Step]

    /// The share of a posted limit at which traffic drives; `nil` if limits do not count.
    var shareOfLimit: Double? {
        for case .posted(_, _, let factor) in steps { return factor }
        return nil
    }

    /// Returns the speed in km/h along one direction of a way, and whether a posted limit sets it.
    func speed(
        for tags: TagSet, _ direction: LineDirection, limits: SpeedLimitReader
    ) -> (kilometersPerHour: Double, isPosted: Bool) {
        var (speed, isPosted) = (Self.least, false)
        for step in steps {
            switch step {
            case .base(let rules):
                if let value = rules.firstValue(for: tags, direction) { speed = value }
            case .posted(let keys, let advised, let factor):
                let found = [keys, advised].compactMap { keys in
                    keys.lazy.compactMap { limits.text(under: $0, of: tags, direction) }
                        .compactMap { limits.posted($0, on: tags) }.first
                }
                if let posted = found.min() { (speed, isPosted) = (posted * factor, true) }
            case .cap(let rules):
                if let value = rules.firstValue(for: tags, direction) { speed = min(speed, value) }
            case .factor(let rules):
                if let value = rules.firstValue(for: tags, direction) { speed *= value }
            }
        }
        return (max(speed, Self.least), isPosted)
    }
}

extension DefinitionNode {
    /// Reads a speed table: a list of steps, the first of which sets the speed of every road.
    func speedTable() throws -> SpeedTable {
        let steps = try elements()
        let table = SpeedTable(
            steps: try steps.enumerated().map { index, step in
                let fields = try step.fields("base", "posted", "cap", "factor")
                let (kind, value) = try fields.exactlyOne(of: "base", "posted", "cap", "factor")
                guard (kind == "base") == (index == 0) else {
                    throw step.error("the first step is \"base\", and no other is")
                }
                return try value.speedStep(kind)
            })
        guard !table.steps.isEmpty else { throw error("a speed table has a \"base\" step") }
        return table
    }

    private func speedStep(_ kind: String) throws -> SpeedTable.Step {
        switch kind {
        case "base":
            return .base(try rules(isTotal: true) { try $0.number(in: SpeedTable.least...500) })
        case "cap":
            return .cap(try rules { try $0.number(in: SpeedTable.least...500) })
        case "factor":
            return .factor(try rules { try $0.number(in: 0.01...10) })
        default:
            let fields = try fields("keys", "advised", "factor")
            return .posted(
                keys: try fields.required("keys").texts(),
                advised: try fields["advised"]?.texts() ?? [],
                factor: try fields["factor"]?.number(in: 0.01...10) ?? 1)
        }
    }
}
