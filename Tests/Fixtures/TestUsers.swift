// Users whose passwords are cheap to check.

package import AccessControl
import RouteAPI

/// Two users: ann, whose password is "correct horse", and ben, whose password is "battery staple".
package enum TestUsers {
    /// The least that scrypt may cost.
    package static let cost = PasswordHash.Cost(logRounds: 4, blockSize: 1, parallelism: 1)

    /// Both users, as a file has them.
    package static func file() throws -> UserFile {
        var users = UserFile()
        users.set("ann", try PasswordHash(of: "correct horse", cost: cost))
        users.set("ben", try PasswordHash(of: "battery staple", cost: cost))
        return users
    }

    /// A service that gives both users tokens and logs nothing.
    package static func tokens() throws -> TokenService {
        TokenService(users: try UserDirectory(file(), logger: .silent), logger: .silent)
    }

    /// A service of the users in one file, which signs with the key in another and keeps what was
    /// ended beside it, as a server does.
    package static func tokens(usersPath: String, keyPath: String) throws -> TokenService {
        TokenService(
            users: try UserDirectory(path: usersPath, logger: .silent),
            key: try TokenKey.read(keyPath),
            ended: try EndedTokens(path: "\(keyPath).ended", logger: .silent), logger: .silent)
    }

    /// A request from one address.
    package static func source(_ address: String = "192.0.2.7") -> RequestSource {
        RequestSource(address: address, origin: "https://maps.example")
    }
}
