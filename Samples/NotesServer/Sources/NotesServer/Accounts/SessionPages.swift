import HTTPTypes
import Hummingbird

/// The first page, which leads to the notes.
struct HomePage: Page {
  let address: HomeAddress
  let links: Links

  func get() async throws -> Response { .redirect(to: try links(NotesAddress())) }
}

/// The end of a session.
struct LogOutPage: Page {
  static let methods: [HTTPRequest.Method] = [.post]
  let address: LogOutAddress
  let storage: any NotesStorage
  let session: Session
  let signIn: SignIn
  let links: Links

  func post() async throws -> Response {
    _ = try await storage.perform(CloseSession(key: session.secret.key))
    return signIn.redirect(to: try links(LogInAddress()), with: nil)
  }
}

/// Sessions for programs: `POST` opens one and returns its token, `DELETE` ends it.
struct SessionResource: Page {
  struct Address: PageAddress {}
  struct LogIn: Decodable { let name, password: String }

  static let access = Access.everybody
  static let methods: [HTTPRequest.Method] = [.post, .delete]
  let address: Address
  let storage: any NotesStorage
  let session: Session
  let signIn: SignIn
  let request: PageRequest

  func post() async throws -> Response {
    let logIn = try await request.json(as: LogIn.self)
    let user = try await signIn.check(name: logIn.name, password: logIn.password)
    return try .json(["token": try await signIn.open(for: user).token], .created)
  }

  func delete() async throws -> Response {
    _ = try Member(session: session)
    _ = try await storage.perform(CloseSession(key: session.secret.key))
    return Response(status: .noContent)
  }
}
