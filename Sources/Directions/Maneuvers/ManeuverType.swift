// The maneuver types on the wire.

import RoadNetwork

/// The type of a maneuver, by its name in ArcGIS route services.
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

    /// Returns the type of two turns in immediate succession.
    static func double(_ first: TurnSide, _ second: TurnSide) -> ManeuverType {
        switch (first, second) {
        case (.left, .left): .turnLeftLeft
        case (.left, .right): .turnLeftRight
        case (.right, .left): .turnRightLeft
        case (.right, .right): .turnRightRight
        }
    }

    /// The type's number, for numeric formats.
    package var code: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension ManeuverType {
    /// Returns the direction point number of this type (`DirectionPointType`).
    ///
    /// - Parameter drivingSide: Decides which way a roundabout turns and on which side a U-turn is.
    func pointType(drivingSide: DrivingSide) -> Int {
        let keepsRight = drivingSide == .right
        return switch self {
        case .stop: 50
        case .depart: 51
        case .straight, .highwayMerge, .highwayChange: 52
        case .ferry: 100
        case .endOfFerry: 101
        case .forkCenter: 102
        case .roundabout: keepsRight ? 302 : 202
        case .uTurn: keepsRight ? 203 : 303
        case .doorPassage: 150
        case .stairs: 151
        case .elevator: 152
        case .escalator: 153
        case .pedestrianRamp: 154
        case .forkLeft: 200
        case .rampLeft: 201
        case .bearLeft: 204
        case .turnLeft: 205
        case .sharpLeft: 206
        case .turnLeftLeft: 207
        case .turnLeftRight: 208
        case .forkRight: 300
        case .rampRight, .highwayExit: 301
        case .bearRight: 304
        case .turnRight: 305
        case .sharpRight: 306
        case .turnRightLeft: 307
        case .turnRightRight: 308
        case .tripItem: 1_000
        case .unknown: 0
        }
    }
}
