// Whether a layer has changed.

import PostgreSQL
import Synchronization

extension PostGISStore {
    /// What changes with each change of a layer, also one that another process made.
    ///
    /// The changes of a layer that the store may edit are counted from the first question on. Those
    /// of a view, or of a table on which the account may make no trigger, are not counted: every
    /// question is answered with another version then.
    ///
    /// - Complexity: O(columns): some 0.3 ms.
    public func version(of layer: String) throws(FeatureStoreError) -> LayerVersion {
        if let known = try countedVersion(of: layer) { return known }
        let relation = try reading { access, _ in
            let catalog = self.catalog(access)
            let name = try catalog.layer(named: layer).schema.name
            return try catalog.relation(name)
        }
        if let relation {
            countChanges(of: relation)
            if let known = try countedVersion(of: relation.name) { return known }
        }
        return UncountedVersion.next()
    }

    /// The version of a layer whose changes are counted, spelled just so; `nil` for others.
    private func countedVersion(of layer: String) throws(FeatureStoreError) -> LayerVersion? {
        guard !layer.utf8.contains(0) else { return nil }
        return try asking { connection in
            try PostGISChanges(connection: connection, schema: self.schema).version(of: layer)
        }
    }

    /// Makes the counter of a table that the store may edit, where it has none and the account may.
    func countChanges(of relation: PostGISCatalog.Relation) {
        let now = ContinuousClock.now
        let isDue = nextTries.withLock { tries in
            if let next = tries[relation.id], next > now { return false }
            tries[relation.id] = now + Self.pauseBetweenTries
            return true
        }
        guard access != .readOnly, isDue else { return }
        do throws(FeatureStoreError) {
            try writing { access in
                // A request must not wait for others to end their edits.
                try access.connection.execute("SET LOCAL lock_timeout = '200ms'")
                let changes = PostGISChanges(connection: access.connection, schema: self.schema)
                if try changes.mayInstall(on: relation) { try changes.install(on: relation) }
            }
        } catch {
            // Without a counter every question finds a change, which is right though slower; the
            // next try may succeed, as when the table was locked.
            return
        }
    }

    private static var pauseBetweenTries: Duration { .seconds(60) }
}

/// Versions of layers whose changes are not counted: each differs from all others.
enum UncountedVersion {
    private static let count = Atomic<Int64>(0)
    private static let epoch = Int64.random(in: .min..<0)

    /// Another version.
    static func next() -> LayerVersion {
        LayerVersion(
            changes: -count.wrappingAdd(1, ordering: .relaxed).newValue, epoch: epoch)
    }
}
