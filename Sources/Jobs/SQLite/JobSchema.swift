// The tables of a job store in SQLite.

import GRDB

/// The tables of a job store.
///
///     jobs          one row for each job, also for removed ones while they are remembered
///     parts         what was done of a job, by position
///     openParts     the parts of a divided job that are not done, with the leases of some
///     partMessages  messages of parts that are done before others that precede them
///     messages      by position
///     results       by position; the content is in the row or in a file
///     turns         the last turn of each owner, for fairness
enum JobSchema {
    /// Creates the tables, or upgrades older ones.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { try create($0) }
        migrator.registerMigration("2") { try addIndexes($0) }
        migrator.registerMigration("3") { try addParts($0) }
        return migrator
    }

    /// Adds parts for several workers.
    private static func addParts(_ database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE jobs ADD COLUMN partCount INTEGER;
                ALTER TABLE jobs ADD COLUMN partOrigin TEXT;
                ALTER TABLE jobs ADD COLUMN shownParts INTEGER NOT NULL DEFAULT 0;
                CREATE TABLE openParts (
                    job INTEGER NOT NULL REFERENCES jobs (number) ON DELETE CASCADE,
                    number INTEGER NOT NULL,
                    lease INTEGER NOT NULL DEFAULT 0,
                    worker TEXT,
                    leaseEnd INTEGER NOT NULL DEFAULT 0,
                    attempts INTEGER NOT NULL DEFAULT 0,
                    PRIMARY KEY (job, number)
                ) WITHOUT ROWID;
                CREATE TABLE partMessages (
                    job INTEGER NOT NULL REFERENCES jobs (number) ON DELETE CASCADE,
                    part INTEGER NOT NULL,
                    number INTEGER NOT NULL,
                    kind TEXT NOT NULL,
                    text TEXT NOT NULL,
                    PRIMARY KEY (job, part, number)
                ) WITHOUT ROWID;
                """)
    }

    /// Adds indexes that skip removed jobs. A store may have many times more removed jobs than
    /// others.
    private static func addIndexes(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE INDEX jobsStored ON jobs (owner, number, state) WHERE state <> 'deleted';
                CREATE INDEX jobsByBytes ON jobs (bytes) WHERE bytes > 0;
                CREATE INDEX jobsRemoved ON jobs (removedAt) WHERE removedAt IS NOT NULL;
                """)
    }

    private static func create(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE jobs (
                    number INTEGER PRIMARY KEY AUTOINCREMENT,
                    id TEXT NOT NULL UNIQUE,
                    owner TEXT NOT NULL,
                    task TEXT NOT NULL,
                    pin TEXT NOT NULL,
                    priority INTEGER NOT NULL,
                    submissionKey TEXT,
                    state TEXT NOT NULL,
                    input BLOB,
                    inputFile TEXT,
                    bytes INTEGER NOT NULL,
                    lease INTEGER NOT NULL DEFAULT 0,
                    worker TEXT,
                    leaseEnd INTEGER,
                    attempts INTEGER NOT NULL DEFAULT 0,
                    finishedParts INTEGER NOT NULL DEFAULT 0,
                    messageCount INTEGER NOT NULL DEFAULT 0,
                    stage TEXT, stageDone INTEGER, stageCount INTEGER, stageUnit TEXT,
                    submittedAt INTEGER NOT NULL,
                    startedAt INTEGER,
                    endedAt INTEGER,
                    removedAt INTEGER
                );
                CREATE UNIQUE INDEX jobsByKey ON jobs (owner, submissionKey);
                CREATE INDEX jobsByState ON jobs (state, owner);
                CREATE INDEX jobsByOwner ON jobs (owner, number);
                CREATE TABLE parts (
                    job INTEGER NOT NULL REFERENCES jobs (number) ON DELETE CASCADE,
                    number INTEGER NOT NULL,
                    content BLOB NOT NULL,
                    PRIMARY KEY (job, number)
                );
                CREATE TABLE messages (
                    job INTEGER NOT NULL REFERENCES jobs (number) ON DELETE CASCADE,
                    number INTEGER NOT NULL,
                    kind TEXT NOT NULL,
                    text TEXT NOT NULL,
                    PRIMARY KEY (job, number)
                ) WITHOUT ROWID;
                CREATE TABLE results (
                    job INTEGER NOT NULL REFERENCES jobs (number) ON DELETE CASCADE,
                    number INTEGER NOT NULL,
                    name TEXT NOT NULL COLLATE NOCASE,
                    contentType TEXT NOT NULL,
                    byteCount INTEGER NOT NULL,
                    content BLOB,
                    file TEXT,
                    PRIMARY KEY (job, number)
                );
                CREATE TABLE turns (owner TEXT PRIMARY KEY, turn INTEGER NOT NULL) WITHOUT ROWID;
                """)
    }
}
