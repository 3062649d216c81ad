// Tells whether a layer has changed.

import PostgreSQL
import Synchronization

extension PostGISStore {
    /// Returns a value that changes with every change to a layer, including changes by other
    /// processes.
    ///
    /// If the store may edit the layer, the first call installs a counter. A view, or a table where
    /// the account may make no trigger, has none: each call then returns a new version.
    ///
    /// - Complexity: O(columns): about 0.3 ms.
    package func version(of layer: String) throws(FeatureStoreError) -> LayerVersion {
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

    /// Returns a layer's version by its exact name, or `nil` if its changes are not counted.
    private func countedVersion(of layer: String) throws(FeatureStoreError) -> LayerVersion? {
        guard !layer.utf8.contains(0) else { return nil }
        return try asking { connection in
            try PostGISChanges(connection: connection, schema: self.schema).version(of: layer)
        }
    }

    /// Installs a counter on a table that has none, if the store may edit it and the account may
    /// make triggers.
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
                // A request must not wait for other programs' edits.
                try access.connection.execute("SET LOCAL lock_timeout = '200ms'")
                let changes = PostGISChanges(connection: access.connection, schema: self.schema)
                if try changes.mayInstall(on: relation) { try changes.install(on: relation) }
            }
        } catch {
            // Without a counter every call reports a change, which is correct but slower. The next
            // attempt may succeed, for example if the table was locked.
            return
        }
    }

    private static var pauseBetweenTries: Duration { .seconds(60) }
}

/// Versions for layers whose changes are not counted: no two are equal.
enum UncountedVersion {
    private static let count = Atomic<Int64>(0)
    private static let epoch = Int64.random(in: .min..<0)

    /// Returns a new version.
    static func next() -> LayerVersion {
        LayerVersion(
            changes: -count.wrappingAdd(1, ordering: .relaxed).newValue, epoch: epoch)
    }
}
