import WaymarkRuntime

/// A declaration that connects a required interface to a provided one.
///
///     Adapter(View<any RequiredEditorInput>(), for: View<any EditorInput>()) { HeadingEditor($0) }
///     Adapter(\.requiredEditor, for: \.editor) { HeadingEditor($0) }
///
/// The module that uses an editor declares the interface it requires, the module that has one declares the
/// interface it provides, and the application, which knows both, connects them. Without a closure, the
/// destination itself must conform to the required interface, which is checked when the registry is compiled.
/// With a closure, each request gets the result of a new call, even for a singleton. An adapter's provided
/// token may be another adapter's required one; chains are collapsed when the registry is compiled.
public struct Adapter: Sendable {
  let declaration: AdapterDeclaration

  /// Connects two destinations of one kind, where the destination itself conforms to the required interface.
  ///
  /// - Parameters:
  ///   - required: The token that callers request.
  ///   - provided: The token that a route, or another adapter, provides.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  public init<Required: DestinationToken, Provided: DestinationToken>(
    _ required: Required, for provided: Provided,
    fileID: StaticString = #fileID, line: Int = #line
  ) where Required.Kind == Provided.Kind {
    self.init(TokenDescription(Required.self), TokenDescription(Provided.self), nil, fileID, line)
  }

  /// Connects two destinations of one kind, where the destination itself conforms to the required interface.
  ///
  /// - Parameters:
  ///   - required: The token that callers request.
  ///   - provided: The token that a route, or another adapter, provides.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  public init<Required: DestinationToken, Provided: DestinationToken>(
    _ required: KeyPath<Routables, Required>, for provided: KeyPath<Routables, Provided>,
    fileID: StaticString = #fileID, line: Int = #line
  ) where Required.Kind == Provided.Kind {
    self.init(TokenDescription(Required.self), TokenDescription(Provided.self), nil, fileID, line)
  }

  /// Connects two configurations of one kind, where the configuration itself conforms to the required
  /// interface.
  ///
  /// - Parameters:
  ///   - required: The token that callers request.
  ///   - provided: The token that a route, or another adapter, provides.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  public init<Required: ModuleToken, Provided: ModuleToken>(
    _ required: Required, for provided: Provided,
    fileID: StaticString = #fileID, line: Int = #line
  ) where Required.Kind == Provided.Kind {
    self.init(TokenDescription(Required.self), TokenDescription(Provided.self), nil, fileID, line)
  }

  /// Connects two configurations of one kind, where the configuration itself conforms to the required
  /// interface.
  ///
  /// - Parameters:
  ///   - required: The token that callers request.
  ///   - provided: The token that a route, or another adapter, provides.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  public init<Required: ModuleToken, Provided: ModuleToken>(
    _ required: KeyPath<Routables, Required>, for provided: KeyPath<Routables, Provided>,
    fileID: StaticString = #fileID, line: Int = #line
  ) where Required.Kind == Provided.Kind {
    self.init(TokenDescription(Required.self), TokenDescription(Provided.self), nil, fileID, line)
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
    // Called only from main-actor entry points, as all closures of a view's route are.
    let convert = MainActorErasure.erase(convert)
    self.init(
      TokenDescription(Required.self, .view), TokenDescription(Provided.self, .view),
      ErasedFunction(ConvertFunction<Provided, Required> { try convert($0) }), fileID, line)
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
    _ required: KeyPath<Routables, RoutableView<Required>>,
    for provided: KeyPath<Routables, RoutableView<Provided>>,
    fileID: StaticString = #fileID, line: Int = #line,
    _ convert: @escaping @MainActor (Provided) throws -> Required
  ) {
    // Called only from main-actor entry points, as all closures of a view's route are.
    let convert = MainActorErasure.erase(convert)
    self.init(
      TokenDescription(Required.self, .view), TokenDescription(Provided.self, .view),
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
      TokenDescription(Required.self, .service), TokenDescription(Provided.self, .service),
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
    _ required: KeyPath<Routables, RoutableService<Required>>,
    for provided: KeyPath<Routables, RoutableService<Provided>>,
    fileID: StaticString = #fileID, line: Int = #line,
    _ convert: @escaping @Sendable (Provided) throws -> Required
  ) {
    self.init(
      TokenDescription(Required.self, .service), TokenDescription(Provided.self, .service),
      ErasedFunction(ConvertFunction<Provided, Required> { try convert($0) }), fileID, line)
  }

  /// Rejects tokens of different kinds, which can't be connected.
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
}
