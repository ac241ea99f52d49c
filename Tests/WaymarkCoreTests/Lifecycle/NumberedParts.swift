import SharedFixtures

@testable import WaymarkCore

/// The number of a part's type.
enum Zero {}
enum Next<Number> {}

/// A service with a number in its type, so that a generated program can declare and request it.
final class NumberedPart<Number, Content: Sendable>: Sendable {
  let content: Content
  init(_ content: Content) { self.content = content }
}

/// Tokens and requests of numbered parts.
enum NumberedParts<Content: Sendable> {
  static func token<N>(_: N.Type) -> RoutableService<NumberedPart<N, Content>> {
    RoutableService(declaredProtocol: NumberedPart<N, Content>.self)
  }

  static func type(_ number: Int) -> Any.Type {
    func find<N>(_: N.Type, _ count: Int) -> Any.Type {
      count == 0 ? NumberedPart<N, Content>.self : find(Next<N>.self, count - 1)
    }
    return find(Zero.self, number)
  }

  static func request(_ number: Int, in registry: Registry) throws(RouteError) -> Content {
    func find<N>(_: N.Type, _ count: Int) throws(RouteError) -> Content {
      count == 0 ? try registry(token(N.self)).content : try find(Next<N>.self, count - 1)
    }
    return try find(Zero.self, number)
  }

  static func started(_ number: Int, in registry: Registry) async throws -> Content {
    func find<N>(_: N.Type, _ count: Int) async throws -> Content {
      count == 0
        ? try await registry.started(token(N.self)).content : try await find(Next<N>.self, count - 1)
    }
    return try await find(Zero.self, number)
  }

  static func requirement(_ number: Int) -> Requires {
    func find<N>(_: N.Type, _ count: Int) -> Requires {
      count == 0 ? Requires(token(N.self)) : find(Next<N>.self, count - 1)
    }
    return find(Zero.self, number)
  }
}

// MARK: - Routes

extension NumberedParts {
  typealias Work<N> = InstanceWork<NumberedPart<N, Content>>

  /// The route of a part that the root or a scope keeps.
  @RoutesBuilder static func synchronous<N>(
    _: N.Type, _ way: CreationWay = .plain, in scope: any RouteScope.Type, needing needs: [Int],
    startLimit: Duration? = nil, starting: Work<N>? = nil, stopping: Work<N>? = nil,
    make: @escaping @Sendable (Resolver) throws -> Content
  ) -> Routes {
    Route(NumberedPart<N, Content>.self) {
      return entries(
        token(N.self), way, scope, nil, needs.map(requirement), startLimit, starting, .seconds(3_600),
        stopping)
    } make: { resolver in
      NumberedPart<N, Content>(try make(resolver))
    }
  }

  /// The same with an asynchronous factory.
  @RoutesBuilder static func asynchronous<N>(
    _: N.Type, _ way: CreationWay = .plain, in scope: any RouteScope.Type, needing needs: [Int],
    startLimit: Duration? = nil, starting: Work<N>? = nil, stopping: Work<N>? = nil,
    make: @escaping @concurrent @Sendable (Resolver) async throws -> Content
  ) -> Routes {
    Route(NumberedPart<N, Content>.self) {
      return entries(
        token(N.self), way, scope, nil, needs.map(requirement), startLimit, starting, .seconds(3_600),
        stopping)
    } make: { resolver in
      NumberedPart<N, Content>(try await make(resolver))
    }
  }
}
