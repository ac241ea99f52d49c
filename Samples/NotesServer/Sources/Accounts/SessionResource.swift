import HTTPTypes
import PageKit
import ServerInterfaces

/// Sessions for programs: `POST` opens one and returns its token, `DELETE` ends it.
package struct SessionResource: Endpoint {
  private struct LogIn: Decodable {
    let name: String
    let password: String
  }

  let accounts: any AccountStorage
  let signIn: SignIn
  let request: Request

  package func respond() async throws -> Reply {
    switch request.message.method {
    case .post:
      let logIn = try request.message.json(as: LogIn.self)
      let secret = try await signIn.open(name: logIn.name, password: logIn.password)
      return try .json(.created, ["token": secret.token])
    case .delete:
      guard let secret = request.message.sessionSecret else { throw NotLoggedIn() }
      try await accounts.closeSession(key: secret.key)
      return Reply(.noContent)
    default: throw PageProblem.method(allowed: .post, .delete)
    }
  }
}
