import WaymarkRuntime

/// A declaration that replaces a service, a view, or one member of a service, in a test or a preview.
///
///     @Test(.overriding {
///       Overrides(.dataClient, \.load) { _ in [1, 2] }
///       Overrides(.apiKey, with: "test")
///     })
///     func aMeetingIsLoaded() async throws { … }
///
/// Waymark replaces the member in each instance, whether or not the registry keeps it, and the other members stay.
/// Several overrides in a block combine, and a test's overrides combine with its suite's. If two replace the same
/// member, the later one wins, so a test's override wins over its suite's. An override of the whole service replaces
/// earlier overrides.
///
/// Use it in the block of ``Registry/overriding(_:)``, or of the testing library's functions.
public struct Overrides: RoutesElement, Sendable {
  private enum Declaration: Sendable {
    case whole(RouteDeclaration)
    case member(DecoratorDeclaration)
  }

  private let declaration: Declaration

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes {
    switch declaration {
    case .whole(let route): Routes(.route(route))
    case .member(let decorator): Routes(.decorator(decorator))
    }
  }

  /// Creates the override of a whole, whose requests get the result of a function.
  private init<Requested>(
    _ token: TokenDescription, _ location: DeclarationLocation, _ make: MakeFunction<Requested>
  ) {
    let entries = [
      RouteEntryValue(.binding(Binding(token) { (requested: Requested) in requested })),
      // Each request gets the same value, or a new view, whatever the replaced route keeps.
      RouteEntryValue(.lifetime(.transient)),
      RouteEntryValue(.feature(OverrideMark(token: token))),
    ]
    declaration = .whole(
      RouteDeclaration(
        token.role.kind, Requested.self, InlineList(entries), Factory(make, prepare: nil), location,
        parameters: [], isOpen: false))
  }

  // MARK: - Services

  /// Replaces a service with a value.
  ///
  ///     Overrides(.continuousClock, with: TestClock())
  ///
  /// - Parameters:
  ///   - token: The token of the service.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - value: The value that each request gets.
  public init<Requested: Sendable>(
    _ token: RoutableService<Requested>, fileID: StaticString = #fileID, line: Int = #line,
    with value: Requested
  ) {
    self.init(
      TokenDescription(token), DeclarationLocation(fileID: fileID, line: line),
      MakeFunction { _, _ in value })
  }

  /// Replaces one member of a service.
  ///
  ///     Overrides(.dataClient, \.load) { _ in [1, 2] }
  ///     Overrides(.dataClient, \.limit, with: 10)
  ///
  /// - Parameters:
  ///   - token: The token of the service.
  ///   - member: The member, often a closure of a struct.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - value: The new value of the member.
  public init<Requested: Sendable, Member: Sendable>(
    _ token: RoutableService<Requested>, _ member: any WritableKeyPath<Requested, Member> & Sendable,
    fileID: StaticString = #fileID, line: Int = #line, with value: Member
  ) {
    let token = TokenDescription(token)
    declaration = .member(
      DecoratorDeclaration(
        DeclarationLocation(fileID: fileID, line: line), token, member: Self.name(of: member)
      ) { (whole: Requested, _) in
        var whole = whole
        whole[keyPath: member] = value
        return whole
      })
  }

  // MARK: - Views

  /// Replaces a view.
  ///
  ///     Overrides(.editor, with: Editor())
  ///
  /// - Parameters:
  ///   - token: The token of the view.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - view: An expression that makes the view. Each request evaluates it, on the main actor.
  public init<Requested>(
    _ token: RoutableView<Requested>, fileID: StaticString = #fileID, line: Int = #line,
    with view: @autoclosure @escaping @MainActor () throws -> Requested
  ) {
    // Called only from main-actor entry points, as all closures of a view's route are.
    let make = MainActorErasure.erase(view)
    self.init(
      TokenDescription(token), DeclarationLocation(fileID: fileID, line: line),
      MakeFunction { _, _ in try make() })
  }

  /// Returns the name of a member in messages: `\.limit`, or `…`.
  private static func name<Whole, Member>(of member: KeyPath<Whole, Member>) -> String {
    let (text, whole) = ("\(member)", "\\\(Whole.self)")
    // A computed member, and a closure of a certain type, has no name at run time.
    guard text.hasPrefix(whole + "."), !text.contains("<computed") else { return "…" }
    return "\\" + text.dropFirst(whole.count)
  }
}

/// The mark of a route that ``Overrides`` declares.
struct OverrideMark: FeatureEntry {
  /// The token that's overridden.
  let token: TokenDescription
}

extension RouteDeclaration {
  /// The token that ``Overrides`` replaces, if it declares the route.
  var overridden: TokenDescription? { features(OverrideMark.self).first?.token }
}
