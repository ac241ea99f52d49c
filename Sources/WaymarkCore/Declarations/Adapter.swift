import WaymarkRuntime

/// A declaration that connects a required interface to a provided one.
///
///     Adapter(View<any RequiredEditorInput>(), for: View<any EditorInput>()) { HeadingEditor($0) }
///     Adapter(.requiredEditor, for: .editor) { HeadingEditor($0) }
///
/// The module that uses an editor declares the interface that it requires, the module with an editor declares the
/// interface that it provides, and the application, which knows both, connects them. Without a closure, the destination
/// itself must conform to the required interface, and compilation checks that. If a decorator or another closure
/// replaces the destination, compilation can't see the type of the result, so a request that gets another type throws
/// `destinationMismatch`. With a closure, each request gets the result of a new call, even for a singleton. An
/// adapter's provided token can be another adapter's required one. Compilation collapses such chains.
///
/// A presenter shows the provided view, not the proxy that the closure returns, unless the proxy is a view itself. The
/// caller gets the proxy. For configurations, a pair of closures makes the proxy that the caller fills, and returns the
/// provided configuration inside of it, so the types behind the protocols stay internal:
///
///     Adapter(.requiredSettings, for: .editorSettings) {
///       SettingsProxy(settings: $0)
///     } back: {
///       ($0 as? SettingsProxy)?.settings
///     }
public struct Adapter: RoutesElement, Sendable {
  package let location: DeclarationLocation
  package private(set) var required: TokenDescription
  package private(set) var provided: TokenDescription
  /// The closure, a `ConvertFunction`, or nil to check the conformance of the destination or configuration itself.
  let conversion: ErasedFunction?
  /// The pair of closures of an adapter of configurations, if any.
  let proxy: ConfigurationProxy?

  var isPlain: Bool { conversion == nil && proxy == nil }
  /// The adapter as source text.
  var text: String { "Adapter(\(required.argument), for: \(provided.argument))" }

  /// Connects the configurations of two views, where the configuration itself conforms to the required interface.
  ///
  /// - Parameters:
  ///   - required: The token that callers request.
  ///   - provided: The token that a route, or another adapter, provides.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  public init<Required, Provided>(
    _ required: RoutableViewModule<Required>, for provided: RoutableViewModule<Provided>,
    fileID: StaticString = #fileID, line: Int = #line
  ) {
    self.init(TokenDescription(required), TokenDescription(provided), nil, fileID, line)
  }

  /// Connects the configurations of two services, where the configuration itself conforms to the required interface.
  ///
  /// - Parameters:
  ///   - required: The token that callers request.
  ///   - provided: The token that a route, or another adapter, provides.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  public init<Required, Provided>(
    _ required: RoutableServiceModule<Required>, for provided: RoutableServiceModule<Provided>,
    fileID: StaticString = #fileID, line: Int = #line
  ) {
    self.init(TokenDescription(required), TokenDescription(provided), nil, fileID, line)
  }

  // With one initializer for both forms, whose closure is optional, the compiler has no message about a closure that
  // returns the wrong type.

  /// Connects two views of which the provided one conforms to the required interface.
  ///
  /// - Parameters:
  ///   - required: The token that callers request.
  ///   - provided: The token that a route, or another adapter, provides.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  public init<Required, Provided>(
    _ required: RoutableView<Required>, for provided: RoutableView<Provided>,
    fileID: StaticString = #fileID, line: Int = #line
  ) {
    self.init(TokenDescription(required), TokenDescription(provided), nil, fileID, line)
  }

  /// Connects two views with a closure.
  ///
  /// - Parameters:
  ///   - required: The token that callers request.
  ///   - provided: The token that a route, or another adapter, provides.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - convert: Returns the provided destination as the required interface, usually by wrapping it.
  public init<Required, Provided>(
    _ required: RoutableView<Required>, for provided: RoutableView<Provided>,
    fileID: StaticString = #fileID, line: Int = #line,
    _ convert: @escaping @MainActor (Provided) throws -> Required
  ) {
    // Only main-actor entry points call it, like all closures of a view's route.
    let conversion = ErasedFunction(ConvertFunction(call: MainActorErasure.erase(convert)))
    self.init(TokenDescription(required), TokenDescription(provided), conversion, fileID, line)
  }

  /// Connects two services of which the provided one conforms to the required interface.
  ///
  /// - Parameters:
  ///   - required: The token that callers request.
  ///   - provided: The token that a route, or another adapter, provides.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  public init<Required, Provided>(
    _ required: RoutableService<Required>, for provided: RoutableService<Provided>,
    fileID: StaticString = #fileID, line: Int = #line
  ) {
    self.init(TokenDescription(required), TokenDescription(provided), nil, fileID, line)
  }

  /// Connects two services with a closure.
  ///
  /// - Parameters:
  ///   - required: The token that callers request.
  ///   - provided: The token that a route, or another adapter, provides.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - convert: Returns the provided destination as the required interface, usually by wrapping it.
  public init<Required, Provided>(
    _ required: RoutableService<Required>, for provided: RoutableService<Provided>,
    fileID: StaticString = #fileID, line: Int = #line,
    _ convert: @escaping @Sendable (Provided) throws -> Required
  ) {
    self.init(
      TokenDescription(required), TokenDescription(provided), ErasedFunction(ConvertFunction(call: convert)),
      fileID, line)
  }

  /// Connects the configurations of two views with a pair of closures.
  ///
  /// - Parameters:
  ///   - required: The token that callers request.
  ///   - provided: The token that a route, or another adapter, provides.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - convert: Returns a proxy of the provided configuration, for the caller to fill.
  ///   - back: Returns the provided configuration inside a filled proxy, or nil for a value of another type, which
  ///     throws `configurationReplaced`.
  public init<Required, Provided>(
    _ required: RoutableViewModule<Required>, for provided: RoutableViewModule<Provided>,
    fileID: StaticString = #fileID, line: Int = #line,
    _ convert: @escaping @MainActor (Provided) throws -> Required,
    back: @escaping @MainActor (Required) throws -> Provided?
  ) {
    // Only main-actor entry points call them, like all closures of a view's route.
    let proxy = ConfigurationProxy(MainActorErasure.erase(convert), MainActorErasure.erase(back))
    self.init(TokenDescription(required), TokenDescription(provided), nil, proxy: proxy, fileID, line)
  }

  /// Connects the configurations of two services with a pair of closures.
  ///
  /// - Parameters:
  ///   - required: The token that callers request.
  ///   - provided: The token that a route, or another adapter, provides.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - convert: Returns a proxy of the provided configuration, for the caller to fill.
  ///   - back: Returns the provided configuration inside a filled proxy, or nil for a value of another type, which
  ///     throws `configurationReplaced`.
  public init<Required, Provided>(
    _ required: RoutableServiceModule<Required>, for provided: RoutableServiceModule<Provided>,
    fileID: StaticString = #fileID, line: Int = #line,
    _ convert: @escaping @Sendable (Provided) throws -> Required,
    back: @escaping @Sendable (Required) throws -> Provided?
  ) {
    self.init(
      TokenDescription(required), TokenDescription(provided), nil,
      proxy: ConfigurationProxy(convert, back), fileID, line)
  }

  /// Rejects tokens of different kinds.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "an adapter connects two tokens of one kind: View with View, Service with Service, and configurations likewise"
  )
  public init(_ required: some Routable, for provided: some Routable) { preconditionFailure() }

  init(
    _ required: TokenDescription, _ provided: TokenDescription, _ conversion: ErasedFunction?,
    proxy: ConfigurationProxy? = nil, _ fileID: StaticString, _ line: Int
  ) {
    location = DeclarationLocation(fileID: fileID, line: line)
    self.required = required
    self.provided = provided
    self.conversion = conversion
    self.proxy = proxy
  }

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes { Routes(.adapter(self)) }

  /// Returns the adapter with other tokens.
  func connecting(_ required: TokenDescription, for provided: TokenDescription) -> Adapter {
    var adapter = self
    adapter.required = required
    adapter.provided = provided
    return adapter
  }
}

/// The closures of an adapter of configurations.
final class ConfigurationProxy: Sendable {
  /// Returns the proxy of a provided configuration.
  let make: @Sendable (Any) throws -> Any
  /// Returns the provided configuration inside a proxy, or nil if there's none.
  let back: @Sendable (Any) throws -> Any?

  init<Required, Provided>(
    _ make: @escaping @Sendable (Provided) throws -> Required,
    _ back: @escaping @Sendable (Required) throws -> Provided?
  ) {
    self.make = { try make(ConfigurationFactory.typed($0)) }
    self.back = { try ($0 as? Required).flatMap { try back($0) } }
  }
}
