import WaymarkRuntime

/// A second name for what a route provides: connects a required interface to a provided one.
///
///     Adapter(View<any RequiredEditorInput>(), for: View<any EditorInput>()) { HeadingEditor($0) }
///
/// The module that uses an editor says what it requires, the module that has one says what it provides, and
/// the application, which knows both, connects them. Without a closure, the destination itself must be
/// usable as what is required, which is checked when the registry is compiled. With one, each request gets
/// what the closure makes for it, also of a singleton. An adapter may lead to what
/// another adapter requires; chains are collapsed when the registry is compiled.
public struct Adapter: Sendable {
  let draft: AdapterDraft

  /// Connects two views: the destination itself is also usable as what is required.
  ///
  /// - Parameters:
  ///   - required: What users ask for.
  ///   - provided: What a route, or another adapter, provides.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  public init<Required, Provided>(
    _ required: RoutableView<Required>, for provided: RoutableView<Provided>,
    fileID: StaticString = #fileID, line: Int = #line
  ) {
    draft = AdapterDraft(
      DeclarationLocation(fileID: fileID, line: line),
      required: TokenDescription(RoutableView<Required>.self),
      provided: TokenDescription(RoutableView<Provided>.self),
      Conversion<Provided, Required>.byConformance)
  }

  /// Connects two views with a closure.
  ///
  /// - Parameters:
  ///   - required: What users ask for.
  ///   - provided: What a route, or another adapter, provides.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  ///   - convert: Gives what is provided as what is required, usually by wrapping it.
  public init<Required, Provided>(
    _ required: RoutableView<Required>, for provided: RoutableView<Provided>,
    fileID: StaticString = #fileID, line: Int = #line,
    _ convert: @escaping @MainActor (Provided) throws -> Required
  ) {
    // Only called through the doors of a view's route, which are bound to the main actor.
    draft = AdapterDraft(
      DeclarationLocation(fileID: fileID, line: line),
      required: TokenDescription(RoutableView<Required>.self),
      provided: TokenDescription(RoutableView<Provided>.self),
      Conversion.byClosure(MainActorErasure.erase(convert)))
  }

  /// Connects two services: the destination itself is also usable as what is required.
  ///
  /// - Parameters:
  ///   - required: What users ask for.
  ///   - provided: What a route, or another adapter, provides.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  public init<Required, Provided>(
    _ required: RoutableService<Required>, for provided: RoutableService<Provided>,
    fileID: StaticString = #fileID, line: Int = #line
  ) {
    draft = AdapterDraft(
      DeclarationLocation(fileID: fileID, line: line),
      required: TokenDescription(RoutableService<Required>.self),
      provided: TokenDescription(RoutableService<Provided>.self),
      Conversion<Provided, Required>.byConformance)
  }

  /// Connects two services with a closure.
  ///
  /// - Parameters:
  ///   - required: What users ask for.
  ///   - provided: What a route, or another adapter, provides.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  ///   - convert: Gives what is provided as what is required, usually by wrapping it.
  public init<Required, Provided>(
    _ required: RoutableService<Required>, for provided: RoutableService<Provided>,
    fileID: StaticString = #fileID, line: Int = #line,
    _ convert: @escaping @Sendable (Provided) throws -> Required
  ) {
    draft = AdapterDraft(
      DeclarationLocation(fileID: fileID, line: line),
      required: TokenDescription(RoutableService<Required>.self),
      provided: TokenDescription(RoutableService<Provided>.self), Conversion.byClosure(convert))
  }

  /// Connects two views' configurations: the configuration itself is also usable as what is required.
  ///
  /// - Parameters:
  ///   - required: What users ask for.
  ///   - provided: What a route, or another adapter, provides.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  public init<Required, Provided>(
    _ required: RoutableViewModule<Required>, for provided: RoutableViewModule<Provided>,
    fileID: StaticString = #fileID, line: Int = #line
  ) {
    draft = AdapterDraft(
      DeclarationLocation(fileID: fileID, line: line),
      required: TokenDescription(RoutableViewModule<Required>.self),
      provided: TokenDescription(RoutableViewModule<Provided>.self), module: Required.self)
  }

  /// Connects two services' configurations: the configuration itself is also usable as what is required.
  ///
  /// - Parameters:
  ///   - required: What users ask for.
  ///   - provided: What a route, or another adapter, provides.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  public init<Required, Provided>(
    _ required: RoutableServiceModule<Required>, for provided: RoutableServiceModule<Provided>,
    fileID: StaticString = #fileID, line: Int = #line
  ) {
    draft = AdapterDraft(
      DeclarationLocation(fileID: fileID, line: line),
      required: TokenDescription(RoutableServiceModule<Required>.self),
      provided: TokenDescription(RoutableServiceModule<Provided>.self), module: Required.self)
  }

  /// Connects tokens of different kinds, which cannot work.
  @available(
    *, unavailable,
    message:
      "an adapter connects two tokens of one kind: View with View, Service with Service, and configurations likewise"
  )
  public init(_ required: some Routable, for provided: some Routable) { preconditionFailure() }
}
