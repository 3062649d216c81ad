// Triggers in the database count the changes to each layer.

import PostgreSQL

/// Counts changes to each layer, whichever program makes them.
///
/// A trigger on each table counts the statements that change rows, in `waypost_layer_changes`. It
/// also runs for QGIS and `psql`, within the transaction that makes the change, so a version always
/// belongs to the rows you see with it. Since the count is a single row, transactions that change
/// the same layer wait for each other.
///
/// Some changes cannot be counted: views and foreign tables have no such triggers, a change to a
/// partition bypasses the triggers on the whole table, and rows replicated from another database
/// fire no statement triggers. Such layers, and tables where no trigger may be made, count as
/// changed each time you ask.
///
/// Rejected: the statistics counters, which are written late and may be lost;
/// `pg_current_snapshot`, which changes with every transaction on the server, but not when a row
/// written earlier is committed now; and `max(xmin)`, which misses deletions.
struct PostGISChanges {
    static let table = "waypost_layer_changes"
    private static let function = "waypost_count_change"
    private static let trigger = "waypost_changes"

    let connection: PostgresConnection
    let schema: PostGISSchema

    private var counts: String { schema.table(Self.table) }

    /// Makes the table of counts and the counting function, if missing.
    func prepare() throws {
        let exists = try connection.query(
            "SELECT to_regclass($1) IS NOT NULL AND EXISTS (SELECT FROM pg_catalog.pg_proc p "
                + "JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace "
                + "WHERE n.nspname = $2 AND p.proname = $3)",
            [.text(counts), .text(schema.name), .text(Self.function)]
        ).first?.bool(0)
        if exists == true { return }
        // If two processes begin at once, only one makes the table.
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

    /// Makes a table's trigger and counts one change.
    ///
    /// - Parameter title: The title if the store makes this layer; `nil` for tables made by others.
    func install(on relation: PostGISCatalog.Relation, title: String? = nil) throws {
        try prepare()
        let table = schema.table(relation.name)
        try connection.execute(
            "DROP TRIGGER IF EXISTS \(Self.trigger) ON \(table); CREATE TRIGGER \(Self.trigger) "
                + "AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON \(table) FOR EACH STATEMENT "
                + "EXECUTE FUNCTION \(schema.table(Self.function))(); "
                // ALWAYS: also for sessions that disable ordinary triggers.
                + "ALTER TABLE \(table) ENABLE ALWAYS TRIGGER \(Self.trigger)")
        _ = try connection.query(
            "INSERT INTO \(counts) AS c (layer, changes, title) VALUES ($1, 1, $2) "
                + "ON CONFLICT (layer) DO UPDATE "
                + "SET changes = c.changes + 1, title = coalesce($2, c.title)",
            [.text(relation.name), PostgresValue(title)])
    }

    /// Forgets a removed table's title and counts a change, but keeps its count, because another
    /// table may get the same name.
    func forget(_ name: String) throws {
        let exists = try connection.query(
            "SELECT has_table_privilege(to_regclass($1)::oid, 'UPDATE')", [.text(counts)]
        ).first?.bool(0)
        guard exists == true else { return }
        _ = try connection.query(
            "UPDATE \(counts) SET changes = changes + 1, title = NULL WHERE layer = $1",
            [.text(name)])
    }

    /// Returns whether the account may make a trigger on the table.
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

    /// Returns a table's version, or `nil` if its changes are not counted or it does not exist.
    ///
    /// The epoch changes when the table's columns change, or when another table takes its name.
    ///
    /// - Complexity: O(columns): about 0.2 ms.
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
    /// Returns a text as an SQL literal, quoted by the database, for statements that cannot have
    /// parameters.
    func literal(_ text: String) throws(PostgresError) -> String {
        guard
            let literal = try query("SELECT quote_literal($1::text)", [.text(text)]).first?.text(0)
        else { throw PostgresError("PostgreSQL returned no quoted literal") }
        return literal
    }
}
