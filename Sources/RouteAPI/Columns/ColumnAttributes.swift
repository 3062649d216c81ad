// The attributes that columns repeat for.

/// The attributes of a network that columns repeat for.
package struct ColumnAttributes: Hashable, Sendable {
    /// An attribute under the name that columns give it.
    package struct Attribute: Hashable, Sendable {
        /// The attribute's index in the network's list of costs or the request's of restrictions.
        package let position: Int
        /// The network's name for the attribute, or the alias the request used.
        package let name: String

        package init(position: Int, name: String) {
            self.position = position
            self.name = name
        }
    }

    package var costs: [Attribute] = []
    /// The costs measured in time.
    package var timeCosts: [Attribute] = []
    /// The costs that follow live speeds; empty in answers without traffic.
    package var liveCosts: [Attribute] = []
    /// The restrictions; in answers the active ones.
    package var restrictions: [Attribute] = []

    /// Starts without attributes.
    package init() {}

    /// Collects a described network's attributes, without their other names: answers have those
    /// only if the request uses them.
    init(_ all: [NetworkAttributeDescription]) {
        func named(_ isWanted: (NetworkAttributeDescription) -> Bool) -> [Attribute] {
            all.filter { $0.aliasOf == nil && isWanted($0) }.enumerated().map {
                Attribute(position: $0, name: $1.name)
            }
        }
        costs = named { $0.usage == .cost }
        timeCosts = named { $0.usage == .cost && $0.units.seconds != nil }
        liveCosts = named(\.followsSpeeds)
        restrictions = named { $0.usage == .restriction }
    }

    private subscript(repetition: Column.Repetition) -> [Attribute] {
        switch repetition {
        case .costs: costs
        case .timeCosts: timeCosts
        case .liveCosts: liveCosts
        case .restrictions: restrictions
        }
    }

    /// Calls `body` with each column's index and each attribute it repeats for; once, with `nil`,
    /// if it does not repeat.
    func repeating(_ columns: [Column], _ body: (_ index: Int, Attribute?) -> Void) {
        var next = 0
        while next < columns.count {
            guard let repetition = columns[next].repetition else {
                body(next, nil)
                next += 1
                continue
            }
            let isRun = repetition == .timeCosts || repetition == .liveCosts
            let run = isRun ? columns[next...].prefix { $0.repetition == repetition }.count : 1
            for attribute in self[repetition] {
                for index in next..<(next + run) { body(index, attribute) }
            }
            next += run
        }
    }
}
