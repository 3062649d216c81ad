// The columns of directions as tables, and their classes.

import Geo

extension AnalysisClass {
    static let directionPoints = AnalysisClass(
        "DirectionPoints", "directionPoints", .point,
        [
            .rowNumber, .routeID, .facilityID, .incidentID, .sequenceInDirections, .pointType,
            .stopID,
            .displayText, .arrivalTime, .arrivalUTCOffset, .nameOfStreet, .exitName,
            .alternateName, .intersectingName, .branchName, .towardName, .level,
            .shortVoiceInstruction, .voiceInstruction, .azimuth,
        ])
    static let directionLines = AnalysisClass(
        "DirectionLines", "directionLines", .polyline,
        [
            .rowNumber, .directionPointID, .routeID, .facilityID, .incidentID, .lineType,
            .meters, .minutes, .fromLevel, .toLevel,
        ])

    /// The steps in GeoJSON.
    static let stepsOnMap = AnalysisClass(
        "Steps", "directions", .polyline,
        [
            .routeID, .facilityID, .incidentID, .routeOfStep, .sequenceInDirections, .textOfStep,
            .lengthOfStep, .minutes, .maneuverType, .timeOfStep,
        ])
    static let stepsInFiles = AnalysisClass(
        "Directions", "directions", .polyline,
        [
            .routeOfStep, .numberOfStep, .textOfStep, .lengthOfStep, .minutes, .maneuver,
            .timeOfStep,
        ])
}

extension Column {
    /// What directions to a closest facility say about their route, besides its number.
    static let pair = [facilityID, incidentID]

    static let sequenceInDirections = Column(
        "Sequence", .integer, "Its place in the directions, from 1.")
    static let pointType = Column(
        "DirectionPointType", .integer, "The kind of maneuver, as a code.")
    static let stopID = Column("StopID", .integer, "ObjectID of the stop that is visited.")
    static let displayText = Column("DisplayText", .string, "The sentence.")
    static let arrivalTime = Column("ArrivalTime", .date, "The instant of arrival.")
    static let arrivalUTCOffset = Column(
        "ArrivalUTCOffset", .double, "Minutes that local clocks are ahead of UTC.")
    static let nameOfStreet = Column("Name", .string, "The street.")
    static let exitName = Column("ExitName", .string, "The exit.")
    static let alternateName = Column("AlternateName", .string, "Another name of the street.")
    static let intersectingName = Column("IntersectingName", .string, "The street that is crossed.")
    static let branchName = Column("BranchName", .string, "The branch on the sign.")
    static let towardName = Column("TowardName", .string, "The destination on the sign.")
    static let level = Column("Level", .integer, "The floor; always null.")
    static let shortVoiceInstruction = Column(
        "ShortVoiceInstruction", .string, "The instruction at the point itself.")
    static let voiceInstruction = Column(
        "VoiceInstruction", .string, "The instruction ahead of it.")
    static let azimuth = Column("Azimuth", .double, "Direction onward, in degrees from north.")

    static let directionPointID = Column(
        "DirectionPointID", .integer, "The direction point it begins at.")
    static let lineType = Column("DirectionLineType", .integer, "The kind of line, as a code.")
    static let minutes = Column("Minutes", .double, "Its time in minutes.")
    static let fromLevel = Column("FromLevel", .integer, "The floor it begins on; always null.")
    static let toLevel = Column("ToLevel", .integer, "The floor it ends on; always null.")

    static let routeOfStep = Column("RouteName", .string, length: nil, "The route's name.")
    static let numberOfStep = Column("Step", .integer, "Its place in the directions, from 1.")
    static let textOfStep = Column("Text", .string, length: nil, "The sentence.")
    static let lengthOfStep = Column("Length", .double, "Its length in the directions' unit.")
    static let maneuverType = Column("ManeuverType", .string, length: nil, "The kind of maneuver.")
    static let maneuver = Column("Maneuver", .string, length: nil, "The kind of maneuver.")
    static let timeOfStep = Column(
        "ArriveTimeUTC", .date, "The instant of arrival; null without a start time.")
}
