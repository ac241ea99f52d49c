import Foundation
import SharedFixtures
import Testing

@testable import WaymarkCore

extension RoutableService<String> {
  fileprivate static var secretKey: Self { declared() }
  fileprivate static var region: Self { declared() }
}
extension RoutableService<[URL]> { fileprivate static var mirrors: Self { declared() } }
extension RoutableService<Client> { fileprivate static var client: Self { declared() } }

private struct Client: Sendable {
  let text: String
  static func required(key: String) -> Client { Client(text: key) }
  static func optional(footnote: String?) -> Client { Client(text: footnote ?? "nil") }
  static func mirrored(mirrors: [URL]) -> Client { Client(text: "\(mirrors.count)") }
  static func many(
    _ a: String?, _ b: String?, _ c: String?, _ d: String?, _ e: String?, mirrors: [URL]?
  ) -> Client {
    Client(text: "\([a, b, c, d, e].compactMap { $0 }.count + (mirrors ?? []).count)")
  }
  static func titled(_ note: Title) -> Client { Client(text: note.text) }
}

/// A type of the program, which a name also fills.
private struct Title: Sendable { let text: String }
extension RoutableService<Title> { fileprivate static var heading: Self { declared() } }

private struct SecretModule: RouteModule {
  var hasRegion = false
  var routes: Routes {
    Route({ "secret" }) { RoutableService(.secretKey) }
    if hasRegion { Route({ "north" }) { RoutableService(.region) } }
    Route({ [URL(filePath: "/a"), URL(filePath: "/b")] }) { RoutableService(.mirrors) }
    Route({ Title(text: "heading") }) { RoutableService(.heading) }
  }
}

@Suite("Parameters of the standard library's types")
struct StandardTypeTests: RouteVocabulary {
  @Test(
    arguments: [
      (String.self, true), (Int?.self, true), ([String: [URL]].self, true), (Date.self, true),
      (Bool.self, true),
      ((any TimeSource).self, false), ([any TimeSource].self, false), (Title.self, false),
      ([Title].self, false),
      (ContinuousClock.self, false), (MemoryStore.self, false), ((@Sendable (Int) -> String).self, false),
    ] as [(Any.Type, Bool)])
  func `values of these types rarely mean the same`(type: Any.Type, isStandard: Bool) {
    #expect(StandardType.contains(type) == isStandard)
  }

  @Test func `a required parameter needs the name of the one that is meant, and all names are listed`() {
    let text = problems {
      Route({ "secret" }) { RoutableService(.secretKey) }
      Route({ "north" }) { RoutableService(.region) }
      Route(Client.required) { Service(.client) }
    }
    #expect(
      text == """
        error: 1 problem in 3 routes
        line + 3: error: parameter 1 of Route(Client) needs String, and nothing without a name provides it [missing-requirement]
            line + 1: Service(.secretKey) is provided here
            line + 2: Service(.region) is provided here
            To fix: name the one that is meant, with Takes(.secretKey) or Takes(.region)
        """, "\(text)")
  }

  @Test func `a parameter that nothing provides can be captured, or left to its default value`() {
    let text = problems { Route(Client.required) { Service(.client) } }
    #expect(
      text == """
        error: 1 problem in 1 route
        line + 0: error: parameter 1 of Route(Client) needs String, and nothing provides it [missing-requirement]
            To fix: parameters are resolved by type, and a String rarely identifies one dependency: capture it in a closure with the dependencies as parameters, such as Route({ [key] (clock: any Clock) in Client(key: key, clock: clock) })
                or: leave it out in such a closure, to use the default value of the parameter
                or: give it a name, and write the name in Takes
                or: take it from a configuration
        """, "\(text)")
  }

  /// The text of the client that a route makes, beside the secrets.
  private func text(_ hasRegion: Bool, @RoutesBuilder _ route: () -> Routes) throws -> String {
    let route = route()
    let registry = try Registry {
      SecretModule(hasRegion: hasRegion)
      route
    }
    return try registry(.client).text
  }

  @Test(arguments: [false, true])
  func `an optional parameter stays nil, and a collection is empty`(hasRegion: Bool) throws {
    #expect(try text(hasRegion) { Route(Client.optional) { Service(.client) } } == "nil")
    #expect(try text(hasRegion) { kept(Client.optional, .client) } == "nil")
    #expect(try text(hasRegion) { Route(Client.many) { Service(.client) } } == "0")
  }

  @Test func `Takes supplies a named one`() throws {
    let required = try text(true) { service(Client.required, Service(.client), Takes(.region)) }
    let optional = try text(true) { service(Client.optional, Service(.client), Takes(.secretKey)) }
    let mirrored = try text(true) { service(Client.mirrored, Service(.client), Takes(.mirrors)) }
    let many = try text(true) {
      Route(Client.many) {
        Service(.client)
        Takes(.secretKey, .mirrors)
      }
    }
    #expect([required, optional, mirrored, many] == ["north", "secret", "2", "3"])
  }

  @Test func `a provider without a name, and the name of another type, still fill a parameter`() throws {
    let registry = try Registry {
      Route({ "plain" }) { Service<String>(declaredProtocol: String.self) }
      Route(Client.required) { Service(.client) }
    }
    #expect(try registry(.client).text == "plain")
    #expect(try text(false) { Route(Client.titled) { Service(.client) } } == "heading")
    // A request by type still finds the only name.
    #expect(try Registry { SecretModule() }(Service<String>(declaredProtocol: String.self)) == "secret")
  }
}
