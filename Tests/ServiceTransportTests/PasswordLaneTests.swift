// Passwords are checked in a lane of their own.

import AccessControl
import Fixtures
@testable import ServiceTransport
import Testing

@Suite struct PasswordLaneTests {
    @Test func `a few passwords are checked at once, and others are refused`() async throws {
        var users = UserFile()
        users.set("ann", try PasswordHash(of: "correct horse", cost: .standard))
        // On a busy machine a check may take longer than any deadline.
        let lane = Lane(Lane.Bounds(running: 2, waiting: 64, waitingSeconds: 1e6))
        let directory = try UserDirectory(users, checking: lane, logger: .silent)
        let refused = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    do {
                        let stamp = try await directory.check("ann", password: "correct horse")
                        #expect(stamp != nil)
                        return false
                    } catch LogInRefusal.busy {
                        return true
                    }
                }
            }
            return try await group.reduce(into: 0) { count, isRefused in
                if isRefused { count += 1 }
            }
        }
        #expect((1...56).contains(refused), "\(refused) of 64")
        #expect(try await directory.check("ann", password: "correct horse") != nil)
    }
}
