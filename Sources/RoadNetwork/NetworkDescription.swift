// What a network offers: its attributes, mode families and origin. Stored in the dataset as JSON,
// declared in a network definition, shown in the layer resource.

/// Whether and how live speeds change a time cost.
public struct LiveSpeedRule: Codable, Hashable, Sendable {
    /// Whether an edge with a live speed costs the time at that speed.
    public var follows: Bool
    /// The speed in km/h that these vehicles never exceed, however fast others are; `nil` for none.
    public var greatestKilometersPerHour: Double?

    /// Declares a rule.
    public init(follows: Bool = true, greatestKilometersPerHour: Double? = nil) {
        self.follows = follows
        self.greatestKilometersPerHour = greatestKilometersPerHour
    }
}

/// When a restriction that flags an edge applies.
public enum RestrictionRule: Codable, Hashable, Sendable {
    /// It applies to every flagged edge.
    case flag
    /// It applies to flagged edges whose limit is below the named parameter's value.
    case limit(column: Int, parameter: String)
    /// Flagged edges may be traveled only next to the first or the last stop of a leg.
    case throughTraffic
}

/// A parameter that requests may set on an attribute.
public struct AttributeParameter: Codable, Hashable, Sendable {
    /// The name in requests.
    public var name: String
    /// The value if a request sets none: a number, or a usage word.
    public var defaultValue: String
    /// Other names in requests.
    public var aliases: [ParameterAlias]?

    /// Declares a parameter.
    public init(name: String, defaultValue: String) {
        self.name = name
        self.defaultValue = defaultValue
    }
}

/// Another name for a parameter, possibly in another unit.
public struct ParameterAlias: Codable, Hashable, Sendable {
    /// The name in requests.
    public var name: String
    /// The factor that converts its values into the parameter's own unit.
    public var factor: Double

    /// Declares an alias.
    public init(name: String, factor: Double = 1) {
        self.name = name
        self.factor = factor
    }
}

/// A descriptor attribute: a code per segment that is neither a cost nor a restriction.
public struct DescriptorAttribute: Codable, Hashable, Sendable {
    /// The name in requests and answers.
    public var name: String
    /// The meaning of each code from 0; empty if the codes are plain numbers.
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

    /// How many decimals a value has in its unit: lengths are stored in centimeters, masses in
    /// kilograms.
    package var decimals: Int { ["tonnes": 3, "count": 0][units] ?? 2 }

    /// How many stored quanta one unit is.
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
    /// The family's base access restrictions. An edge belongs to the family if any of them admits
    /// it.
    public var accessRestrictions: [String]
    /// The direction rule that the family's requests are expected to keep. The hierarchy is built
    /// for such requests. `nil` if the rule closes so few edges that the hierarchy can do without
    /// it.
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

/// What a dataset says about itself, besides its columns.
///
/// The columns hold numbers and bits; the description gives them meaning. It names the cost,
/// restriction, descriptor and limit attributes, says which column or bit belongs to each, and
/// lists the mode families. A network definition (YAML) declares most of it, the build adds sources
/// and dates, and the dataset stores it as JSON in its first section. Requests refer to attributes
/// by the names here, and the layer resource shows them to clients.
///
/// A position in ``families`` is a bit of the edges' family column. ``RestrictionAttribute/bit`` is
/// a bit of the restriction column; so there are at most 8 families and 64 restrictions.
public struct NetworkDescription: Codable, Hashable, Sendable {
    /// The network's name.
    public var name: String
    /// The edge source's name, as it appears in locate settings and results.
    public var edgeSourceName: String
    /// The mode families, at most eight. A family's position is its bit in the edges' family
    /// column.
    public var families: [ModeFamily]
    /// The cost attributes in the order in which answers list them.
    public var costs: [CostAttribute]
    /// The restriction attributes, at most 64.
    public var restrictions: [RestrictionAttribute]
    /// The descriptor attributes, one segment column each.
    public var descriptors: [DescriptorAttribute]
    /// The vehicle limits.
    public var limits: [LimitAttribute]
    /// The driving side on most segments. Each edge has its own:
    /// ``EdgeFlags/drivingSide``.
    public var drivingSide: DrivingSide
    /// The number of segments on which traffic keeps to the other side, as beyond a border.
    public var segmentsOnOtherSide = 0
    /// The attribution that the data's licence requires.
    public var attribution: String
    /// Input files and their data dates, without paths.
    public var sources: [String]
    /// The sources' newest data date in epoch milliseconds; 0 if unknown.
    public var dataTimestamp: Int64
    /// The shares of the speed without traffic at which jam classes begin; `nil` for the standard
    /// ones.
    public var jamShares: JamShares?
    /// The languages in which names are stored besides their own, as OpenStreetMap tags them; `nil`
    /// if no name has another form.
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

    /// The restrictions that requests and answers may name.
    public var namedRestrictions: [RestrictionAttribute] {
        restrictions.filter { $0.isDerived != true }
    }

    /// Returns the restriction that a request names, in any case; `nil` for none.
    ///
    /// - Complexity: O(*n*) in the restrictions, without copying them.
    public func namedRestriction(_ name: String) -> RestrictionAttribute? {
        if let found = restriction(named: name), found.isDerived != true { return found }
        let folded = name.lowercased()
        return restrictions.first { $0.isDerived != true && $0.name.lowercased() == folded }
    }

    /// The number of stored cost columns.
    public var costColumnCount: Int { costs.count(where: \.isStored) }

    /// Returns the cost attribute with exactly this name.
    public func cost(named name: String) -> CostAttribute? { costs.first { $0.name == name } }

    /// Returns the restriction attribute with exactly this name.
    public func restriction(named name: String) -> RestrictionAttribute? {
        restrictions.first { $0.name == name }
    }

    /// Returns restrictions by name, followed by the restrictions they include, each once.
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

    /// Adds all restrictions that the given ones include, directly or indirectly.
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

    /// Replaces restrictions as the access restrictions among them demand
    /// (``RestrictionAttribute/under``).
    ///
    /// - Returns: Each effective restriction with the named one, whose parameter values apply to
    ///   it. Under several access restrictions, one name may stand for several.
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

    /// Returns the access restrictions for a family's traffic: its base access, then vehicles that
    /// use nothing beyond it.
    public func accessRestrictions(of family: ModeFamily) -> [String] {
        let others = restrictions.filter { $0.vehicles != nil && $0.family == family.name }
            .map(\.name).filter { !family.accessRestrictions.contains($0) }
        return family.accessRestrictions + others
    }

    /// Returns a family's bit, given its name.
    public func familyIndex(named name: String) -> Int? {
        families.firstIndex { $0.name == name }
    }
}
