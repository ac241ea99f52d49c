import WaymarkRuntime

/// A declaration that replaces or changes a service, or replaces a view, in a test or a preview.
///
///     @Test(.overriding {
///       Overrides(.dataClient, \.load) { _ in [1, 2] }
///       Overrides(.searchClient) { $0.answer(1, to: "tea") }
///       Overrides(.apiKey, with: "test")
///     })
///     func aMeetingIsLoaded() async throws { … }
///
/// Waymark replaces the member in each instance, whether or not the registry keeps it, and the other members stay.
/// Requests by an identifier, a URL, or a collection get the instance without the change.
/// Several overrides in a block combine, and a test's overrides combine with its suite's. Changes apply in the order of
/// their declaration, a suite's first, so a test's override of a member wins over its suite's. An override of the whole
/// service replaces the overrides of earlier blocks. If one block replaces a member twice, deriving the registry fails.
///
/// Use it in the block of ``Registry/overriding(_:)``, or of the testing library's functions.
public struct Overrides: RoutesElement, Sendable {
  private enum Declaration: Sendable {
    case whole(RouteDeclaration)
    case change(DecoratorDeclaration)
  }

  private let declaration: Declaration

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes {
    switch declaration {
    case .whole(let route): Routes(.route(route))
    case .change(let decorator): Routes(.decorator(decorator))
    }
  }

  /// Creates the override of a whole, whose requests get the result of a function.
  private init<Requested>(
    _ token: TokenDescription, _ fileID: StaticString, _ line: Int, _ make: MakeFunction<Requested>
  ) {
    // Each request gets the same value, or a new view, whatever the replaced route keeps.
    declaration = .whole(
      RouteDeclaration(
        token, .override(token), lifetimes: [.transient], DeclarationLocation(fileID: fileID, line: line),
        make))
  }

  /// Creates the override of a part, whose requests get the changed service.
  private init<Requested>(
    _ token: TokenDescription, _ fileID: StaticString, _ line: Int, _ part: OverriddenPart,
    _ change: @escaping @Sendable (inout Requested) throws -> Void
  ) {
    declaration = .change(
      DecoratorDeclaration(
        DeclarationLocation(fileID: fileID, line: line), token, overrides: part
      ) { (whole: Requested, _) in
        var whole = whole
        try change(&whole)
        return whole
      })
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
    self.init(TokenDescription(token), fileID, line, MakeFunction { _, _ in value })
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
    self.init(TokenDescription(token), fileID, line, .member(Self.name(of: member), member)) {
      (whole: inout Requested) in whole[keyPath: member] = value
    }
  }

  /// Changes a service with a closure, for example with the service's own functions.
  ///
  ///     Overrides(.searchClient) {
  ///       $0.answer(1, to: "tea")
  ///       $0.answer(2, to: "cake")
  ///     }
  ///
  /// The closure gets the value that the registry provides, after earlier overrides. It runs for each new value, or
  /// once if the registry keeps the value.
  ///
  /// If the service is itself a function, a trailing closure that fits as the service replaces it. Write the label
  /// `change:` to change it.
  ///
  /// - Parameters:
  ///   - token: The token of the service.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - change: A closure that changes the service. It runs on the thread of the request.
  @_disfavoredOverload  // A closure for a service that's a function from a value to nothing fits both forms.
  public init<Requested: Sendable>(
    _ token: RoutableService<Requested>, fileID: StaticString = #fileID, line: Int = #line,
    change: @escaping @Sendable (inout Requested) throws -> Void
  ) {
    self.init(TokenDescription(token), fileID, line, .any, change)
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
    self.init(TokenDescription(token), fileID, line, MakeFunction { _, _ in try make() })
  }

  /// Returns the name of a member in messages: `\.limit`, or `…`.
  private static func name<Whole, Member>(of member: KeyPath<Whole, Member>) -> String {
    let (text, whole) = ("\(member)", "\\\(Whole.self)")
    guard text.hasPrefix(whole + ".") else { return "…" }
    guard text.contains("<computed") else { return "\\" + text.dropFirst(whole.count) }
    // The key path of a computed member has no name at run time, and nor has a closure's key path. A closure's type
    // usually tells its name.
    guard text.hasPrefix(whole + ".<computed") else { return "…" }
    return StoredPropertyName.ofOnlyFunction(Member.self, in: Whole.self).map { "\\.\($0)" } ?? "…"
  }
}

/// The part of a service that ``Overrides`` changes.
enum OverriddenPart: Sendable {
  /// A member, as it's written, and its key path.
  case member(String, any AnyKeyPath & Sendable)
  /// The parts that a closure changes.
  case any
}
