// How often each layer has changed, counted by triggers in the database itself.

import PostgreSQL

/// Counts the changes of each layer, whatever program makes them.
///
/// A trigger on each table counts the statements that change rows in `waypost_layer_changes`. It
/// runs for QGIS and `psql` as well, in the transaction of the change: a number that is read
/// belongs to the rows that are seen. Transactions that change one layer wait for each other, as
/// the count is one row.
///
/// Not every change can be counted: views and foreign tables have no such triggers, changes of a
/// part pass by those of the whole table, and rows that are replicated from another database fire
/// none for statements. Layers of these kinds, and tables on which no trigger may be made, count as
/// changed with every question.
///
/// Rejected: the counters of the statistics, which are written late and may be lost;
/// `pg_current_snapshot`, which changes with every transaction of the whole server and not with
/// a row that was written before and committed now; and `max(xmin)`, which does not see deletions.
struct PostGISChanges {
    static let table = "waypost_layer_changes"
    private static let function = "waypost_count_change"
    private static let trigger = "waypost_changes"

    let connection: PostgresConnection
    let schema: PostGISSchema

    private var counts: String { schema.table(Self.table) }

    /// Makes the table of counts and the function that counts, where they are missing.
    func prepare() throws {
        let exists = try connection.query(
            "SELECT to_regclass($1) IS NOT NULL AND EXISTS (SELECT FROM pg_catalog.pg_proc p "
                + "JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace "
                + "WHERE n.nspname = $2 AND p.proname = $3)",
            [.text(counts), .text(schema.name), .text(Self.function)]
        ).first?.bool(0)
        if exists == true { return }
        // Two processes that begin at once make one table.
        _ = try connection.query(
            "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [.text(counts)])
        try connection.execute(
            "CREATE TABLE IF NOT EXISTS \(counts) (layer text COLLATE pg_catalog.\"C\" PRIMARY KEY,"
                + " changes bigint NOT NULL, title text)")
        // Readers compare the numbers; only the function changes them.
        try connection.execute("GRANT SELECT ON \(counts) TO PUBLIC")
        let body =
            "BEGIN INSERT INTO \(counts) AS c (layer, changes) VALUES (TG_TABLE_NAME, 1) "
            + "ON CONFLICT (layer) DO UPDATE SET changes = c.changes + 1; RETURN NULL; END"
        try connection.execute(
            "CREATE OR REPLACE FUNCTION \(schema.table(Self.function))() RETURNS trigger "
                + "LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp "
                + "AS \(try connection.literal(body))")
    }

    /// Makes the trigger of a table and counts one change.
    ///
    /// - Parameter title: The title of a layer that the store makes; `nil` for a table of others.
    func install(on relation: PostGISCatalog.Relation, title: String? = nil) throws {
        try prepare()
        let table = schema.table(relation.name)
        try connection.execute(
            "DROP TRIGGER IF EXISTS \(Self.trigger) ON \(table); CREATE TRIGGER \(Self.trigger) "
                + "AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON \(table) FOR EACH STATEMENT "
                + "EXECUTE FUNCTION \(schema.table(Self.function))(); "
                // Also for programs that turn triggers off for themselves.
                + "ALTER TABLE \(table) ENABLE ALWAYS TRIGGER \(Self.trigger)")
        _ = try connection.query(
            "INSERT INTO \(counts) AS c (layer, changes, title) VALUES ($1, 1, $2) "
                + "ON CONFLICT (layer) DO UPDATE "
                + "SET changes = c.changes + 1, title = coalesce($2, c.title)",
            [.text(relation.name), PostgresValue(title)])
    }

    /// Keeps the count of a table that is removed, for one of its name that may follow.
    func forget(_ name: String) throws {
        let exists = try connection.query(
            "SELECT has_table_privilege(to_regclass($1)::oid, 'UPDATE')", [.text(counts)]
        ).first?.bool(0)
        guard exists == true else { return }
        _ = try connection.query(
            "UPDATE \(counts) SET changes = changes + 1, title = NULL WHERE layer = $1",
            [.text(name)])
    }

    /// Whether the account may make the trigger of a table.
    func mayInstall(on relation: PostGISCatalog.Relation) throws -> Bool {
        guard relation.kind == "r" else { return false }
        return try connection.query(
            """
            SELECT pg_has_role(c.relowner, 'USAGE') AND has_schema_privilege(n.oid, 'CREATE')
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE c.oid = $1::oid
            """, [.integer(relation.id)]
        ).first?.bool(0) == true
    }

    /// The version of a table, or `nil` where its changes are not counted, or there is no such
    /// table.
    ///
    /// The epoch changes with the table's columns, and with another table of the same name.
    ///
    /// - Complexity: O(columns): some 0.2 ms.
    func version(of name: String) throws(PostgresError) -> LayerVersion? {
        let rows: PostgresRows
        do throws(PostgresError) {
            rows = try connection.query(
                """
                SELECT w.changes,
                  (c.oid::int8 * 1000003 + c.xmin::text::int8 + (SELECT sum(a.xmin::text::int8)
                    FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid))::int8
                FROM pg_catalog.pg_class c
                JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
                JOIN pg_catalog.pg_trigger g ON g.tgrelid = c.oid
                JOIN \(counts) w ON w.layer = c.relname::text
                WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind = 'r'
                  AND g.tgname = $3 AND g.tgenabled = 'A'
                  AND NOT EXISTS (SELECT FROM pg_catalog.pg_inherits i WHERE i.inhparent = c.oid)
                  AND NOT EXISTS (
                    SELECT FROM pg_catalog.pg_subscription_rel s WHERE s.srrelid = c.oid)
                """, [.text(schema.name), .text(name), .text(Self.trigger)])
        } catch {
            // Without the table of counts, or the right to read it, nothing is counted.
            if error.isMissingTable || error.sqlState == "42501" { return nil }
            throw error
        }
        return rows.first.flatMap { row in
            guard let changes = row.integer(0), let epoch = row.integer(1) else { return nil }
            return LayerVersion(changes: changes, epoch: epoch)
        }
    }
}

extension PostgresConnection {
    /// A text as a literal of SQL, for statements that have no parameters. The database writes it.
    func literal(_ text: String) throws(PostgresError) -> String {
        guard
            let literal = try query("SELECT quote_literal($1::text)", [.text(text)]).first?.text(0)
        else { throw PostgresError("PostgreSQL returned no quoted literal") }
        return literal
    }
}
