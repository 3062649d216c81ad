// Tests reading problems of ordering stops, and messages about other files.

import Foundation
import Geo
import Testing

@testable import RouteCLI
@testable import Sequencing

struct SequenceInstanceTests {
    private func read(_ text: String) throws -> SequenceInstance {
        try SequenceInstance(text: text, goal: TourGoal())
    }

    @Test func `a problem is read from standard input as from a file`() async throws {
        let name = "problem-\(UUID().uuidString).json"
        let text = #"{"costs": [[0, 7, 4], [6, 0, 3], [4, 3, 0]], "first": 0, "roundTrip": true}"#
        try text.write(toFile: Sample.path(name), atomically: true, encoding: .utf8)
        func order(of file: String) async throws -> JSONValue? {
            let output = try await GuideShell.run(
                "bash", ["-c", "\"$WAYPOST\" sequence \(file) --json <\(name)"],
                in: Sample.folder, GuideShell.environment)
            #expect(output.status == 0, "\(output.errors)")
            return try JSONValue.parse(output.text)["order"]
        }
        for file in [name, "-"] {
            #expect(try await order(of: file) == [0, 2, 1, 0], "\(file)")
        }
    }

    @Test(arguments: [
        ("FULL_MATRIX", "0 1 2\n1 0 3\n2 3 0"), ("LOWER_DIAG_ROW", "0\n1 0\n2 3 0"),
        ("UPPER_DIAG_ROW", "0 1 2\n0 3\n0"), ("UPPER_ROW", "1 2\n3"), ("LOWER_ROW", "1\n2 3"),
        ("LOWER_DIAG_COL", "0 1 2\n0 3\n0"), ("UPPER_DIAG_COL", "0\n1 0\n2 3 0"),
        ("LOWER_COL", "1 2\n3"), ("UPPER_COL", "1\n2 3"),
    ])
    func `all forms of a matrix are one matrix`(format: String, rows: String) throws {
        let instance = try read(
            """
            NAME: three
            DIMENSION: 3
            EDGE_WEIGHT_TYPE: EXPLICIT
            EDGE_WEIGHT_FORMAT: \(format)
            EDGE_WEIGHT_SECTION
            \(rows)
            EOF
            """)
        #expect(instance.stopCount == 3 && instance.isRoundTrip)
        // The depot comes twice: the route leaves it as stop 0 and reaches it as stop 3.
        let problem = instance.problem
        #expect(problem.cost(from: 0, to: 1) == 1 && problem.cost(from: 1, to: 2) == 3)
        #expect(problem.cost(from: 2, to: 3) == 2 && problem.lastStop == 3)
    }

    @Test(
        arguments: [
            ("EUC_2D", [(0.0, 0.0), (3, 4), (0, 7)], 5), ("CEIL_2D", [(0, 0), (1, 1), (0, 7)], 2),
            ("ATT", [(0, 0), (10, 10), (0, 7)], 5), ("MAN_2D", [(0, 0), (1.2, 2.2), (0, 7)], 3),
            ("MAX_2D", [(0, 0), (1.2, 2.6), (0, 7)], 3),
        ] as [(String, [(Double, Double)], UInt32)])
    func `places have distances as TSPLIB rounds them`(
        type: String, places: [(Double, Double)], first: UInt32
    ) throws {
        let rows = places.enumerated().map { "\($0 + 1) \($1.0) \($1.1)" }
        let instance = try read(
            (["DIMENSION: 3", "EDGE_WEIGHT_TYPE: \(type)", "NODE_COORD_SECTION"] + rows)
                .joined(separator: "\n"))
        #expect(instance.problem.cost(from: 0, to: 1) == first)
    }

    @Test func `places are in the order of their numbers`() throws {
        let instance = try read(
            """
            DIMENSION: 3
            EDGE_WEIGHT_TYPE: EUC_2D
            NODE_COORD_SECTION
            3 0 9
            1 0 0
            2 5 0
            """)
        #expect(instance.problem.cost(from: 0, to: 1) == 5)
        #expect(instance.problem.cost(from: 0, to: 2) == 9)
    }

    @Test func `windows and fractions are read, and numbers become whole`() throws {
        let instance = try read(
            """
            # a comment
            2
            0 1.5
            1.5 0
            0 100   # the depot
            10 20
            """)
        #expect(instance.scale == 10_000)
        #expect(instance.problem.cost(from: 0, to: 1) == 15_000)
        #expect(instance.problem.windows?[1] == TimeWindow(opens: 100_000, closes: 200_000))
        #expect(instance.problem.start == 0)
    }

    @Test func `JSON states ends, services and legs that there are none of`() throws {
        let instance = try read(
            """
            {"costs": [[0, 7, -1], [6, 0, 3], [4, 3, 0]], "first": 0, "services": [0, 5, 5],
             "windows": [null, [10, 20], null], "start": 2}
            """)
        let problem = instance.problem
        #expect(!instance.isRoundTrip && problem.firstStop == 0 && problem.lastStop == nil)
        #expect(problem.cost(from: 0, to: 2) == TourProblem.unreachable)
        #expect(problem.services == [0, 5, 5] && problem.start == 2)
        #expect(problem.bestTour()?.order == [0, 1, 2])
    }

    @Test(arguments: [
        ("", "it is empty"), ("2\n0 1\n1 x", "line 3: \"x\" is no number"),
        (
            "2\n0 1\n1 0\n0 9",
            "6 numbers follow the count 2; a matrix and a window for each stop are 8 numbers"
        ),
        ("1e9\n0", "it has 1000000000 stops; send at most 3000"),
        ("-1\n", "it has no DIMENSION"), ("{", "it is not valid JSON"),
        ("{}", "it has no \"costs\""),
        ("{\"costs\": [[0, 1]]}", "row 0 of the costs has 2 values for 1 stops"),
        ("{\"costs\": [[\"a\"]]}", "\"costs/0/0\" has the wrong type or is null"),
        ("{\"costs\": [[0]], \"first\": 3}", "\"first\" is 3, and stops are 0 to 0"),
        ("{\"costs\": []}", "it has no stops"),
        (
            "{\"costs\": [[0]], \"roundTrip\": true, \"last\": 0}",
            "\"last\" is 0, and a round trip ends where it begins"
        ),
        ("{\"costs\": [[5e9]]}", "a cost of row 0 is 5000000000.0; costs are below 4000000000.0"),
        ("{\"costs\": [[0]], \"services\": [-1]}", "a service takes -1.0"),
        ("{\"costs\": [[0]], \"windows\": [[1]]}", "a window is [opens, closes] or null"),
        ("DIMENSION: 2\nEDGE_WEIGHT_TYPE: XRAY1", "its EDGE_WEIGHT_TYPE is XRAY1; "),
        ("5000 1", "it has 5000 stops; send at most 3000"),
        ("1e300 1", "it has 1e+300 stops; send at most 3000"),
        ("DIMENSION: 3000000000\n", "it has 3000000000 stops; send at most 3000"),
    ])
    func `what is wrong in a file is said`(text: String, expected: String) throws {
        let error = #expect(throws: SequenceFileError.self) { try read(text) }
        #expect(error?.text.hasPrefix(expected) == true, "\(error?.text ?? "")")
    }

    @Test(arguments: ["EDGE_WEIGHT_TYPE: ", "EDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: "])
    func `a long word of a file is not repeated whole`(line: String) throws {
        let text = "DIMENSION: 2\n" + line + String(repeating: "X", count: 50_000)
        let error = #expect(throws: SequenceFileError.self) { try read(text) }
        #expect(try #require(error).text.count < 200)
    }

    @Test func `the command answers, and refuses a file that is none`() async throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "ring-\(UUID().uuidString).json").path()
        defer { try? FileManager.default.removeItem(atPath: file) }
        let costs = (0..<14).map { a in (0..<14).map { b in (b - a + 14) % 14 } }
        try JSONEncoder().encode(["costs": costs]).write(to: URL(filePath: file))
        #expect(await Waypost.run(["sequence", file, "--json", "--seconds", "0.2"]) == .answered)
        #expect(await Waypost.run(["sequence", file + ".none"]) == .invalidInput)
        #expect(await Waypost.run(["sequence", file, "--seconds", "0"]) == .usage)
    }
}
