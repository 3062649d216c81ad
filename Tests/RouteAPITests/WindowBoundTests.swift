// Tests reading times from a form: starts, and bounds of time windows.

import RouteAPI
import Testing

@Suite struct WindowBoundTests {
    private let noon: Int = 12 * 3_600_000

    @Test func `bounds of a break have the forms of windows of stops`() throws {
        func bound(_ text: String) throws -> Int? {
            try RouteParameters(fields: ["breakEnd": text]).breakEnd
        }
        #expect(try bound("12:00") == -2_209_161_600_000 + noon)
        #expect(try bound("2026-03-02T12:00") == 1_772_409_600_000 + noon)
        #expect(try bound("2026-03-02 12:00:00") == 1_772_409_600_000 + noon)
        #expect(try bound("1772452800000") == 1_772_452_800_000)
        #expect(try bound("") == nil)
    }

    @Test func `a number is read by its size, as in windows of stops`() throws {
        let instant = 1_764_500_000_000
        for text in ["\(instant / 1_000)", "\(instant / 1_000).0", "\(instant)000"] {
            var fields = ["breakEnd": text]
            let error = #expect(throws: RouteRequestError.self) {
                try RouteParameters(fields: fields)
            }
            let said = error?.details.first ?? ""
            #expect(said.contains("which is \(instant) in milliseconds"), "\(said)")
            fields["timeWindowsAreUTC"] = "true"
            #expect(try RouteParameters(fields: fields).breakEnd == instant, "\(text)")
        }
        // Half past ten in the evening, and noon of a spreadsheet's day.
        for (text, expected) in [
            ("2230", -2_209_161_600_000 + noon * 2 - 90 * 60_000),
            ("46083.5", 1_772_409_600_000 + noon), ("\(instant).4", instant),
        ] {
            #expect(try RouteParameters(fields: ["breakEnd": text]).breakEnd == expected, "\(text)")
        }
    }

    @Test func `a bound with a zone needs windows in UTC`() throws {
        var fields = ["breakEnd": "2026-03-02T12:00:00Z"]
        let error = #expect(throws: RouteRequestError.self) {
            try RouteParameters(fields: fields)
        }
        #expect(error?.details.first?.contains("timeWindowsAreUTC=true") == true)
        fields["timeWindowsAreUTC"] = "true"
        #expect(try RouteParameters(fields: fields).breakEnd == 1_772_409_600_000 + noon)
    }

    @Test(arguments: ["noon", "0x10"])
    func `a start that is no time is refused with what would work`(text: String) {
        let error = #expect(throws: RouteRequestError.self) {
            try RouteParameters(fields: ["startTime": text])
        }
        #expect(
            error?.details.first
                == "Parameter \"startTime\": is \"\(text)\"; now, milliseconds since 1970 or "
                + "2026-03-02T09:30 is needed")
    }

    @Test(arguments: ["noon", "0026-03-02T09:30", "1899-12-29T23:59Z"])
    func `another text is refused with what would work`(text: String) {
        let error = #expect(throws: RouteRequestError.self) {
            try RouteParameters(fields: ["breakStart": text])
        }
        #expect(error?.details.first?.contains("09:30") == true)
    }
}
