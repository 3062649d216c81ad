// Tests statements, transactions, batches, COPY and notifications on a real server.

import PostgreSQL
import StoreTesting
import Synchronization
import Testing

@Suite(.enabled(if: TestSchema.isAvailable)) struct PostgresConnectionTests {
    private let schema: TestSchema
    private let pool: PostgresPool

    init() throws {
        schema = try TestSchema()
        pool = try PostgresPool(
            url: schema.url, maximumConnections: 2, applicationName: "test", waitSeconds: 0.1)
    }

    @Test func `values come back as they were sent`() throws {
        let values: [(PostgresValue, String)] = [
            (.null, "text"), (.integer(.min), "bigint"), (.integer(-7), "bigint"),
            (.double(0.1), "double precision"), (.double(-.infinity), "double precision"),
            (.text("Größe \\ 'x' \n \u{1F600}"), "text"), (.text(""), "text"),
            (.bytes([0, 255, 1]), "bytea"), (.bytes([]), "bytea"), (.bool(true), "boolean"),
        ]
        try pool.withConnection { connection in
            // Three times: for the first time, while prepared, and after being prepared.
            for _ in 0..<3 {
                for (value, type) in values {
                    let rows = try connection.query("SELECT $1::\(type)", [value])
                    #expect(rows.first?[0] == value)
                }
            }
        }
    }

    @Test func `types are read as the kind that they are`() throws {
        try pool.withConnection { connection in
            let rows = try connection.query(
                """
                SELECT 7::smallint, 8::integer, 1.5::real, 'a'::varchar(3), 'b'::name,
                    '{"a":1}'::jsonb, '00000000-0000-0000-0000-0000000000ff'::uuid, NULL::integer
                """)
            let row = try #require(rows.first)
            #expect((row.integer(0), row.integer(1)) == (7, 8))
            #expect((row.double(2), row.double(0)) == (1.5, 7))
            #expect((row.text(3), row.text(4)) == ("a", "b"))
            #expect(row.text(5) == #"{"a": 1}"#)
            #expect(row.text(6) == "00000000-0000-0000-0000-0000000000ff")
            #expect(row[7] == .null && row.integer(7) == nil && row.text(0) == nil)
            #expect(rows.columns.first == "int2")
        }
    }

    @Test func `an error has its code and leaves the connection usable`() throws {
        try pool.withConnection { connection in
            try connection.execute("CREATE TABLE t (id bigint PRIMARY KEY)")
            _ = try connection.query("INSERT INTO t VALUES ($1)", [.integer(1)])
            let twice = #expect(throws: PostgresError.self) {
                try connection.query("INSERT INTO t VALUES ($1)", [.integer(1)])
            }
            #expect(twice?.sqlState == "23505" && twice?.isConnectionLost == false)
            let missing = #expect(throws: PostgresError.self) {
                try connection.query("SELECT * FROM missing")
            }
            #expect(missing?.isMissingTable == true)
            #expect(throws: PostgresError.self) { try connection.query("SELECT $1", [.text("\0")]) }
            #expect(try connection.query("SELECT count(*) FROM t").first?.integer(0) == 1)
        }
    }

    @Test func `a prepared statement outlives a change of its table`() throws {
        try pool.withConnection { connection in
            try connection.execute("CREATE TABLE t (a integer); INSERT INTO t VALUES (1)")
            for _ in 0..<3 { _ = try connection.query("SELECT * FROM t") }
            try connection.execute("ALTER TABLE t ALTER a TYPE text")
            #expect(try connection.query("SELECT * FROM t").first?.text(0) == "1")
        }
    }

    @Test func `statements without end are not kept without end`() throws {
        try pool.withConnection { connection in
            for round in 0..<2 {
                for number in 0..<400 {
                    let sql = "SELECT \(number)"
                    #expect(try connection.query(sql).first?.integer(0) == Int64(number))
                    if round == 0 { _ = try connection.query(sql) }
                }
            }
            let count = try connection.query("SELECT count(*) FROM pg_prepared_statements")
            #expect((count.first?.integer(0) ?? 999) <= 256)
        }
    }

    private struct Trouble: Error {}

    @Test func `a transaction is done as a whole or not at all`() throws {
        try pool.withConnection { connection in
            try connection.execute("CREATE TABLE t (id bigint PRIMARY KEY)")
            #expect(throws: Trouble.self) {
                try connection.transaction {
                    _ = try connection.query("INSERT INTO t VALUES (1)")
                    throw Trouble()
                }
            }
            // If a failed statement's error is dropped, the transaction still does not succeed.
            #expect(throws: PostgresError.self) {
                try connection.transaction {
                    _ = try connection.query("INSERT INTO t VALUES (1)")
                    _ = try? connection.query("SELECT * FROM missing")
                }
            }
            #expect(try connection.query("SELECT * FROM t").isEmpty)
            try connection.transaction { _ = try connection.query("INSERT INTO t VALUES (1)") }
            #expect(try connection.query("SELECT * FROM t").count == 1)
            let isForbidden = #expect(throws: PostgresError.self) {
                try connection.transaction(.snapshot) {
                    try connection.query("INSERT INTO t VALUES (2)")
                }
            }
            #expect(isForbidden?.isForbidden == true)
        }
    }

    @Test func `rows arrive in batches, and the rest is cancelled`() throws {
        try pool.withConnection { connection in
            var sum: Int64 = 0
            try connection.forEachRow("SELECT generate_series(1, $1)", [.integer(10_000)]) {
                sum += $0.integer(0) ?? 0
            }
            #expect(sum == 50_005_000)
            var count = 0
            let error = #expect(throws: PostgresError.self) {
                try connection.forEachRow(
                    "SELECT generate_series(1, 100000000)", batch: 100,
                    isCancelled: { count >= 1_000 }, { _ in count += 1 })
            }
            #expect(error?.isCancelled == true)
            #expect(count == 1_000)
            #expect(throws: Trouble.self) {
                try connection.forEachRow("SELECT generate_series(1, 100000000)") { _ in
                    throw Trouble()
                }
            }
            #expect(throws: PostgresError.self) {
                try connection.forEachRow("SELECT pg_sleep(600)", isCancelled: { true }) { _ in }
            }
            #expect(throws: PostgresError.self) {
                try connection.forEachRow("SELECT 1 / (3 - generate_series(1, 5))") { _ in }
            }
            #expect(try connection.query("SELECT 1").first?.integer(0) == 1)
        }
    }

    @Test func `rows are loaded in bulk with any characters`() throws {
        try pool.withConnection { connection in
            try connection.execute("CREATE TABLE t (n bigint, d float8, s text, b bytea, f bool)")
            let rows: [[PostgresValue]] = [
                [
                    .integer(1), .double(0.1), .text("a\tb\\N\n\r\\."), .bytes([0, 92, 255]),
                    .bool(true),
                ],
                [.null, .double(.infinity), .text("\\."), .bytes([]), .bool(false)],
                [.integer(.min), .null, .null, .null, .null],
            ]
            let count = try connection.copyIn("COPY t FROM STDIN") { copy in
                for row in rows { try copy.add(row) }
            }
            #expect(count == 3)
            let stored = try connection.query("SELECT * FROM t ORDER BY ctid")
            #expect(stored.map { row in (0..<5).map { row[$0] } } == rows)
            #expect(throws: Trouble.self) {
                try connection.copyIn("COPY t FROM STDIN") { copy in
                    for _ in 0..<5_000 { try copy.add(rows[0]) }
                    throw Trouble()
                }
            }
            #expect(throws: PostgresError.self) {
                try connection.copyIn("COPY t (n) FROM STDIN") { try $0.add([.text("seven")]) }
            }
            #expect(throws: PostgresError.self) {
                try connection.copyIn("SELECT 1") { _ in }
            }
            #expect(try connection.query("SELECT count(*) FROM t").first?.integer(0) == 3)
        }
    }

    @Test func `notifications reach a connection that listens`() throws {
        let listening = try pool.makeConnection()
        let channel = "Odd \"name\" \(schema.name)"
        try listening.listen(channel)
        #expect(try listening.waitForNotification(upTo: 0) == nil)
        try pool.withConnection {
            _ = try $0.query("SELECT pg_notify($1, '')", [.text(channel)])
        }
        #expect(try listening.waitForNotification(upTo: 10) == channel)
        #expect(try listening.waitForNotification(upTo: 0) == nil)
    }

    @Test func `a connection that the server has ended is replaced`() throws {
        let process = try pool.withConnection {
            try $0.query("SELECT pg_backend_pid()").first?.integer(0)
        }
        let other = try pool.makeConnection()
        _ = try other.query("SELECT pg_terminate_backend($1::int)", [PostgresValue(process)])
        #expect(throws: Never.self) {
            while try other.query(
                "SELECT 1 FROM pg_stat_activity WHERE pid = $1", [PostgresValue(process)]
            ).count > 0 {}
        }
        let next = try pool.withConnection {
            try $0.query("SELECT pg_backend_pid()").first?.integer(0)
        }
        #expect(next != process)
        // If a connection ends during its use, that is an error, and the pool does not lend it
        // again.
        let error = #expect(throws: PostgresError.self) {
            try pool.withConnection { connection in
                _ = try other.query("SELECT pg_terminate_backend($1::int)", [PostgresValue(next)])
                _ = try connection.query("SELECT pg_sleep(10)")
            }
        }
        #expect(error?.isConnectionLost == true)
        #expect(try pool.withConnection { try $0.query("SELECT 1").count } == 1)
    }

    @Test func `a transaction that is left open is not lent to the next user`() throws {
        try pool.withConnection { connection in
            try connection.execute("CREATE TABLE t (id bigint)")
            try connection.execute("BEGIN; INSERT INTO t VALUES (1)")
        }
        #expect(try pool.withConnection { try $0.query("SELECT * FROM t").count } == 0)
    }

    @Test func `the wait for a connection has an end`() throws {
        let error = #expect(throws: PostgresError.self) {
            try pool.withConnection { _ in
                try pool.withConnection { _ in try pool.withConnection { _ in } }
            }
        }
        #expect(error?.isPoolBusy == true)
    }

    @Test func `a statement that takes too long is cancelled`() throws {
        let hurried = try PostgresPool(
            url: schema.url, maximumConnections: 1, applicationName: "test",
            statementSeconds: 0.05)
        let error = #expect(throws: PostgresError.self) {
            try hurried.withConnection { _ = try $0.query("SELECT pg_sleep(60)") }
        }
        #expect(error?.isCancelled == true)
    }
}
