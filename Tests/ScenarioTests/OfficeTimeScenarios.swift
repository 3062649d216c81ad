// Time windows as offices write them, in rows of requests and stored layers.

import Geo
import RouteAPI
import RouteTesting
import Testing

struct OfficeTimeScenarios {
    /// Two stops, ten minutes apart.
    private let sketch = NetworkSketch.street("ab", seconds: 600)

    /// Asks for a route that starts on 1 May 2024 and whose second stop has a window.
    private func ask(
        _ start: (Int, Int), _ from: AttributeValue, _ to: AttributeValue,
        zone: String = "Europe/Berlin", _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        let layer = try layer(sketch) { $0.timeZoneName = zone }
        return try answer(from: layer, sketch.places("ab")) {
            $0.setStops([[:], ["TimeWindowStart": from, "TimeWindowEnd": to]])
            $0.useTimeWindows = true
            $0.startTime = .milliseconds(clock(start.0, start.1))
            change(&$0)
        }
    }

    @Test(arguments: [
        ("10:30", "11:00"), ("10:30:00", "11h"), ("10:30 AM", "11 am"), ("1030", "1100"),
        ("2024-05-01T10:30", "2024-05-01T11:00"), ("01.05.2024 10:30", "01.05.2024 11:00"),
        ("2024-05-01T08:30Z", "2024-05-01 11:00:00+02"), ("10:30", "2024-05-01T11:00"),
        ("45413.4375", "45413.4583333"), ("0,4375", "0,458333"), (" 10:30 ", "11:00   "),
        ("1714559400000", "1714561200000"),
    ])
    func `texts of every kind are the same window`(from: String, to: String) throws {
        let result = try ask((10, 0), .string(from), .string(to))
        #expect(result.number("Wait_TravelTime", stop: 1) == 20, "\(result.messageText)")
        #expect(result.status(stop: 1) == .ok || result.status(stop: 1) == .timeWindowViolation)
    }

    @Test(arguments: [
        (AttributeValue.integer(1_030), AttributeValue.integer(1_100)),
        (.double(0.4375), .double(0.458_333_333)), (.double(45_413.4375), .double(45_413.458_333)),
    ])
    func `so are the numbers of spreadsheets`(from: AttributeValue, to: AttributeValue) throws {
        let result = try ask((10, 0), from, to)
        #expect(result.number("Wait_TravelTime", stop: 1) == 20, "\(result.messageText)")
    }

    @Test func `a date with slashes needs one that shows its order`() throws {
        let doubt = #expect(throws: RouteRequestError.self) {
            try ask((10, 0), .string("5/1/2024 10:30"), .string("5/1/2024 11:00"))
        }
        #expect(doubt?.text.contains("which is 2024-01-05 or 2024-05-01") == true)
        let shown = try ask((10, 0), .string("5/1/2024 10:30"), .string("5/1/2024 11:00")) {
            $0.setStops([
                ["Name": .string("4/28/2024")],
                [
                    "TimeWindowStart": .string("5/1/2024 10:30"),
                    "TimeWindowEnd": .string("5/1/2024 11:00"),
                ],
            ])
        }
        #expect(shown.number("Wait_TravelTime", stop: 1) == 20, "\(shown.messageText)")
    }

    @Test(
        arguments: [
            // A night shift: already open, opening tonight, past midnight, opening tomorrow.
            ((22, 0), "20:00", "23:00", 0, false), ((22, 0), "22:30", "02:00", 20, false),
            ((1, 0), "22:00", "02:00", 0, false), ((22, 0), "03:00", "05:00", 290, true),
            ((22, 0), "20:00", "21:00", 21 * 60 + 50, true), ((22, 0), "00:00", "24:00", 0, false),
            ((9, 0), "09:05", "09:30", 0, false),
        ] as [((Int, Int), String, String, Double, Bool)])
    func `a time of day belongs to the shift`(
        start: (Int, Int), from: String, to: String, wait: Double, isLater: Bool
    ) throws {
        let result = try ask(start, .string(from), .string(to))
        #expect(result.number("Wait_TravelTime", stop: 1) == wait, "\(result.messageText)")
        let later = "lies on 2024-05-02, the day after the start"
        #expect(result.messageText.contains(later) == isLater, "\(result.messageText)")
        let noDay: Int64 = -2_209_161_600_000
        func tick(_ text: String) -> AttributeValue {
            guard case .timeOfDay(let time)? = WrittenTime(text) else { return .null }
            return .date(noDay + time)
        }
        let dated = try ask(start, tick(from), tick(to))
        #expect(dated.number("Wait_TravelTime", stop: 1) == wait)
    }

    @Test func `fields that are not used make no stop invalid`() throws {
        let result = try ask((10, 0), .string("morning"), .string("noon")) {
            $0.useTimeWindows = false
        }
        #expect(result.status(stop: 1) == .ok, "\(result.messageText)")
        let used = #expect(throws: RouteRequestError.self) {
            try ask((10, 0), .string("morning"), .string("noon"))
        }
        #expect(used?.text.contains("TimeWindowStart is \"morning\"") == true)
        let fields = try answer(sketch, "ab") {
            $0.setStops([[:], ["BearingTol": .string("wide"), "NavLatency": .double(-1)]])
        }
        #expect(fields.status(stop: 1) == .ok, "\(fields.messageText)")
    }

    @Test func `windows that the request does not use are said once, with what would use them`()
        throws
    {
        let idle = try ask((10, 0), .string("10:30"), .string("11:00")) { $0.useTimeWindows = nil }
        #expect(
            idle.messages.filter { $0.text.contains("time windows") }.map(\.text) == [
                "The time windows of stop 2 were not used; useTimeWindows=true uses them."
            ])
        // It says so itself.
        let refused = try ask((10, 0), .string("10:30"), .string("11:00")) {
            $0.useTimeWindows = false
        }
        #expect(!refused.messages.contains { $0.text.contains("time windows") })
    }

    @Test func `values padded with blanks are the values`() throws {
        let result = try answer(sketch, "ab") {
            $0.setStops([
                ["Name": .string("Depot   ")],
                ["Name": .string("\u{A0}Shop \t"), "Attr_TravelTime": .string(" 1,5 ")],
            ])
        }
        #expect(result.stop(0, "Name") == .string("Depot"))
        #expect(result.stop(1, "Name") == .string("Shop"))
        #expect(result.stop(1, "Attr_TravelTime") == .double(1.5))
    }

    @Test func `a name of several lines is one line`() throws {
        let result = try answer(sketch, "ab") {
            $0.setStops([
                ["Name": .string("Depot\r\n North\tGate")], ["Name": .string("\nShop\n")],
            ])
            $0.returnDirections = true
        }
        #expect(result.stop(0, "Name") == .string("Depot North Gate"))
        #expect(result.route(0, "Name") == .string("Depot North Gate - Shop"))
        let texts = result.directions?.flatMap { $0.steps.map(\.text) } ?? []
        #expect(texts.first == "Start at Depot North Gate")
    }

    @Test func `several points of a row are a stop each`() throws {
        let places = sketch.places("ab")
        let result = try answer(sketch, places) {
            $0.stops?.features = .shapes(
                [.multipoint([places[0]]), .multipoint([places[1]])], .multipoint,
                attributes: [[:], [:]])
        }
        #expect(result.total("Total_TravelTime") == 10)
    }
}
