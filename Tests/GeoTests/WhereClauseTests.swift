// Tests SQL conditions: what holds, what null makes unknown, and what is refused.

import Geo
import Testing

struct WhereClauseTests {
    private static let values: [String: WhereValue] = [
        "name": .text("Rue d'Ostende"), "lanes": .number(2), "width": .null,
        "road_class": .coded(3, "primary"), "open": .number(1_719_187_200_000),
    ]

    private func holds(_ text: String) throws -> Bool {
        try WhereClause(text).holds { Self.values[$0.lowercased()] ?? .null }
    }

    @Test(arguments: [
        "1=1", "lanes = 2", "Lanes <> 3 AND name = 'Rue d''Ostende'", "lanes != 3",
        "\"lanes\" >= 2",
        "lanes between 1 and 3", "lanes not between 3 and 4", "lanes in (1, 2)", "lanes NOT IN (3)",
        "name like 'Rue%'", "name like '%Ost_nde'", "name not like 'rue%'",
        "name like 'Rue d!''%' escape '!'", "width is null", "lanes is not null",
        "road_class = 3", "road_class = 'primary'", "road_class <> 'track' and road_class < 4",
        "lanes + 2 * 3 = 8", "(lanes + 2) * 3 = 12", "-lanes = -2", "lanes / 4 = 0.5",
        "not (lanes = 3 or lanes = 4)", "((lanes) = (2))", "width = 1 or lanes = 2",
        "upper(name) like 'RUE%'", "char_length(name) = 13", "substring(name, 1, 3) = 'Rue'",
        "substring(name from 5 for 1) = 'd'", "coalesce(width, 7) = 7", "nullif(lanes, 2) is null",
        "'a' || 'b' = 'ab'", "concat('a', 'b') = 'ab'", "mod(7, 4) = 3", "round(2.345, 2) = 2.35",
        "truncate(-2.7) = -2", "power(2, 10) = 1024", "abs(-1) = 1", "trim('  x ') = 'x'",
        // An accent behind a quote merges with it into one character.
        "'\u{301}b' <> 'b'",
        "open = date '2024-06-24'", "open < timestamp '2024-06-24 00:00:01'",
        // SQL's texts of national characters.
        "name = N'Rue d''Ostende'", "name like n'Rue%'", "name in (N'a', N'Rue d''Ostende')",
        "n is null",
    ])
    func `what holds`(text: String) throws {
        #expect(try holds(text))
    }

    @Test(arguments: [
        "1=2", "lanes = 3", "name = 'rue d''ostende'", "width = 1", "width <> 1", "not (width = 1)",
        "width in (1, 2)", "width between 1 and 2", "width like '%'", "lanes = 'two'",
        "name like 'Rue'", "lanes / 0 = 1", "nowhere = 1", "width = 1 and lanes = 2",
        "null = null", "lanes = 2 and not lanes is not null",
    ])
    func `what does not`(text: String) throws {
        #expect(try !holds(text))
    }

    /// 2024-06-24 06:30:05.
    private static let now: Int64 = 1_719_210_605_000

    @Test(arguments: [
        "open = CURRENT_DATE", "open < current_timestamp",
        "current_timestamp = timestamp '2024-06-24 06:30:05'", "current_time = '06:30:05'",
        "open > CURRENT_TIMESTAMP - INTERVAL '7' DAY",
        "open = CURRENT_TIMESTAMP - INTERVAL '06:30:05' HOUR TO SECOND",
        "open + interval '1 06:30' day to minute = date '2024-06-25' + interval '6.5' hour",
        "open = CURRENT_DATE + INTERVAL '-1' DAY + INTERVAL '86400' SECOND",
        "extract(hour from CURRENT_TIMESTAMP) = 6", "\"current_date\" is null",
        "open between CURRENT_DATE and CURRENT_DATE + INTERVAL '1' DAY",
        // A number beside a date counts days.
        "CURRENT_DATE - 7 = date '2024-06-17'", "open > CURRENT_TIMESTAMP - 1",
        "current_timestamp - 0.5 = timestamp '2024-06-23 18:30:05'",
        "date '2024-06-24' + 2 * 3 = date '2024-06-30'", "(CURRENT_DATE + -7) + 7 = open",
        "CURRENT_DATE - INTERVAL '7' DAY - 7 = CURRENT_DATE - 14",
        "cast('2024-06-24' as date) - 1 = date '2024-06-23'",
        "open = timestamp '2024-06-24T00:00:00Z'", "open = date '2024-06-24T02:00:00+02:00'",
        "open = timestamp '2024-06-24 00:00:00.000'", "open = date '2024-6-24'",
        "open between CURRENT_DATE - 1 and CURRENT_DATE + 1",
        "cast(CURRENT_TIMESTAMP as date) = date '2024-06-24'",
        "cast('2024-06-24 06:30:05' as date) + 1 = date '2024-06-25'",
        "cast(CURRENT_TIMESTAMP as timestamp) = CURRENT_TIMESTAMP",
        "cast(CURRENT_DATE - 0.5 as date) = date '2024-06-23'",
        "CURRENT_DATE - open = 0", "CURRENT_DATE - date '2024-06-23' = 86400000",
        "extract(hour from current_timestamp) + 1 = 7",
    ])
    func `the request's time is what is passed`(text: String) throws {
        let clause = try WhereClause(text, now: Self.now)
        #expect(clause.holds { Self.values[$0.lowercased()] ?? .null })
    }

    @Test(arguments: [
        "open + 1 = date '2024-06-25'", "open - 0.5 < open", "1 + open = date '2024-06-25'",
        "open + lanes = date '2024-06-26'", "(open) + 1 = CURRENT_DATE + 1",
        "\"OPEN\" + interval '1' day = open + 1", "open - open = 0",
        "1 + CURRENT_DATE = date '2024-06-25'", "CURRENT_DATE - lanes = date '2024-06-22'",
        "open * 1 + 1 = open * 1 + 1",
        // Whatever makes the number.
        "open + lanes * 7 = date '2024-07-08'", "open - lanes / 4 = open - 0.5",
        "lanes * 7 + open = open + 14", "open + -lanes = open - 2", "open - (lanes + 1) = open - 3",
        "open + abs(lanes - 3) = open + 1", "open + extract(day from open) = open + 24",
        "open + cast('2' as integer) = open + 2", "open + coalesce(width, lanes) = open + 2",
        "open + lanes + lanes * 2 = open + 6", "coalesce(open, CURRENT_DATE) + lanes = open + 2",
        "nullif(open, CURRENT_DATE - 1) + lanes * 1 = open + 2",
        // Times stay times.
        "open + 2 * interval '12' hour = open + 1", "open + interval '1' day / lanes = open + 0.5",
        "open + (open - CURRENT_DATE) = open", "open + (open + 1 - open) = open + 1",
        "open + -(open + 1 - open) = open - 1", "open - open + 1 = 1",
        "open + abs(CURRENT_DATE - open) = open",
        "open + (open + 3 - open) / interval '1' day = open + 3",
    ])
    func `a number beside a column of dates is one of days`(text: String) throws {
        let clause = try WhereClause(text, now: Self.now, dates: ["open"])
        #expect(clause.holds { Self.values[$0.lowercased()] ?? .null })
    }

    @Test(arguments: [
        "open + open * 2 > open", "open + (open - CURRENT_DATE) / 86400000 > open",
        "open + open = CURRENT_DATE", "open - (interval '1' day + 1) < open",
        "open + cast(open as integer) > open", "open + coalesce(open, lanes) > open",
    ])
    func `a number beside a date that does not plainly count something is refused`(text: String) {
        let error = #expect(throws: WhereError.self) {
            try WhereClause(text, now: Self.now, dates: ["open"])
        }
        #expect(error?.problem.contains("write a number of days") == true)
        #expect(error?.problem.contains("INTERVAL") == true)
    }

    @Test(arguments: [
        "open + 1 = '2024-06-25'", "'2024-06-25' = open + 1",
        "open + lanes * 7 < '2024-07-08 08:00'",
        "open + 1 between '2024-06-25' and '2024-06-26'",
        "open - 1 in ('2024-06-23', '2024-06-30')",
        "'2024-06-25' between open - 1 and open + 1", "'2024-06-25' in (open + 1, open + 2)",
        "CURRENT_DATE = '2024-06-24'",
        "coalesce(open, '2024-01-01') = '2024-06-24'",
        "coalesce(null, open, '2024-01-01') > '2024-06-01'",
        "nullif(open, '2024-06-24') is null", "cast(open as date) = '2024-06-24'",
        "not open + 1 <> '2024-06-25'",
        // Texts beside numbers that are made.
        "open - CURRENT_DATE = '0'", "'3600000' < open + 1 - open",
        "interval '1' day * lanes = '172800000'", "(open - CURRENT_DATE) / 2 = '0'",
        "lanes + 1 = '3'", "extract(year from open) = '2024'", "char_length(name) > ' 12.5 '",
    ])
    func `a text beside a date or a number is read as one`(text: String) throws {
        let clause = try WhereClause(text, now: Self.now, dates: ["open"])
        #expect(clause.holds { Self.values[$0.lowercased()] ?? .null })
    }

    @Test(arguments: [
        ("open + 1 = 'soon'", "compared with a date", 11),
        ("open in (1, 2) or 'soon' < open + 1", "compared with a date", 18),
        ("coalesce(open, 'soon') = open", "compared with a date", 15),
        ("extract(year from open) = 'MMXXIV'", "compared with a number", 26),
        ("open - CURRENT_DATE > '5 days'", "compared with a number", 22),
    ])
    func `a text beside a date or a number that is none is refused`(
        text: String, words: String, position: Int
    ) {
        let error = #expect(throws: WhereError.self) {
            try WhereClause(text, now: Self.now, dates: ["open"])
        }
        #expect(error?.problem.contains(words) == true, "\(error?.description ?? "")")
        #expect(error?.position == position)
    }

    @Test(arguments: [
        "name || ' ' || lanes = 'Rue d''Ostende 2'", "concat(name, ', ', 1.5) like '%, 1.5'",
        "lanes || '' = '2'", "'a' || width is null", "concat('a', width) is null",
    ])
    func `numbers are joined to texts as they are written`(text: String) throws {
        #expect(try holds(text))
    }

    @Test func `before 1970 the day begins before the instant`() throws {
        #expect(
            try WhereClause(
                "CURRENT_DATE = date '1969-12-31' and current_time = '23:59:59'", now: -1
            )
            .holds { _ in .null })
    }

    @Test(arguments: [
        ("open > CURRENT_DATE - INTERVAL 7 DAY", "a text such as '7'"),
        ("open > CURRENT_DATE - INTERVAL '1' MONTH", "one of DAY, HOUR, MINUTE, SECOND"),
        ("open > CURRENT_DATE - INTERVAL '1:x' HOUR TO MINUTE", "not an interval"),
        ("open > CURRENT_DATE - INTERVAL '1' DAY TO SECOND", "not an interval"),
        ("open > CURRENT_DATE - INTERVAL '1:1' SECOND TO HOUR", "not an interval"),
        ("open > CURRENT_DATE - INTERVAL '' DAY", "not an interval"),
    ])
    func `what is no interval says why`(text: String, words: String) {
        let error = #expect(throws: WhereError.self) { try WhereClause(text, now: Self.now) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test func `a condition that is kept has no time`() {
        let error = #expect(throws: WhereError.self) { try WhereClause("open < CURRENT_DATE") }
        #expect(error?.problem.contains("CURRENT_DATE is the time of a request") == true)
        #expect(error?.position == 7)
    }

    @Test(arguments: [
        ("", "a value or a field"), ("lanes", "a comparison"), ("lanes =", "the end found"),
        ("not lanes", "a comparison"), ("(lanes and 1=1)", "a comparison"),
        ("(1=1 or lanes)", "a comparison"), ("lanes = 1;", "\";\""), ("lanes = 1 -- x", "comments"),
        ("(lanes = 1", "\")\""),
        ("lanes in ()", "a value or a field"), ("name = 'x", "not closed"),
        ("drop table roads", "a comparison"), ("select = 1", "a value or a field"),
        ("sleep(10) = 1", "is not a function"), ("abs(1, 2) = 1", "ABS does not take 2"),
        ("open = date 'yesterday'", "not a date"), ("open = date '2024-02-30'", "not a date"),
        ("lanes = 1 lanes = 2", "the end was expected"),
        ("name like 'x' escape 'ab'", "one character"), ("lanes = 1e999", "not a number"),
    ])
    func `what is refused says where`(text: String, words: String) {
        let error = #expect(throws: WhereError.self) { try WhereClause(text) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("at character") == true)
    }

    @Test(arguments: [
        ("lanes == 2", "write ="), ("[lanes] = 2", "double quotes"), ("`lanes` = 2", "plain"),
        ("name = ‘x’", "straight single quotes"), ("lanes % 2 = 0", "MOD(a, b)"),
        ("lanes = 1 && 1=1", "write AND"), ("!(lanes = 1)", "write NOT"), ("lanes ≥ 2", ">="),
        ("name ILIKE 'x%'", "UPPER(a) LIKE"), ("width isnull", "IS NULL"),
        ("lanes = 1 ORDER BY name", "orderByFields"), ("lanes = 1;", "leave it out"),
    ])
    func `what other dialects write is refused with what to write here`(
        text: String, words: String
    ) {
        let error = #expect(throws: WhereError.self) { try WhereClause(text) }
        #expect(error?.problem.contains(words) == true, "\(error?.problem ?? "")")
    }

    @Test(arguments: ["(", "not ", "-", "abs("])
    func `hostile nesting is refused quickly`(opening: String) {
        let text = String(repeating: opening, count: 1_000)
        #expect(throws: WhereError.self) { try WhereClause(text + "1=1") }
        #expect(throws: WhereError.self) {
            try WhereClause(String(repeating: "x", count: WhereClause.maximumBytes + 1))
        }
    }

    @Test(arguments: [
        ("a" + String(repeating: "+a", count: 2_049) + " = 1", "2048 operations"),
        ("a" + String(repeating: "*a", count: 2_049) + " = 1", "2048 operations"),
        ("a = '" + String(repeating: "x", count: 4_097) + "'", "4096 characters"),
        ("a = 1" + String(repeating: " OR a > 1", count: 1_000), "1000 conditions"),
        ("a IN (1" + String(repeating: ",b", count: 1_000) + ")", "1000 conditions"),
    ])
    func `what takes time or depth has limits of its own`(text: String, words: String) {
        let error = #expect(throws: WhereError.self) { try WhereClause(text) }
        #expect(error?.problem.contains(words) == true, "\(error?.problem ?? "")")
    }

    @Test func `a condition may list thousands of ids`() throws {
        let ids = (100_000..<107_000).map { "\($0)" }.joined(separator: ",")
        let clause = try WhereClause("lanes in (\(ids)) or lanes = 2")
        #expect(clause.holds { _ in .number(106_999) })
        #expect(!clause.holds { _ in .number(107_000) })
    }

    @Test(arguments: [
        String(repeating: "n", count: 5_000) + " = 1", String(repeating: "1", count: 5_000),
        "name = 1 " + String(repeating: "é", count: 3_000),
        "date 'x" + String(repeating: "y", count: 3_000) + "'",
        String(repeating: "f", count: 3_000) + "(1) = 1",
    ])
    func `a refusal repeats no more than the beginning of a long word`(text: String) {
        let error = #expect(throws: WhereError.self) { try WhereClause(text) }
        #expect((error?.description.count ?? .max) < 400)
    }

    @Test func `a pattern with many runs takes no longer than it must`() throws {
        let text = String(repeating: "a", count: 1_500)
        let pattern = String(repeating: "%a", count: 500) + "b"
        let clause = try WhereClause("name like '\(pattern)'")
        #expect(!clause.holds { _ in .text(text) })
    }

    @Test(arguments: [
        // Precomposed and decomposed letters are different texts, with one and two code points.
        "'\u{E9}' <> 'e\u{301}'", "char_length('e\u{301}') = 2", "'e\u{301}' like 'e_'",
        "'\u{E9}' not like 'e%'", "'e\u{301}' like 'e%'",
        "substring('e\u{301}x', 2, 1) = '\u{301}'",
        "'\u{FF5E}' < '\u{1F600}'", "'Z' < 'a'", "'a' < 'ab'", "'ab' >= 'ab'", "'\u{E9}' > 'z'",
        "'x\u{301}' like '%\u{301}'", "'a%' like 'a\u{301}%' escape '\u{301}'", "trim(' ') = ''",
        "substring('abc', -1, 3) = 'a'", "substring('abc', 9) = ''", "substring('abc', 0) = 'abc'",
    ])
    func `texts are compared by code points`(text: String) throws {
        #expect(try holds(text))
    }

    @Test(arguments: [
        "extract(year from open) = 2024", "extract(MONTH FROM open) = 6",
        "extract(day from open) = 24",
        "extract(hour from timestamp '2024-06-24 07:08:09') = 7",
        "extract(minute from timestamp '2024-06-24 07:08:09') = 8",
        "extract(second from timestamp '2024-06-24 07:08:09') = 9",
        "extract(year from date '1969-12-31') = 1969", "extract(year from width) is null",
        "extract(year from name) is null", "position('Ost' in name) = 7", "position('x', name) = 0",
        "position('', name) = 1", "position(width in name) is null", "cast('12' as integer) = 12",
        "cast(2.7 as int) = 2", "cast(-2.7 as smallint) = -2",
        "cast(' 1e1 ' as double precision) = 10",
        "cast('x' as float) is null", "cast(lanes as varchar(5)) = '2'",
        "cast(0.5 as text) = '0.5'",
        "cast(name as char(3)) = 'Rue'", "cast('2024-06-24' as date) = open",
        "cast(1.5 as decimal(10, 2)) = 1.5", "log10(1000) = 3", "log(1) = 0", "log(0) is null",
    ])
    func `parts of dates and values of other kinds`(text: String) throws {
        #expect(try holds(text))
    }

    @Test(arguments: [
        ("extract(week from open) = 1", "one of YEAR"), ("extract(year, open) = 1", "FROM"),
        ("cast(lanes as blob) = 1", "one of INTEGER"), ("cast(lanes, 'x') = 1", "AS"),
        ("cast(lanes as varchar(3) = 1", "\")\""), ("position('a') = 1", "does not take 1"),
    ])
    func `such functions that are refused`(text: String, words: String) {
        let error = #expect(throws: WhereError.self) { try WhereClause(text) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test func `the place of a field is found`() throws {
        let clause = try WhereClause("'b' = 'b' and \"b c\" = 1 or é_1 = B")
        #expect(clause.position(of: "b c") == 14)
        #expect(clause.position(of: "é_1") == 27)
        #expect(clause.position(of: "B") == 33)
        #expect(clause.position(of: "nothing") == nil)
    }

    @Test func `fields are named once`() throws {
        #expect(try WhereClause("a = 1 and A = 2 or upper(b) = 'x'").fields == ["a", "b"])
    }
}
