// Tests the parts of a report: the axis, the totals, the timeline and the map.

import Foundation
import Geo
import Testing

@testable import Batches

@Suite struct DayReportTests {
    /// 2026-03-02T08:00 in minutes of local clocks.
    private static let eight = 1_772_438_400_000.0 / 60_000

    private func route(_ number: Int, hasClock: Bool = true, start: Double = Self.eight) -> DayRoute
    {
        var route = DayRoute(number: number, name: "Route \(number)")
        route.hasClock = hasClock
        route.visits = [
            DayVisit(
                sequence: 1, name: "Depot", arrival: start, wait: 0, service: 0, violation: 0,
                distance: 0),
            DayVisit(
                sequence: 2, name: "A & B", arrival: start + 10, wait: 5, service: 3,
                violation: 0, window: start + 15...start + 60, distance: 4),
            DayVisit(
                sequence: 3, name: "C", arrival: start + 40, wait: 0, service: 10, violation: 12,
                window: start...start + 28, distance: 9.5),
        ]
        return route
    }

    @Test func `a route has its travel, its waiting and its service`() {
        let route = route(1)
        #expect(route.drive == 32 && route.wait == 5 && route.service == 13)
        #expect(route.lateCount == 1 && route.distance == 9.5)
        #expect(route.span == Self.eight...Self.eight + 50)
        #expect(DayRoute(number: 2, name: "").span == nil)
    }

    @Test func `totals are those of all routes`() {
        var totals = DayTotals()
        totals.add(route(1))
        totals.add(route(2, start: Self.eight + 120))
        #expect(totals.routes == 2 && totals.visits == 6 && totals.late == 2)
        #expect(totals.drive == 64 && totals.service == 26 && totals.violation == 24)
        #expect(totals.distance == 19)
        #expect(totals.clocks == Self.eight...Self.eight + 170)
        let text = totals.text(lengthUnit: "km")
        #expect(
            text == "19 km, drive 1 h 4 min, service 26 min, wait 10 min, "
                + "2 late by 24 min in all")
    }

    @Test(arguments: [
        (0.0, 50.0, 10.0), (0, 7, 1), (3, 480, 60), (0, 1_440, 180), (100, 20_000, 2_880),
    ])
    func `an axis has ticks at round times, eight or few more`(
        first: Double, last: Double, step: Double
    ) {
        let axis = DayAxis(hours: first...last, isClock: false)
        #expect(axis.step == step)
        #expect(axis.range.lowerBound <= first && axis.range.upperBound >= last)
        #expect(
            axis.ticks.first == axis.range.lowerBound && axis.ticks.last == axis.range.upperBound)
        #expect((2...10).contains(axis.ticks.count))
        #expect(axis.place(axis.range.lowerBound - 5) == 0)
        #expect(axis.place(axis.range.upperBound + 5) == 100)
    }

    @Test func `clocks are shown with the days after the first`() {
        let axis = DayAxis(hours: Self.eight...Self.eight + 600, isClock: true)
        #expect(axis.text(Self.eight) == "08:00" && axis.text(Self.eight + 95) == "09:35")
        #expect(axis.text(Self.eight + 960) == "+1 00:00")
        #expect(axis.text(Self.eight - 481) == "-1 23:59")
        #expect(DayAxis(hours: 0...90, isClock: false).text(75) == "1:15")
    }

    @Test func `a row of the timeline has a bar for each part and a table`() {
        var totals = DayTotals()
        totals.add(route(1))
        let timeline = DayTimeline(axis: totals.axis, lengthUnit: "km")
        let html = timeline.row(of: route(1))
        #expect(html.components(separatedBy: "class=\"service\"").count == 3)
        #expect(html.components(separatedBy: "class=\"wait\"").count == 2)
        #expect(html.contains("class=\"late\"") && html.contains("class=\"window missed\""))
        #expect(html.contains("A &amp; B") && html.contains("08:00–08:50"))
        #expect(html.contains("1 late") && html.contains("9.5 km"))
        #expect(html.components(separatedBy: "<tr").count == 5)
        #expect(timeline.scale.contains("08:00"))
    }

    @Test func `a stop has the columns of its row`() {
        var route = route(1)
        route.visits[1].details = [DayDetail(name: "address", value: "1 <Rue> & Co")]
        var totals = DayTotals()
        totals.add(route)
        let html = DayTimeline(axis: totals.axis, lengthUnit: "")
            .row(of: route, messages: ["1 stop is far"])
        #expect(html.contains("</span> 1 &lt;Rue&gt; &amp; Co</span>"))
        #expect(html.contains("<li>1 stop is far</li>"))
        #expect(totals.day == "Monday, 2026-03-02")
        #expect(
            DayDate.text(of: Self.eight...Self.eight + 1_440)
                == "Monday, 2026-03-02 – Tuesday, 2026-03-03")
        #expect(DayDate.text(of: -5...(-1)) == "Wednesday, 1969-12-31")
    }

    @Test(arguments: [(2, 1), (11, 1), (12, 2), (21, 2), (22, 3), (60, 6)])
    func `a phone has nine places between the ends of a link, and links follow each other`(
        stops: Int, count: Int
    ) throws {
        var route = DayRoute(number: 1, name: "Ada")
        route.visits = (1...stops).map { number in
            var visit = DayVisit(
                sequence: number, name: "", arrival: 0, wait: 0, service: 0, violation: 0)
            visit.place = Coordinate(x: 7 + Double(number) / 1_000, y: 43.7)
            return visit
        }
        let links = PhoneMap.links(of: route)
        #expect(links.count == count)
        #expect(links.first?.stops.lowerBound == 1 && links.last?.stops.upperBound == stops)
        for (link, next) in zip(links, links.dropFirst()) {
            #expect(link.stops.upperBound == next.stops.lowerBound)
        }
        for link in links {
            let query = try #require(URLComponents(string: link.url)?.queryItems)
            let values = Dictionary(query.map { ($0.name, $0.value ?? "") }) { $1 }
            let between = values["waypoints"]?.split(separator: "|") ?? []
            #expect(between.count == link.stops.count - 2 && between.count <= 9)
            let first = JSONValue.number(7 + Double(link.stops.lowerBound) / 1_000).text
            #expect(values["api"] == "1" && values["origin"] == "43.7,\(first)")
        }
        route.visits = Array(route.visits.prefix(1))
        #expect(PhoneMap.links(of: route).isEmpty)
    }

    @Test func `the name of a file has the number and the words of the route`() {
        #expect(
            DaySheets.fileName(of: DayRoute(number: 7, name: "../Zoé & Co")) == "007-Zoé-Co.gpx")
        #expect(DaySheets.fileName(of: DayRoute(number: 1_234, name: "")) == "1234.gpx")
    }

    @Test func `routes without a start time begin where the axis begins`() {
        var totals = DayTotals()
        totals.add(route(1, hasClock: false, start: 0))
        #expect(!totals.axis.isClock && totals.axis.range == 0...50)
        totals.add(route(2))
        let timeline = DayTimeline(axis: totals.axis, lengthUnit: "")
        #expect(timeline.row(of: route(1, hasClock: false, start: 0)).contains("left:0%"))
    }
}
