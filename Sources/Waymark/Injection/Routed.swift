import WaymarkRuntime

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
  private var storage: RoutedStorage<Value>
  private let source: RoutedSource<Value>
  private let location: DeclarationLocation

  init(_ source: RoutedSource<Value>, _ fileID: StaticString, _ line: Int) {
    // A registry that is installed is not remembered: what reads late sees what was installed later.
    let registry = CurrentRegistry.boundHere.flatMap { CurrentRegistry.isInstalled($0) ? nil : $0 }
    storage = RoutedStorage(registry: registry)
    self.source = source
    location = DeclarationLocation(fileID: fileID, line: line)
  }

  /// What was injected, resolved now if this is the first reading.
  public var wrappedValue: Value {
    if let value = storage.result.current { return value }
    do throws(RouteError) {
      return try resolve()
    } catch {
      if let absent = source.absent { return absent }
      // The documented stop: there is no value of the declared type to go on with.
      fatalError(
        "@Routed(\(source.token)) could not be resolved: \(error)", file: location.file,
        line: UInt(location.line))
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
  public func callAsFunction() -> Value { wrappedValue }

  /// What was injected, resolved now if this is the first time.
  ///
  /// - Returns: The value, which is kept. An optional that nothing provides is nil and not kept.
  /// - Throws: `unregistered` where nothing provides it, or why it could not be made.
  public func resolve() throws(RouteError) -> Value {
    if let value = storage.result.current { return value }
    let registry = storage.registry ?? CurrentRegistry.installed
    guard let value = try source.resolve(registry) else {
      if let absent = source.absent { return absent }
      throw registry.reporting(.unregistered(source.token, in: registry))
    }
    return storage.result.write(value)
  }

  /// Whether a value was resolved and is kept.
  public var isResolved: Bool { storage.result.isWritten }

  /// Forgets the value that was kept, so that the next reading resolves anew.
  ///
  /// Copies of the wrapper that were made before keep the old value.
  public mutating func reset() { storage = RoutedStorage(registry: storage.registry) }
}

// SAFETY (`@unchecked Sendable`): the storage is safe to use from several threads, `source` and `location`
// are `Sendable` (the first is not declared so, because a view's may only be used on the main actor). A
// wrapper of a view is not `Sendable`: it stays on the main actor, where its initializer put it.
extension Routed: @unchecked Sendable where Token.Kind == ServiceKind, Value: Sendable {}
