import SharedFixtures
import Testing

@testable import WaymarkCore

private protocol Measured: Sendable { var mark: Mark { get } }
private protocol Marked: AnyObject, Measured {}

/// An object that each kept destination is or contains.
private final class Mark: Marked {
  var mark: Mark { self }
}

/// A destination that isn't an object.
private struct Record: Measured {
  let mark = Mark()
}

/// A destination of more than five words.
private struct Page: Measured {
  let mark = Mark()
  var numbers = (1, 2, 3, 4, 5)
}

private struct Visit: RouteScope {}
private struct Step: RouteScope { typealias Outer = Visit }

/// The registry that keeps the destination, and the registry that a request uses.
private enum Place: CaseIterable {
  case root, extended, overridden, rootOfScope, scope, outerScope

  var isScope: Bool { self == .scope || self == .outerScope }
}

@Suite("Forms of kept destinations")
struct RequestFormsTests: RouteVocabulary {
  private func registry(_ place: Place, @RoutesBuilder _ routes: () -> Routes) throws -> Registry {
    let root = try Registry(routes)
    switch place {
    case .root: return root
    case .extended: return try root.extending {}
    case .overridden: return try root.overriding {}
    case .rootOfScope, .scope: return try root.opening(Visit())
    case .outerScope: return try root.opening(Visit()).opening(Step())
    }
  }

  /// Requests a destination in all ways, and returns whether the object in it still exists afterward.
  private func keepsAndReleases<Value: Measured, Requested: Sendable>(
    _ place: Place, _ make: @escaping @Sendable () -> Value,
    as convert: @escaping @Sendable (Value) -> Requested,
    mark: (Requested) -> Mark
  ) throws {
    let token = RoutableService<Requested>(declaredProtocol: Requested.self)
    weak var released: Mark?
    do {
      let registry = try registry(place) {
        Route({ make() }) {
          RoutableService<Requested>.as(convert)
          if place.isScope { Scoped(to: Visit.self) } else { Singleton() }
        }
      }
      let first = mark(try registry(token))
      released = first
      let router = try #require(registry.router(to: token))
      var found = [try registry(token), try registry.makeDestination(to: token) { _ in }]
      found.append(try router.makeDestination())
      try Registry.withCurrent(registry) {
        found.append(try Router.makeDestination(to: token))
        let routed = Routed<RoutableService<Requested>, Requested>(token)
        found += [routed.wrappedValue, routed.wrappedValue]
      }
      #expect(found.allSatisfy { mark($0) === first })
    }
    #expect(released == nil)
  }

  @Test(arguments: Place.allCases)
  private func `all requests find the destination, and none keeps it`(_ place: Place) throws {
    try keepsAndReleases(place, Mark.init, as: { $0 }, mark: { $0 })
    try keepsAndReleases(place, Mark.init, as: { $0 as any Marked }, mark: { $0.mark })
    try keepsAndReleases(place, Mark.init, as: { $0 as any Measured }, mark: { $0.mark })
    try keepsAndReleases(place, Record.init, as: { $0 }, mark: { $0.mark })
    try keepsAndReleases(place, Record.init, as: { $0 as any Measured }, mark: { $0.mark })
    try keepsAndReleases(place, Page.init, as: { $0 }, mark: { $0.mark })
    try keepsAndReleases(place, Page.init, as: { $0 as any Measured }, mark: { $0.mark })
  }
}
