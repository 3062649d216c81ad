// The maneuver types of the wire.

/// What a step of the directions asks for, as the route service names it.
package enum ManeuverType: String, CaseIterable, Hashable, Sendable {
    case unknown = "esriDMTUnknown"
    case stop = "esriDMTStop"
    case straight = "esriDMTStraight"
    case bearLeft = "esriDMTBearLeft"
    case bearRight = "esriDMTBearRight"
    case turnLeft = "esriDMTTurnLeft"
    case turnRight = "esriDMTTurnRight"
    case sharpLeft = "esriDMTSharpLeft"
    case sharpRight = "esriDMTSharpRight"
    case uTurn = "esriDMTUTurn"
    case ferry = "esriDMTFerry"
    case roundabout = "esriDMTRoundabout"
    case highwayMerge = "esriDMTHighwayMerge"
    case highwayExit = "esriDMTHighwayExit"
    case highwayChange = "esriDMTHighwayChange"
    case forkCenter = "esriDMTForkCenter"
    case forkLeft = "esriDMTForkLeft"
    case forkRight = "esriDMTForkRight"
    case depart = "esriDMTDepart"
    case tripItem = "esriDMTTripItem"
    case endOfFerry = "esriDMTEndOfFerry"
    case rampRight = "esriDMTRampRight"
    case rampLeft = "esriDMTRampLeft"
    case turnLeftRight = "esriDMTTurnLeftRight"
    case turnRightLeft = "esriDMTTurnRightLeft"
    case turnRightRight = "esriDMTTurnRightRight"
    case turnLeftLeft = "esriDMTTurnLeftLeft"
    case pedestrianRamp = "esriDMTPedestrianRamp"
    case elevator = "esriDMTElevator"
    case escalator = "esriDMTEscalator"
    case stairs = "esriDMTStairs"
    case doorPassage = "esriDMTDoorPassage"

    /// The number that stands for the type where the wire carries numbers.
    package var code: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
