import WaymarkRuntime

/// A declaration that connects a required interface to a provided one.
///
///     Adapter(View<any RequiredEditorInput>(), for: View<any EditorInput>()) { HeadingEditor($0) }
///     Adapter(.requiredEditor, for: .editor) { HeadingEditor($0) }
///
/// The module that uses an editor declares the interface that it requires, the module with an editor declares the
/// interface that it provides, and the application, which knows both, connects them. Without a closure, the destination
/// itself must conform to the required interface, and compilation checks that. With a closure, each request gets the
/// result of a new call, even for a singleton. An adapter's provided token can be another adapter's required one.
/// Compilation collapses such chains.
public struct Adapter: RoutesElement, Sendable {
  let declaration: AdapterDeclaration

  /// Connects two views, where the view itself conforms to the required interface.
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

  /// Connects two services, where the service itself conforms to the required interface.
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

  /// Connects two views with a closure.
  ///
  /// - Parameters:
  ///   - required: The token that callers request.
  ///   - provided: The token that a route, or another adapter, provides.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - convert: Returns the provided destination as the required interface, usually by wrapping it.
  @preconcurrency
  public init<Required, Provided>(
    _ required: RoutableView<Required>, for provided: RoutableView<Provided>,
    fileID: StaticString = #fileID, line: Int = #line,
    _ convert: @escaping @MainActor (Provided) throws -> Required
  ) {
    // Only main-actor entry points call it, like all closures of a view's route.
    let convert = MainActorErasure.erase(convert)
    self.init(
      TokenDescription(required), TokenDescription(provided),
      ErasedFunction(ConvertFunction<Provided, Required> { try convert($0) }), fileID, line)
  }

  /// Connects two services with a closure.
  ///
  /// - Parameters:
  ///   - required: The token that callers request.
  ///   - provided: The token that a route, or another adapter, provides.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - convert: Returns the provided destination as the required interface, usually by wrapping it.
  @preconcurrency
  public init<Required, Provided>(
    _ required: RoutableService<Required>, for provided: RoutableService<Provided>,
    fileID: StaticString = #fileID, line: Int = #line,
    _ convert: @escaping @Sendable (Provided) throws -> Required
  ) {
    self.init(
      TokenDescription(required), TokenDescription(provided),
      ErasedFunction(ConvertFunction<Provided, Required> { try convert($0) }), fileID, line)
  }

  /// Rejects tokens of different kinds.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "an adapter connects two tokens of one kind: View with View, Service with Service, and configurations likewise"
  )
  public init(_ required: some Routable, for provided: some Routable) { preconditionFailure() }

  private init(
    _ required: TokenDescription, _ provided: TokenDescription, _ conversion: ErasedFunction?,
    _ fileID: StaticString, _ line: Int
  ) {
    declaration = AdapterDeclaration(
      DeclarationLocation(fileID: fileID, line: line), required: required, provided: provided,
      conversion: conversion)
  }

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes { Routes(.adapter(declaration)) }
}

/// The data of a declared adapter.
final class AdapterDeclaration: Sendable {
  let location: DeclarationLocation
  let required: TokenDescription
  let provided: TokenDescription
  /// The closure, a `ConvertFunction`, or nil to check the conformance of the destination or configuration itself.
  let conversion: ErasedFunction?

  var isPlain: Bool { conversion == nil }

  init(
    _ location: DeclarationLocation, required: TokenDescription, provided: TokenDescription,
    conversion: ErasedFunction? = nil
  ) {
    self.location = location
    self.required = required
    self.provided = provided
    self.conversion = conversion
  }

  func requiring(_ required: TokenDescription) -> AdapterDeclaration {
    required == self.required
      ? self : AdapterDeclaration(location, required: required, provided: provided, conversion: conversion)
  }

  /// Returns the adapter with another provided token.
  func adapting(_ provided: TokenDescription) -> AdapterDeclaration {
    provided == self.provided
      ? self : AdapterDeclaration(location, required: required, provided: provided, conversion: conversion)
  }
}
