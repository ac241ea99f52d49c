import WaymarkRuntime

/// A declaration of the view for unknown identifiers, as a pattern `/**` is for URLs.
///
///     FallbackRoute(NotFound.self)
///     FallbackRoute(NotFound.self) { routes in NotFound(name: routes.unknownIdentifier ?? "") }
///
/// These functions use it: ``Registry/makeDestination(identifier:userInfo:)``,
/// ``Registry/perform(identifier:path:userInfo:configuring:)``, and ``AnyRouter/init(identifier:in:)``.
/// ``Registry/router(identifier:)`` still returns nil, so that a program can test for an identifier. A registry has at
/// most one fallback.
public struct FallbackRoute: RoutesElement, Sendable {
  let declaration: RouteDeclaration

  /// Declares a view with an initializer without parameters.
  ///
  /// - Parameters:
  ///   - destination: The type of the view.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  public init<Destination: ViewDestination>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line
  ) {
    self.init(destination, fileID, line, isOpen: false) { _ in Destination() }
  }

  /// Declares a view with a closure that creates it.
  ///
  /// - Parameters:
  ///   - destination: The type of the view.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - make: Creates the view, on the main actor, for ``Resolver/unknownIdentifier``.
  public init<Destination>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    make: @escaping @MainActor (Resolver) throws -> Destination
  ) {
    self.init(destination, fileID, line, isOpen: true, make)
  }

  private init<Destination>(
    _ destination: Destination.Type, _ fileID: StaticString, _ line: Int, isOpen: Bool,
    _ make: @escaping @MainActor (Resolver) throws -> Destination
  ) {
    declaration = RouteDeclaration(
      .view, Destination.self, InlineList(RouteEntryValue(feature: Fallback())),
      Factory(view: make, prepare: nil), DeclarationLocation(fileID: fileID, line: line), isOpen: isOpen)
  }

  /// The mark of a fallback route.
  private struct Fallback: FeatureEntry {
    var names: [RouteName] { [.fallback] }
  }

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes { Routes(.route(declaration)) }
}

extension RouteName {
  /// The name of the route for unknown identifiers.
  static let fallback = RouteName(kind: .fallback, key: "", text: "FallbackRoute")
}

extension RouteDeclaration {
  var isFallback: Bool { names.contains(.fallback) }
}
