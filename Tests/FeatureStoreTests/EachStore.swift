// Runs suites over every kind of store: a GeoPackage, and PostGIS if a database is named.

import Foundation
import PostgreSQL
import Testing

@testable import FeatureStore

/// The kind of store under test.
enum StoreKind: String, Sendable {
    case geoPackage = "GeoPackage"
    case postGIS = "PostGIS"

    /// The database for tests: `postgres://…`, or `nil` for none.
    static let database = ProcessInfo.processInfo.environment["WAYPOST_TEST_POSTGRES"]

    /// The kinds available here.
    static var tested: [StoreKind] { database == nil ? [.geoPackage] : [.geoPackage, .postGIS] }

    /// The current test's kind.
    @TaskLocal static var current = StoreKind.geoPackage
}

/// Runs each test of a suite once for every kind of store; PostGIS only if the environment variable
/// `WAYPOST_TEST_POSTGRES` names a database.
struct EachStore: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func scopeProvider(for test: Test, testCase: Test.Case?) -> EachStore? {
        testCase == nil ? nil : self
    }

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        for kind in StoreKind.tested {
            let naming = IssueHandlingTrait.compactMapIssues { issue in
                var issue = issue
                issue.comments.append("The store is a \(kind.rawValue).")
                return issue
            }
            try await StoreKind.$current.withValue(kind) {
                try await naming.provideScope(
                    for: test, testCase: testCase, performing: function)
            }
        }
    }
}

extension Trait where Self == EachStore {
    /// Runs each test once for every kind of store.
    static var eachStore: EachStore { EachStore() }
}

/// The place of a test's stores: a folder, or schemas of a database. Everything is removed with the
/// last reference.
final class TestPlace: Sendable {
    let folder: TemporaryFolder
    let kind: StoreKind
    private let schema = "waypost test \(UUID().uuidString.prefix(13))"

    init(_ kind: StoreKind = .current) throws {
        folder = try TemporaryFolder()
        self.kind = kind
    }

    /// A store's place, as `StorePlace` reads it.
    func text(_ name: String = "test") throws -> String {
        if kind == .geoPackage { return folder.file(name + ".gpkg") }
        let database = try #require(StoreKind.database)
        let setting = "schema=\(schema) \(name)".replacing(" ", with: "%20")
        return database + (database.contains("?") ? "&" : "?") + setting
    }

    func store(
        _ name: String = "test", _ access: StoreAccess = .create
    ) throws -> any BulkStore {
        try StorePlace(text(name)).open(access)
    }

    /// Runs statements in the database as another program would.
    @discardableResult
    func run(_ statements: String, _ values: [PostgresValue] = []) throws -> PostgresRows {
        let database = try #require(StoreKind.database)
        return try PostgresPool(url: database, maximumConnections: 1, applicationName: "tests")
            .withConnection { connection in
                try connection.execute(
                    "SET search_path = \("\(schema) test".sqlName), public")
                if values.isEmpty, statements.contains(";") {
                    try connection.execute(statements)
                    return try connection.query("SELECT 1")
                }
                return try connection.query(statements, values)
            }
    }

    deinit {
        guard kind == .postGIS else { return }
        do {
            let schemas = try run(
                "SELECT nspname::text FROM pg_namespace WHERE nspname LIKE $1",
                [.text(schema + " %")]
            ).compactMap { $0.text(0) }
            for schema in schemas { try run("DROP SCHEMA \(schema.sqlName) CASCADE; SELECT 1") }
        } catch {
            print("the schemas \(schema) stay: \(error)")
        }
    }
}
