// The tables of a job store in PostgreSQL.

import PostgreSQL

/// The tables of a job store, in the first schema of the search path.
///
///     waypost_jobs               one row for each job, also for removed ones while remembered
///     waypost_job_inputs         the input of a job
///     waypost_job_parts          what was done of a job, by position
///     waypost_job_open_parts     the parts of a divided job that are not done, with their leases
///     waypost_job_part_messages  messages of parts that are done before others that precede them
///     waypost_job_messages       by position
///     waypost_job_results        by position
///     waypost_job_result_chunks  the content of a result in pieces of a mebibyte
///     waypost_job_turns          the last turn of each owner, for fairness
///     waypost_job_schema         the version of these tables
enum PostgresJobSchema {
    /// The tables' version.
    static let version: Int64 = 2
    /// The size of one piece of a result.
    static let chunkBytes = 1 << 20

    /// Creates the tables if there are none, and upgrades older ones.
    ///
    /// Several processes may start at once; they take turns.
    ///
    /// - Returns: A number that identifies the schema, for the names of locks and the channel.
    /// - Throws: ``PostgresError``, or ``UnusableDatabase``.
    static func prepare(_ connection: PostgresConnection) throws -> Int64 {
        let facts = try connection.query(
            """
            SELECT current_setting('server_encoding'),
                current_setting('server_version_num')::bigint,
                (SELECT oid::bigint FROM pg_namespace WHERE nspname = current_schema())
            """)
        guard let found = facts.first, found.text(0) == "UTF8" else {
            throw UnusableDatabase("its encoding is not UTF8; create one with ENCODING 'UTF8'")
        }
        guard let version = found.integer(1), version >= 120_000 else {
            throw UnusableDatabase("the server is older than PostgreSQL 12; use a newer one")
        }
        guard let schema = found.integer(2) else {
            throw UnusableDatabase(
                "none of the schemas in its search_path exists; create one, or name another in the "
                    + "URL (options=-csearch_path%3DNAME)")
        }
        try connection.transaction {
            _ = try connection.query(
                "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
                [.text("waypost job schema \(schema)")])
            let isThere = try connection.query(
                "SELECT to_regclass('waypost_job_schema') IS NOT NULL"
            ).first?.bool(0)
            if isThere == true {
                try check(connection)
                return try connection.execute(indexes)
            }
            try connection.execute(statements)
            try connection.execute(indexes)
            try change(connection)
        }
        return schema
    }

    /// Upgrades the tables from version 1 and records the version.
    private static func change(_ connection: PostgresConnection) throws {
        try connection.execute(partStatements)
        _ = try connection.query(
            "INSERT INTO waypost_job_schema (version) VALUES ($1)", [.integer(Self.version)])
    }

    /// Upgrades older tables, if the account owns them.
    private static func upgrade(_ connection: PostgresConnection) throws {
        let owner = try connection.query(
            """
            SELECT r.rolname::text, pg_has_role(r.oid, 'USAGE') FROM pg_class c
            JOIN pg_roles r ON r.oid = c.relowner WHERE c.oid = 'waypost_jobs'::regclass
            """
        ).first
        guard owner?.bool(1) == true else {
            throw UnusableDatabase(
                "its tables are those of an earlier version; start a server or a worker once as "
                    + "\(owner?.text(0) ?? "their owner"), which owns them")
        }
        try change(connection)
    }

    private static func check(_ connection: PostgresConnection) throws {
        let found = try connection.query("SELECT max(version)::bigint FROM waypost_job_schema")
        guard let version = found.first?.integer(0), version <= Self.version else {
            throw UnusableDatabase(
                "its jobs were written by a later version of Waypost; use that version, or another "
                    + "database or schema")
        }
        if version < Self.version { try upgrade(connection) }
        try checkRights(connection)
    }

    /// The rights that the account needs on each table.
    private static let rights: [(table: String, rights: [String])] = [
        ("waypost_jobs", ["SELECT", "INSERT", "UPDATE", "DELETE"]),
        ("waypost_job_turns", ["SELECT", "INSERT", "UPDATE", "DELETE"]),
        ("waypost_job_inputs", ["SELECT", "INSERT", "DELETE"]),
        ("waypost_job_parts", ["SELECT", "INSERT", "DELETE"]),
        ("waypost_job_open_parts", ["SELECT", "INSERT", "UPDATE", "DELETE"]),
        ("waypost_job_part_messages", ["SELECT", "INSERT", "DELETE"]),
        ("waypost_job_messages", ["SELECT", "INSERT", "DELETE"]),
        ("waypost_job_results", ["SELECT", "INSERT", "DELETE"]),
        ("waypost_job_result_chunks", ["SELECT", "INSERT", "DELETE"]),
    ]

    /// Refuses an account that could accept jobs but not run or end them.
    private static func checkRights(_ connection: PostgresConnection) throws {
        let facts = try connection.query(
            "SELECT current_user::text, current_schema()::text, "
                + "current_setting('transaction_read_only') = 'on', "
                + "has_sequence_privilege('waypost_job_turn', 'USAGE')")
        guard let found = facts.first, let account = found.text(0) else { return }
        guard found.bool(2) != true else {
            throw UnusableDatabase(
                "its transactions are read-only, as on a standby; name a server that can write")
        }
        var missing: [String] = []
        for (table, rights) in rights {
            for right in rights {
                let has = try connection.query(
                    "SELECT has_table_privilege($1, $2)", [.text(table), .text(right)]
                ).first?.bool(0)
                if has != true { missing.append("\(right) on \(table)") }
            }
        }
        if found.bool(3) != true { missing.append("USAGE on the sequence waypost_job_turn") }
        guard missing.isEmpty else {
            let schema = found.text(1) ?? "public"
            throw UnusableDatabase(
                "the account \(account) lacks \(missing.joined(separator: ", ")); grant it: "
                    + "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema) TO "
                    + "\(account); GRANT USAGE ON ALL SEQUENCES IN SCHEMA \(schema) TO \(account)")
        }
    }

    /// Indexes that skip removed jobs, since a store may have many times more of these than others.
    /// If the account does not own the tables, it makes no indexes.
    private static let indexes = """
        DO $$ BEGIN
            IF to_regclass('waypost_jobs_removed') IS NULL THEN
                CREATE INDEX waypost_jobs_stored ON waypost_jobs (owner, number)
                    WHERE state <> 'deleted';
                CREATE INDEX waypost_jobs_removed ON waypost_jobs (removed_at)
                    WHERE state = 'deleted';
            END IF;
        EXCEPTION WHEN insufficient_privilege THEN NULL;
        END $$
        """

    /// What version 2 adds to version 1: parts for several workers.
    private static let partStatements = """
        ALTER TABLE waypost_jobs ADD COLUMN part_count bigint,
            ADD COLUMN part_origin text COLLATE "C",
            ADD COLUMN shown_parts bigint NOT NULL DEFAULT 0;
        CREATE TABLE waypost_job_open_parts (
            job bigint NOT NULL REFERENCES waypost_jobs (number) ON DELETE CASCADE,
            number bigint NOT NULL,
            lease bigint NOT NULL DEFAULT 0,
            worker text COLLATE "C",
            lease_end bigint NOT NULL DEFAULT 0,
            attempts bigint NOT NULL DEFAULT 0,
            PRIMARY KEY (job, number)
        ) WITH (fillfactor = 70);
        CREATE TABLE waypost_job_part_messages (
            job bigint NOT NULL REFERENCES waypost_jobs (number) ON DELETE CASCADE,
            part bigint NOT NULL,
            number bigint NOT NULL,
            kind text COLLATE "C" NOT NULL,
            text text COLLATE "C" NOT NULL,
            PRIMARY KEY (job, part, number)
        );
        """

    /// Texts are compared byte by byte, whatever the database's language. Rows of jobs change with
    /// every heartbeat, so their pages have room for that.
    private static let statements = """
        CREATE TABLE waypost_job_schema (version bigint NOT NULL);
        CREATE SEQUENCE waypost_job_turn;
        CREATE TABLE waypost_jobs (
            number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            id text COLLATE "C" NOT NULL UNIQUE,
            owner text COLLATE "C" NOT NULL,
            task text COLLATE "C" NOT NULL,
            pin text COLLATE "C" NOT NULL,
            priority bigint NOT NULL,
            submission_key text COLLATE "C",
            state text COLLATE "C" NOT NULL,
            bytes bigint NOT NULL,
            lease bigint NOT NULL DEFAULT 0,
            worker text COLLATE "C",
            lease_end bigint,
            attempts bigint NOT NULL DEFAULT 0,
            finished_parts bigint NOT NULL DEFAULT 0,
            message_count bigint NOT NULL DEFAULT 0,
            stage text COLLATE "C", stage_done bigint, stage_count bigint,
            stage_unit text COLLATE "C",
            submitted_at bigint NOT NULL,
            started_at bigint,
            ended_at bigint,
            removed_at bigint,
            UNIQUE (owner, submission_key)
        ) WITH (fillfactor = 70);
        CREATE INDEX waypost_jobs_by_owner ON waypost_jobs (owner, number);
        CREATE INDEX waypost_jobs_unfinished ON waypost_jobs (state, owner)
            WHERE state IN ('submitted', 'waiting', 'executing', 'cancelling');
        CREATE INDEX waypost_jobs_by_end ON waypost_jobs (ended_at) WHERE ended_at IS NOT NULL;
        CREATE INDEX waypost_jobs_by_bytes ON waypost_jobs (bytes) WHERE bytes > 0;
        CREATE TABLE waypost_job_inputs (
            job bigint PRIMARY KEY REFERENCES waypost_jobs (number) ON DELETE CASCADE,
            content bytea NOT NULL
        );
        CREATE TABLE waypost_job_parts (
            job bigint NOT NULL REFERENCES waypost_jobs (number) ON DELETE CASCADE,
            number bigint NOT NULL,
            content bytea NOT NULL,
            PRIMARY KEY (job, number)
        );
        CREATE TABLE waypost_job_messages (
            job bigint NOT NULL REFERENCES waypost_jobs (number) ON DELETE CASCADE,
            number bigint NOT NULL,
            kind text COLLATE "C" NOT NULL,
            text text COLLATE "C" NOT NULL,
            PRIMARY KEY (job, number)
        );
        CREATE TABLE waypost_job_results (
            job bigint NOT NULL REFERENCES waypost_jobs (number) ON DELETE CASCADE,
            number bigint NOT NULL,
            name text COLLATE "C" NOT NULL,
            content_type text COLLATE "C" NOT NULL,
            byte_count bigint NOT NULL,
            PRIMARY KEY (job, number)
        );
        CREATE TABLE waypost_job_result_chunks (
            job bigint NOT NULL,
            result bigint NOT NULL,
            number bigint NOT NULL,
            content bytea NOT NULL,
            PRIMARY KEY (job, result, number),
            FOREIGN KEY (job, result) REFERENCES waypost_job_results (job, number)
                ON DELETE CASCADE
        );
        CREATE TABLE waypost_job_turns (
            owner text COLLATE "C" PRIMARY KEY, turn bigint NOT NULL
        );
        """
}

/// Why a database cannot hold jobs.
struct UnusableDatabase: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
