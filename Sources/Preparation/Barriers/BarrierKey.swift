// The cache key for a request's barriers: everything that their effects depend on.

import Geo
package import RoadNetwork
package import RouteAPI
package import RoutingEngine

/// Everything a request's barrier effects depend on, as a list of words. Two requests have equal
/// words if and only if their barriers have the same effects.
///
/// Rows are written as sent. A set that arrives again is recognized in one pass over its numbers,
/// without reading fields or projecting shapes.
package struct BarrierKey: Sendable {
    package let words: [UInt64]
    /// A hash over the words.
    package let hash: BarrierSetHash

    /// Makes the key; `nil` if the request has no barriers.
    ///
    /// - Parameters:
    ///   - standing: The standing barriers, identified by their number.
    ///   - rules: How to read barriers and place points.
    ///   - metric: The metric's key, which decides on which edges points may lie. The rules'
    ///     conditions replace its own.
    /// - Complexity: O(*n*) for *n* bytes of rows.
    package init?(
        _ parameters: LocationParameters, standing: StandingBarriers? = nil, _ rules: Rules,
        metric: MetricKey
    ) {
        let sets = parameters.barriers.all.map { $0?.features }
        let stands = BarrierClass.allCases.map { standing?.hasRows(of: $0) ?? false }
        guard sets.contains(where: \.hasRows) || stands.contains(true) else { return nil }
        var writer = KeyWriter()
        writer.add(rules.preservesObjectID)
        writer.add(rules.ignoresInvalid)
        writer.add(rules.limits)
        writer.add(rules.allowedMeters)
        writer.add(rules.extent != nil)
        if let extent = rules.extent { writer.add(extent) }
        if sets[0].hasRows || stands[0] {
            writer.add(rules.skipsRestricted)
            writer.add(rules.toleranceMeters)
            for source in rules.sources {
                writer.add(source.name)
                writer.add(source.condition ?? "")
            }
            writer.add(rules.sources.count)
            writer.add(metric)
            writer.add(rules.conditions)
        }
        for set in sets { writer.add(set) }
        writer.add(standing)
        words = writer.words
        hash = WordHash.hash(of: words)
    }

    /// How to read and place barriers.
    package struct Rules: Sendable {
        package var preservesObjectID: Bool
        package var ignoresInvalid: Bool
        package var skipsRestricted: Bool
        package var toleranceMeters: Double
        package var sources: [LocateSource] = []
        /// The extent that barriers must lie in.
        package var extent: MapContext.Extent?
        /// The conditional restrictions under which points are placed: those in force in the first
        /// travel period.
        package var conditions = ConditionStates.none
        /// The layer's limits; layers over one network may differ.
        package var limits = ServiceLimits()
        /// The greatest tolerance a request may set; messages state it.
        package var allowedMeters = 0.0
    }
}

extension FeatureSet? {
    fileprivate var hasRows: Bool { self.map { !$0.features.isEmpty } ?? false }
}

/// Writes values as words in a prefix-free form.
private struct KeyWriter {
    private(set) var words: [UInt64] = []

    init() { words.reserveCapacity(256) }

    mutating func add(_ value: Bool) { words.append(value ? 1 : 0) }

    mutating func add(_ value: Int) { words.append(UInt64(bitPattern: Int64(value))) }

    mutating func add(_ value: Double) { words.append(value.bitPattern) }

    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            words.append(UInt64(bytes.count))
            var word: UInt64 = 0
            for (index, byte) in bytes.enumerated() {
                word = word << 8 | UInt64(byte)
                if index & 7 == 7 { words.append(word) }
            }
            if bytes.count & 7 != 0 { words.append(word & ~(~0 << UInt64(8 * (bytes.count & 7)))) }
        }
    }

    mutating func add(_ limits: ServiceLimits) {
        for kind in BarrierClass.allCases {
            add(limits.maximumBarriers[kind])
            add(limits.maximumAffectedFeatures[kind])
        }
        add(limits.maximumBarrierVertices)
        add(limits.maximumBarrierPlaces)
        add(limits.maximumStandingBarrierPlaces)
    }

    mutating func add(_ extent: MapContext.Extent) {
        let box = extent.envelope
        for ordinate in [box.minX, box.minY, box.maxX, box.maxY] { add(ordinate) }
        add(extent.spatialReference)
    }

    mutating func add(_ key: MetricKey) {
        add(key.column)
        add(key.family)
        add(key.restrictions.count)
        // A point's place depends on whether a restriction closes streets, not on its factor.
        for restriction in key.restrictions {
            words.append(restriction.mask)
            add(restriction.effect == .prohibits)
            add(restriction.isThroughTraffic)
            add(restriction.limit?.column ?? -1)
            add(restriction.limit.map { Int($0.vehicleValue) } ?? -1)
        }
    }

    mutating func add(_ conditions: ConditionStates) {
        for list in [conditions.holding, conditions.open] {
            add(list.count)
            for condition in list { add(Int(condition)) }
        }
    }

    mutating func add(_ standing: StandingBarriers?) {
        add(standing?.number ?? 0)
        guard let standing else { return }
        for kind in BarrierClass.allCases {
            let leftOut = standing.rowsLeftOut(of: kind).sorted()
            add(leftOut.count)
            for position in leftOut { add(position) }
        }
    }

    mutating func add(_ set: FeatureSet?) {
        guard let set else {
            words.append(.max)
            return
        }
        add(set.features.count)
        add(set.spatialReference)
        add(set.hasMeasures)
        add(set.fields.count)
        for field in set.fields { add(field.name) }
        words.reserveCapacity(
            words.count + set.features.count * (set.fields.count + Self.wordsOfShape))
        // Read rows in place: copying a row takes longer than writing its words.
        set.features.withUnsafeBufferPointer { rows in
            for row in rows.indices {
                add(rows[row].values)
                add(rows[row].geometry)
                words.append(rows[row].spatialReference == nil ? 0 : 1)
                if let reference = rows[row].spatialReference { add(reference) }
            }
        }
    }

    /// About how many words a point takes.
    private static let wordsOfShape = 6

    /// Writes the kinds of a row's values, sixteen to a word, each word before its values.
    private mutating func add(_ values: [AttributeValue]) {
        words.append(UInt64(values.count))
        for first in stride(from: 0, to: values.count, by: 16) {
            let place = words.count
            var kinds: UInt64 = 0
            words.append(kinds)
            for index in first..<min(first + 16, values.count) {
                kinds = kinds << 4 | add(values[index])
            }
            words[place] = kinds
        }
    }

    private mutating func add(_ reference: SpatialReference) {
        switch reference.name {
        case .wkid(let number):
            words.append(0)
            add(number)
        case .wkt(let text):
            words.append(1)
            add(text)
        }
        add(reference.latestWKID ?? -1)
    }

    /// Writes a value.
    ///
    /// - Returns: Its kind, in four bits.
    private mutating func add(_ value: AttributeValue) -> UInt64 {
        switch value {
        case .null: return 0
        case .integer(let number):
            add(number)
            return 1
        case .double(let number):
            add(number)
            return 2
        case .string(let text):
            add(text)
            return 3
        case .date(let milliseconds):
            add(Int(milliseconds))
            return 4
        }
    }

    private mutating func add(_ geometry: Geometry?) {
        switch geometry {
        case nil: words.append(0)
        case .empty: words.append(1)
        case .point(let position):
            words.append(2)
            add(position.x)
            add(position.y)
        case .multipoint(let positions):
            words.append(3)
            add(positions)
        case .polyline(let paths, let measures):
            words.append(4)
            add(paths)
            add(measures?.count ?? -1)
            for part in measures ?? [] {
                add(part.count)
                for measure in part { add(measure) }
            }
        case .polygon(let rings):
            words.append(5)
            add(rings)
        }
    }

    private mutating func add(_ parts: [[Coordinate]]) {
        add(parts.count)
        for part in parts { add(part) }
    }

    private mutating func add(_ positions: [Coordinate]) {
        add(positions.count)
        for position in positions {
            add(position.x)
            add(position.y)
        }
    }
}

/// A 128-bit hash with a random key for each process.
///
/// Method: two lanes; each folds the 128-bit product of a word and the state with a secret, as in
/// W. Yi's wyhash (2019, public domain description). The key prevents clients from constructing
/// collisions. Words are compared too, so a collision never gives a wrong result.
package enum WordHash {
    private static let secrets: (UInt64, UInt64, UInt64, UInt64) = (
        .random(in: .min ... .max) | 1, .random(in: .min ... .max) | 1,
        .random(in: .min ... .max), .random(in: .min ... .max)
    )

    package static func hash(of words: [UInt64]) -> BarrierSetHash {
        let (a, b, c, d) = secrets
        var (high, low) = (c ^ UInt64(words.count), d)
        for word in words {
            high = fold(high ^ word, a)
            low = fold(low &+ word, b)
        }
        return BarrierSetHash(high: fold(high ^ b, a ^ d), low: fold(low ^ a, b ^ c))
    }

    @inline(__always)
    private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }
}
