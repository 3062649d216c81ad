// What a network offers: its attributes, mode families and origin. Stored in the dataset as JSON,
// declared in a network definition, shown in the layer resource.

/// What a cost attribute measures, which decides its quantum.
public enum CostKind: String, Codable, Hashable, Sendable {
    /// Stored in milliseconds.
    case time
    /// Stored in centimeters.
    case length
}

/// A cost attribute: something that adds up along a route.
public struct CostAttribute: Codable, Hashable, Sendable {
    /// The name requests use.
    public var name: String
    /// Time or length.
    public var kind: CostKind
    /// The unit of reported values, as Esri names it (`esriNAUMinutes`).
    public var units: String
    /// The stored column: time in milliseconds, length in centimeters.
    public var column: Int
    /// Reported units in one quantum of the column.
    public var unitsPerQuantum: Double
    /// Whether the column is stored for this attribute; `false` for attributes derived from
    /// another.
    public var isStored: Bool
    /// The mode family a request takes when this is its impedance and no travel mode says
    /// otherwise.
    public var family: String?
    /// Other names that requests may use, such as those of networks that clients know.
    public var aliases: [String]?
    /// Parameters that requests may state, with the values that the column was made with.
    public var parameters: [AttributeParameter]?
    /// Whether live speeds change the cost, as far as the definition says; see
    /// ``NetworkDescription/followsSpeeds(_:)``.
    public var liveSpeeds: LiveSpeedRule?

    /// Declares a cost attribute.
    public init(
        name: String, kind: CostKind, units: String, column: Int, unitsPerQuantum: Double,
        isStored: Bool = true, family: String? = nil
    ) {
        self.name = name
        self.kind = kind
        self.units = units
        self.column = column
        self.unitsPerQuantum = unitsPerQuantum
        self.isStored = isStored
        self.family = family
    }
}

/// Whether and how live speeds change a cost of time.
public struct LiveSpeedRule: Codable, Hashable, Sendable {
    /// Whether the cost of an edge with a live speed is the time at that speed.
    public var follows: Bool
    /// The speed in km/h that the vehicles do not exceed, however fast others are; `nil` for none.
    public var greatestKilometersPerHour: Double?

    /// Declares a rule.
    public init(follows: Bool = true, greatestKilometersPerHour: Double? = nil) {
        self.follows = follows
        self.greatestKilometersPerHour = greatestKilometersPerHour
    }
}

/// How the flag of a restriction on an edge is read.
public enum RestrictionRule: Codable, Hashable, Sendable {
    /// The restriction applies to every flagged edge.
    case flag
    /// It applies to flagged edges whose limit is below the named parameter's value.
    case limit(column: Int, parameter: String)
    /// Flagged edges may be traveled only next to the first or the last stop of a leg.
    case throughTraffic
}

/// A parameter of a restriction attribute.
public struct AttributeParameter: Codable, Hashable, Sendable {
    /// The name requests use.
    public var name: String
    /// The value without a request's own: a number, or a usage word.
    public var defaultValue: String
    /// Other names that requests may use.
    public var aliases: [ParameterAlias]?

    /// Declares a parameter.
    public init(name: String, defaultValue: String) {
        self.name = name
        self.defaultValue = defaultValue
    }
}

/// Another name of a parameter, which may measure in another unit.
public struct ParameterAlias: Codable, Hashable, Sendable {
    /// The name.
    public var name: String
    /// What its values are multiplied by.
    public var factor: Double

    /// Declares a name.
    public init(name: String, factor: Double = 1) {
        self.name = name
        self.factor = factor
    }
}

/// A restriction attribute: a reason to keep off, avoid or prefer an edge.
public struct RestrictionAttribute: Codable, Hashable, Sendable {
    /// The parameter that turns a prohibition into an avoidance or a preference.
    public static let usageParameterName = "Restriction Usage"

    /// The name requests use.
    public var name: String
    /// The bit of this restriction in the edges' restriction column.
    public var bit: Int
    /// How the bit is read.
    public var rule: RestrictionRule
    /// Its parameters; the first is ``usageParameterName``.
    public var parameters: [AttributeParameter]
    /// The mode family of the traffic that this restriction is for.
    public var family: String?
    /// Restrictions that are active whenever this one is, with their own parameters: the direction
    /// rule of a vehicle.
    public var includes: [String]
    /// For a restriction on through traffic, the access restriction of the traffic it concerns.
    public var access: String?
    /// For an access restriction, the OSM keys that name its vehicles, the most specific first.
    public var vehicles: [String]?
    /// What this restriction stands for under access restrictions, by their names: a road may
    /// charge cars a toll, and trucks none.
    public var under: [String: String]?
    /// Whether it is about the direction of travel; `nil` for no.
    public var isAboutDirection: Bool?
    /// Whether it holds what several restrictions have in common, and these include it. Requests
    /// and answers do not name it; `nil` for no.
    public var isDerived: Bool?

    /// Declares a restriction attribute.
    public init(
        name: String, bit: Int, rule: RestrictionRule, parameters: [AttributeParameter],
        family: String? = nil, includes: [String] = [], access: String? = nil
    ) {
        self.name = name
        self.bit = bit
        self.rule = rule
        self.parameters = parameters
        self.family = family
        self.includes = includes
        self.access = access
    }

    /// The restriction's place in a 64-bit mask.
    public var mask: UInt64 { 1 << UInt64(bit) }
}

/// A descriptor attribute: a code per segment that is neither a cost nor a restriction.
public struct DescriptorAttribute: Codable, Hashable, Sendable {
    /// The attribute's name.
    public var name: String
    /// The meaning of each code from 0; empty when the codes are plain numbers.
    public var labels: [String]

    /// Declares a descriptor.
    public init(name: String, labels: [String]) {
        self.name = name
        self.labels = labels
    }
}

/// A limit on vehicles, stored for the few edges that have one.
public struct LimitAttribute: Codable, Hashable, Sendable {
    /// The OSM key or field it was read from.
    public var name: String
    /// `meters`, `tonnes` or `count`.
    public var units: String

    /// The decimals of a value in its unit: lengths are stored in centimeters, masses in kilograms.
    package var decimals: Int { ["tonnes": 3, "count": 0][units] ?? 2 }

    /// What one unit is as a stored value.
    package var quantaPerUnit: Double { ["tonnes": 1_000, "count": 1][units] ?? 100 }

    /// Declares a limit.
    public init(name: String, units: String) {
        self.name = name
        self.units = units
    }
}

/// A mode family: vehicles that share an edge set and a turn set.
public struct ModeFamily: Codable, Hashable, Sendable {
    /// `motor`, `bicycle`, `foot`.
    public var name: String
    /// Restrictions that are the family's base access; an edge belongs if one of them lets it.
    public var accessRestrictions: [String]
    /// The direction rule that requests of the family are expected to keep: its hierarchy is made
    /// for those that do. `nil` where the rule closes so little that the hierarchy can do without.
    public var directionRestriction: String?
    /// Streets that take no stops unless a request asks for them: no stop can be in the middle of a
    /// ferry line, and no house has its door in a tunnel.
    public var withoutStops: [StreetsWithoutStops]

    /// Declares a family.
    public init(
        name: String, accessRestrictions: [String], directionRestriction: String? = nil,
        withoutStops: [StreetsWithoutStops] = []
    ) {
        self.name = name
        self.accessRestrictions = accessRestrictions
        self.directionRestriction = directionRestriction
        self.withoutStops = withoutStops
    }
}

/// The side of the road that traffic keeps to.
public enum DrivingSide: String, Codable, Hashable, Sendable {
    /// Traffic keeps right.
    case right
    /// Traffic keeps left.
    case left

    /// The other side.
    public var opposite: DrivingSide { self == .right ? .left : .right }
}

/// Everything that a dataset states about itself besides its columns.
public struct NetworkDescription: Codable, Hashable, Sendable {
    /// The network's name.
    public var name: String
    /// The name of the edge source, as locate settings and results give it.
    public var edgeSourceName: String
    /// The mode families, at most eight; the position is the bit in the edges' family column.
    public var families: [ModeFamily]
    /// The cost attributes in the order answers list them.
    public var costs: [CostAttribute]
    /// The restriction attributes, at most 64.
    public var restrictions: [RestrictionAttribute]
    /// The descriptor attributes.
    public var descriptors: [DescriptorAttribute]
    /// The vehicle limits.
    public var limits: [LimitAttribute]
    /// The side of the road that traffic keeps to on most segments; each has its own,
    /// ``EdgeFlags/drivingSide``.
    public var drivingSide: DrivingSide
    /// Segments on which traffic keeps to the other side, as beyond a border.
    public var segmentsOnOtherSide = 0
    /// The attribution that the data's licence requires.
    public var attribution: String
    /// Input files and their data dates, without paths.
    public var sources: [String]
    /// The newest data date of the sources in epoch milliseconds, 0 when unknown.
    public var dataTimestamp: Int64
    /// The shares of the speed without traffic at which classes of jams begin; `nil` for the
    /// standard ones.
    public var jamShares: JamShares?
    /// The languages that names are stored in besides their own, as OpenStreetMap tags them; `nil`
    /// where no name has another form.
    public var nameLanguages: [String]?

    /// Describes a network.
    public init(
        name: String, edgeSourceName: String = "Streets", families: [ModeFamily],
        costs: [CostAttribute], restrictions: [RestrictionAttribute],
        descriptors: [DescriptorAttribute] = [], limits: [LimitAttribute] = [],
        drivingSide: DrivingSide = .right, attribution: String = "", sources: [String] = [],
        dataTimestamp: Int64 = 0
    ) {
        self.name = name
        self.edgeSourceName = edgeSourceName
        self.families = families
        self.costs = costs
        self.restrictions = restrictions
        self.descriptors = descriptors
        self.limits = limits
        self.drivingSide = drivingSide
        self.attribution = attribution
        self.sources = sources
        self.dataTimestamp = dataTimestamp
    }

    /// The restrictions that requests and answers name.
    public var namedRestrictions: [RestrictionAttribute] {
        restrictions.filter { $0.isDerived != true }
    }

    /// The restriction that a request names, in any case; `nil` for none.
    ///
    /// - Complexity: O(*n*) in the restrictions, without a copy of them.
    public func namedRestriction(_ name: String) -> RestrictionAttribute? {
        if let found = restriction(named: name), found.isDerived != true { return found }
        let folded = name.lowercased()
        return restrictions.first { $0.isDerived != true && $0.name.lowercased() == folded }
    }

    /// The number of stored cost columns.
    public var costColumnCount: Int { costs.count(where: \.isStored) }

    /// A cost attribute by its exact name.
    public func cost(named name: String) -> CostAttribute? { costs.first { $0.name == name } }

    /// A restriction attribute by its exact name.
    public func restriction(named name: String) -> RestrictionAttribute? {
        restrictions.first { $0.name == name }
    }

    /// Restrictions by name, followed by those that they include; every one once.
    public func includingImplied(_ names: [String]) -> [RestrictionAttribute] {
        var found: [RestrictionAttribute] = []
        for name in names {
            guard let restriction = restriction(named: name),
                !found.contains(where: { $0.bit == restriction.bit })
            else { continue }
            found.append(restriction)
        }
        addImplied(to: &found)
        return found
    }

    /// Adds the restrictions that some include, and those that these include.
    public func addImplied(to restrictions: inout [RestrictionAttribute]) {
        var place = 0
        while place < restrictions.count {
            for name in restrictions[place].includes {
                guard !restrictions.contains(where: { $0.name == name }),
                    let implied = restriction(named: name)
                else { continue }
                restrictions.append(implied)
            }
            place += 1
        }
    }

    /// Resolves what restrictions stand for under the access restrictions among them.
    ///
    /// - Returns: Each with the named restriction, to take parameter values from. Under several
    ///   access restrictions, one name may stand for several.
    public func effective(
        _ named: [RestrictionAttribute]
    ) -> [(restriction: RestrictionAttribute, named: RestrictionAttribute)] {
        let access = named.map(\.name).filter { name in
            families.contains { accessRestrictions(of: $0).contains(name) }
        }
        var found: [(restriction: RestrictionAttribute, named: RestrictionAttribute)] = []
        for restriction in named {
            let under = restriction.under ?? [:]
            let standing = access.map { under[$0] ?? restriction.name }
            for name in under.isEmpty || access.isEmpty ? [restriction.name] : standing {
                guard let effective = self.restriction(named: name),
                    !found.contains(where: { $0.restriction.bit == effective.bit })
                else { continue }
                found.append((effective, restriction))
            }
        }
        return found
    }

    /// The access restrictions of a family's traffic: its base access, then vehicles that use
    /// nothing beyond that.
    public func accessRestrictions(of family: ModeFamily) -> [String] {
        let others = restrictions.filter { $0.vehicles != nil && $0.family == family.name }
            .map(\.name).filter { !family.accessRestrictions.contains($0) }
        return family.accessRestrictions + others
    }

    /// A family's bit by its name.
    public func familyIndex(named name: String) -> Int? {
        families.firstIndex { $0.name == name }
    }
}
