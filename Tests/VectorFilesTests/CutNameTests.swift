// Tests restoring names that shapefiles have cut.

import Testing

@testable import VectorFiles

@Suite struct CutNameTests {
    private static let known = [
        "Name", "TimeWindowStart", "TimeWindowEnd", "TimeWindowStart2", "TimeWindowEnd2",
        "CurbApproach", "BearingTol", "TimeWindowStart3", "TimeWindowEnd3",
        "Attr_TravelTime", "Attr_TruckTravelTime",
    ]

    @Test(arguments: [
        (["Name", "CurbApproa"], ["Name", "CurbApproach"]),
        (["TimeWindow", "x", "TimeWind_1"], ["TimeWindowStart", "x", "TimeWindowEnd"]),
        (["TIMEWINDOW", "TIMEWIND_1"], ["TimeWindowStart", "TimeWindowEnd"]),
        (["Attr_Trave", "Attr_Truck"], ["Attr_TravelTime", "Attr_TruckTravelTime"]),
        // A single name could be either of two.
        (["TimeWindow"], ["TimeWindow"]),
        // Beside the start, it must be the end.
        (["TimeWindowStart", "TimeWindow"], ["TimeWindowStart", "TimeWindowEnd"]),
        (
            ["TimeWindow", "TimeWind_1", "TimeWind_2", "TimeWind_3"],
            ["TimeWindowStart", "TimeWindowEnd", "TimeWindowStart2", "TimeWindowEnd2"]
        ),
        // The third could be the beginning of the second window, or its end.
        (
            ["TimeWindow", "TimeWind_1", "TimeWind_2"], ["TimeWindow", "TimeWind_1", "TimeWind_2"]
        ),
        (["BearingTol", "CurbApp", "Curb_1"], ["BearingTol", "CurbApp", "Curb_1"]),
        (["CurbApproach", "CurbApproa"], ["CurbApproach", "CurbApproa"]),
    ])
    func `cut names are restored where it is clear what they were`(
        names: [String], expected: [String]
    ) {
        #expect(CutNames.restored(names, among: Self.known) == expected)
    }
}
