public import WaymarkRuntime

/// A property that is resolved from the registry when it is first read.
///
///     @MainActor final class NoteList {
///       @Routed(RoutableView()) var editor: any EditorInput
///       @Routed(\.notes) var store
///       @Routed(RoutableView()) var preview: (any PreviewInput)?
///       @Routed(RoutableViewModule()) var editors: ModuleViewRouter<any EditorModuleConfig>
///     }
///
/// The declared type decides what is injected: the destination, an optional of it (nil as long as nothing
/// provides it or it cannot be made), a ``DestinationRouter`` or a ``ModuleRouter``. What was read once is
/// kept.
///
/// A registry that is at work or bound to the task when the wrapper is created is remembered; otherwise the
/// installed one at the first reading is used, so that properties can be created before the registry.
///
/// If a property that is not optional cannot be resolved, reading it stops the program with the whole error
/// and the place of the declaration. `$name.resolve()` throws the error instead.
///
/// A view can only be injected into a type that is bound to the main actor. A service can be injected
/// anywhere. A `Sendable` class, which cannot have a wrapped `var`, holds the wrapper as a constant and calls
/// it: `let store = Routed(RoutableService<any NoteStore>())`, then `store()`. Two threads that read first at
/// the same time get the same result; the factory of a transient destination may run twice then.
@propertyWrapper
public struct Routed<Token: Routable, Value> {
  @usableFromInline var storage: RoutedStorage
  @usableFromInline let form: RoutedForm
  @usableFromInline let location: DeclarationLocation

  @inlinable
  init(_ form: RoutedForm, _ fileID: StaticString, _ line: Int) {
    storage = RoutedStorage(registry: CurrentRegistry.remembered)
    self.form = form
    location = DeclarationLocation(fileID: fileID, line: line)
  }

  /// What was injected, resolved now if this is the first reading.
  @inlinable
  public var wrappedValue: Value {
    if let value = storage.value(as: Value.self) { return value }
    do throws(RouteError) {
      return try resolve()
    } catch {
      return absentOrStop(error)
    }
  }

  /// The wrapper itself, to ask and tell it more: `$name.resolve()`.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// What was injected, for a wrapper that is held as a constant.
  ///
  /// - Returns: The same as the property would.
  @inlinable
  public func callAsFunction() -> Value { wrappedValue }

  /// What was injected, resolved now if this is the first time.
  ///
  /// - Returns: The value, which is kept. An optional that nothing provides is nil and not kept.
  /// - Throws: `unregistered` where nothing provides it, or why it could not be made.
  @inlinable
  public func resolve() throws(RouteError) -> Value {
    if let value = storage.value(as: Value.self) { return value }
    // The initializers, of which there is one for each form, say what `Value` is.
    switch form {
    case .destination: return storage.write(try make(Value.self))
    case .optional, .router, .module: return try resolveOther()
    }
  }

  /// The forms that are resolved once and not often.
  @usableFromInline
  func resolveOther() throws(RouteError) -> Value {
    let registry = storage.registry ?? CurrentRegistry.installed
    switch form {
    case .destination: return storage.write(try make(Value.self))
    case .optional:
      func optional<Requested>(_: Requested.Type) throws(RouteError) -> Requested? {
        registry.provider(for: Token.key) == nil ? nil : try make(Requested.self)
      }
      let found = try optional(Token.Requested.self)
      let value = knownType(found, as: Value.self)
      return found == nil ? value : storage.write(value)
    case .router, .module:
      // `Value` is `DestinationRouter<Token>` or `ModuleRouter<Token>`, which have no other property.
      let handle = try RouterHandle(to: TokenDescription(Token.self), in: registry)
      return storage.write(knownWrapper(of: handle, as: Value.self))
    }
  }

  /// Makes the destination, or gets the one that is kept.
  @inlinable
  func make<Requested>(_ type: Requested.Type) throws(RouteError) -> Requested {
    // A wrapper of a view is not `Sendable` and was created on the main actor, so that it is read there. The
    // check costs once for each wrapper, and turns a cast that broke the rule into a stop, not a race.
    if Token.role == .view { MainActor.preconditionIsolated("a view is injected on the main actor") }
    if let registry = storage.registry { return try registry.make(type, Token.role, nil) }
    return try CurrentRegistry.unretainedInstalled.read { registry throws(RouteError) in
      try registry.make(type, Token.role, nil)
    }
  }

  /// What an optional is where it cannot be resolved; anything else stops here.
  @usableFromInline
  func absentOrStop(_ error: RouteError) -> Value {
    if form == .optional {
      let absent: Token.Requested? = nil
      return knownType(absent, as: Value.self)
    }
    // The documented stop: there is no value of the declared type to go on with.
    fatalError(
      "@Routed(\(TokenDescription(Token.self))) could not be resolved: \(error)", file: location.file,
      line: UInt(location.line))
  }

  /// Whether a value was resolved and is kept.
  public var isResolved: Bool { storage.isWritten }

  /// Forgets the value that was kept, so that the next reading resolves anew.
  ///
  /// Copies of the wrapper that were made before keep the old value.
  public mutating func reset() { storage = RoutedStorage(registry: storage.registry) }
}

// SAFETY (`@unchecked Sendable`): the storage is safe to use from several threads, the rest is `Sendable`. A
// wrapper of a view is not `Sendable`: it stays on the main actor, where its initializer put it.
extension Routed: @unchecked Sendable where Token.Kind == ServiceKind, Value: Sendable {}
