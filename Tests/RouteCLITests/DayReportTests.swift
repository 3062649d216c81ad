// The parts of a report: the axis, the totals, the timeline and the map.

import Foundation
import Geo
import Testing

@testable import RouteCLI

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

    @Test func `routes without a start time begin where the axis begins`() {
        var totals = DayTotals()
        totals.add(route(1, hasClock: false, start: 0))
        #expect(!totals.axis.isClock && totals.axis.range == 0...50)
        totals.add(route(2))
        let timeline = DayTimeline(axis: totals.axis, lengthUnit: "")
        #expect(timeline.row(of: route(1, hasClock: false, start: 0)).contains("left:0%"))
    }
}
