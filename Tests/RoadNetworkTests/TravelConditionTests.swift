// Tests conditions on the vehicle, and on vehicle and time together.

import RoadNetwork
import Testing

struct TravelConditionTests {
    private let truck = VehicleFacts(
        measures: [.weight: 20_000, .height: 390, .length: 1_200, .axles: 5],
        kinds: VehicleKinds(["hgv", "motor_vehicle", "vehicle"]))
    private let van = VehicleFacts(
        measures: [.weight: 3_500], kinds: VehicleKinds(["motorcar", "motor_vehicle", "vehicle"]))

    @Test(arguments: [
        ("weight>7.5", true, false), ("weight > 7.5", true, false), ("weight>=20", true, false),
        ("weight>20", false, false), ("weight<=7.5", false, true), ("weight>7500 kg", true, false),
        ("weight>7500kg", true, false), ("weightrating>3.5 t", true, false),
        ("height>3.8", true, false), ("height>3.8 m", true, false), ("height>12ft", true, false),
        ("length>12", false, false), ("length>=12 m", true, false), ("hgv", true, false),
        ("HGV", true, false), ("motorcar", false, true), ("motor_vehicle", true, true),
        ("hgv AND weight>7.5", true, false), ("weight>7.5 AND height<3", false, false),
        ("maxweight>7.5", true, false), ("maxheight>4", false, false),
        ("axles>=3", true, false), ("axles>5", false, false), ("axles=5", true, false),
        ("weight>7,5", true, false), ("weight>3,500 t", true, false),
        ("weight>7.5 tonnes", true, false), ("weight≥20", true, false),
        ("weight>26,001 lbs", true, false), ("weight>50,000 lb", false, false),
        ("weight>7,500 kg", true, false), ("gcweight>7.5", true, false),
        ("height>12'", true, false), ("height>150 in", true, false),
        ("(weight>7.5)", true, false), ("weight>7.5 AND PH off", true, false),
        // An unknown measure decides nothing.
        ("width>2", false, false), ("width<=2", false, false), ("axleload<10", false, false),
    ])
    func `a condition on the vehicle`(text: String, truck: Bool, van: Bool) throws {
        let condition = try #require(TravelCondition(text), "\(text)")
        #expect(condition.holds(for: self.truck, at: nil) == truck, "\(text)")
        #expect(condition.holds(for: self.van, at: nil) == van, "\(text)")
        #expect(!condition.holds(for: .unknown, at: nil))
    }

    @Test func `a condition on vehicle and time needs both`() throws {
        let condition = try #require(TravelCondition("weight>7.5 AND 22:00-06:00"))
        let (night, day) = (LocalMinute(23 * 60), LocalMinute(12 * 60))
        #expect(condition.holds(for: truck, at: night))
        #expect(!condition.holds(for: truck, at: day))
        #expect(!condition.holds(for: truck, at: nil))
        #expect(!condition.holds(for: van, at: night))
    }

    @Test(arguments: [
        "wet", "sunset", "weight>", "weight>heavy", "weight>7.5 stone", "axles>=3 t",
        "height>3.8 kg", "weight=>3", "snow AND hgv", "hgv OR bus", "",
    ])
    func `what is not understood is no condition`(text: String) {
        #expect(TravelCondition(text) == nil, "\(text)")
    }

    @Test(arguments: [
        // At night, by day, without a time; 3 and 4 January 1970 are a Saturday and a Sunday.
        ("NOT (06:00-22:00)", [true, false, true]),
        ("22:00-06:00 AND NOT (Sa)", [false, false, false]),
        ("22:00-06:00 AND NOT (Su)", [true, false, false]),
        ("NOT (weight>7.5 AND Sa)", [false, false, true]),
        ("NOT (weight>7.5)", [false, false, false]), ("NOT (weight>30)", [true, true, true]),
        ("hgv AND NOT (Su) AND NOT (06:00-22:00)", [true, false, true]),
    ])
    func `an exception holds while its condition is not known to hold`(
        text: String, expected: [Bool]
    ) throws {
        let condition = try #require(TravelCondition(text), "\(text)")
        let saturday = 2 * 24 * 60
        let (night, day) = (LocalMinute(saturday + 23 * 60), LocalMinute(saturday + 12 * 60))
        let times: [LocalMinute?] = [night, day, nil]
        #expect(times.map { condition.holds(for: truck, at: $0) } == expected, "\(text)")
        let timed = Set(expected.prefix(2)).count > 1 || text.contains("Sa") || text.contains("Su")
        #expect(condition.dependsOnTime(for: truck) == timed, "\(text)")
    }

    @Test func `outside its hours a gate is closed, and a time is needed to say so`() throws {
        let text = TravelCondition.outside("06:00-22:00; Su off")
        let condition = try #require(TravelCondition(text))
        #expect(TravelCondition.hours(text) == "06:00-22:00; Su off")
        #expect(condition.holds(for: truck, at: LocalMinute(23 * 60)))
        #expect(!condition.holds(for: truck, at: LocalMinute(12 * 60)))
        #expect(!condition.holds(for: truck, at: nil))
        #expect(TravelCondition.hours("NOT (06:00-22:00)") == nil)
        #expect(TravelCondition.hours("24/7 AND Su") == nil)
    }

    @Test(arguments: ["NOT (wet)", "NOT (", "NOT ()", "NOT (NOT (Su))", "NOT Su", "NOT (Su"])
    func `an exception that is not understood is no condition`(text: String) {
        #expect(TravelCondition(text) == nil, "\(text)")
    }

    @Test func `every condition on time alone is as before`() throws {
        for text in ["Mo-Fr 07:30-09:00", "22:00-06:00", "Apr-Oct", "24/7"] {
            let travel = try #require(TravelCondition(text))
            let time = try #require(TimeCondition(text))
            for minute in stride(from: 0, to: 20_160, by: 97) {
                let local = LocalMinute(minute)
                #expect(travel.holds(for: .unknown, at: local) == time.holds(at: local))
                #expect(travel.holds(for: truck, at: local) == time.holds(at: local))
            }
        }
    }
}
