// The columns of directions as tables, and their classes.

import Geo

extension AnalysisClass {
    package static let directionPoints = AnalysisClass(
        "DirectionPoints", "directionPoints", .point,
        [
            .rowNumber, .routeID, .facilityID, .incidentID, .sequenceOfPoint, .pointType, .stopID,
            .displayText, .arrivalTime, .arrivalUTCOffset, .nameOfStreet, .exitName,
            .alternateName, .intersectingName, .branchName, .towardName, .level,
            .shortVoiceInstruction, .voiceInstruction, .azimuth,
        ])
    package static let directionLines = AnalysisClass(
        "DirectionLines", "directionLines", .polyline,
        [
            .rowNumber, .directionPointID, .routeID, .facilityID, .incidentID, .lineType,
            .metersOfLine, .minutesOfLine, .fromLevel, .toLevel,
        ])

    /// The steps in GeoJSON.
    static let stepsOnMap = AnalysisClass(
        "Steps", "directions", .polyline,
        [
            .routeID, .facilityID, .incidentID, .routeOfStep, .sequenceOfStep, .textOfStep,
            .lengthOfStep, .minutesOfStep, .maneuverType, .timeOfStep,
        ])
    /// The steps in files.
    static let stepsInFiles = AnalysisClass(
        "Directions", "directions", .polyline,
        [
            .routeOfStep, .numberOfStep, .textOfStep, .lengthOfStep, .minutesOfStep, .maneuver,
            .timeOfStep,
        ])
}

extension Column {
    /// What directions to closest facilities say about their route besides its number.
    static let pair = [facilityID, incidentID]

    package static let sequenceOfPoint = Column(
        "Sequence", .integer, "Its place in the directions, from 1.")
    package static let pointType = Column(
        "DirectionPointType", .integer, "The kind of maneuver, as a code.")
    package static let stopID = Column(
        "StopID", .integer, "ObjectID of the stop that is visited.")
    package static let displayText = Column(
        "DisplayText", .string, length: 1_024, "The sentence.")
    package static let arrivalTime = Column("ArrivalTime", .date, "The instant of arrival.")
    package static let arrivalUTCOffset = Column(
        "ArrivalUTCOffset", .double, "Minutes that local clocks are ahead of UTC.")
    package static let nameOfStreet = Column("Name", .string, length: 1_024, "The street.")
    package static let exitName = Column("ExitName", .string, length: 1_024, "The exit.")
    package static let alternateName = Column(
        "AlternateName", .string, length: 1_024, "Another name of the street.")
    package static let intersectingName = Column(
        "IntersectingName", .string, length: 1_024, "The street that is crossed.")
    package static let branchName = Column(
        "BranchName", .string, length: 1_024, "The branch on the sign.")
    package static let towardName = Column(
        "TowardName", .string, length: 1_024, "The destination on the sign.")
    package static let level = Column("Level", .integer, "The floor; always null.")
    package static let shortVoiceInstruction = Column(
        "ShortVoiceInstruction", .string, length: 1_024, "The instruction at the point itself.")
    package static let voiceInstruction = Column(
        "VoiceInstruction", .string, length: 1_024, "The instruction ahead of it.")
    package static let azimuth = Column(
        "Azimuth", .double, "Direction onward, in degrees from north.")

    package static let directionPointID = Column(
        "DirectionPointID", .integer, "The direction point it begins at.")
    package static let lineType = Column(
        "DirectionLineType", .integer, "The kind of line, as a code.")
    package static let metersOfLine = Column("Meters", .double, "Its length in meters.")
    package static let minutesOfLine = Column("Minutes", .double, "Its time in minutes.")
    package static let fromLevel = Column(
        "FromLevel", .integer, "The floor it begins on; always null.")
    package static let toLevel = Column(
        "ToLevel", .integer, "The floor it ends on; always null.")

    static let routeOfStep = Column("RouteName", .string, "The route's name.")
    static let sequenceOfStep = Column(
        "Sequence", .integer, "Its place in the directions, from 1.")
    static let numberOfStep = Column("Step", .integer, "Its place in the directions, from 1.")
    static let textOfStep = Column("Text", .string, "The sentence.")
    static let lengthOfStep = Column("Length", .double, "Its length in the directions' unit.")
    static let minutesOfStep = Column("Minutes", .double, "Its time in minutes.")
    static let maneuverType = Column("ManeuverType", .string, "The kind of maneuver.")
    static let maneuver = Column("Maneuver", .string, "The kind of maneuver.")
    static let timeOfStep = Column(
        "ArriveTimeUTC", .date, "The instant of arrival; null without a start time.")
}
