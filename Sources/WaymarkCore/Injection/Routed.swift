public import WaymarkRuntime

/// A property wrapper that resolves its value from a registry on first access.
///
///     @MainActor final class NoteList {
///       @Routed(.editor) var editor
///       @Routed(.notes) var store
///       @Routed(.preview) var preview: (any PreviewInput)?
///       @Routed(.editorModule) var editors: ModuleViewRouter<any EditorModuleConfig>
///     }
///
/// The declared type determines the value: the destination, an optional of it (nil if nothing provides it or creation
/// fails), a ``DestinationRouter``, or a ``ModuleRouter``. The wrapper resolves the value once and keeps it.
///
/// A new wrapper captures the registry of the creation in progress, or else the task's registry. Without either, or if
/// that's an installed root, it uses the registry installed at the first access, so you can create properties before
/// the registry. A detached task doesn't inherit the binding of `Registry.withCurrent(_:operation:)`, so an object
/// created in one captures nothing.
///
/// If a property that isn't optional can't be resolved, reading it stops the program with the whole error and the
/// location of the declaration. `$name.resolve()` throws the error instead. Its error, and the error of `store()`
/// below, also have the location of the reader. For a property that you read, only the backtrace shows the reader.
///
/// You can inject a view only into a type on the main actor, and a service into any type. A `Sendable` class, which
/// can't have a wrapped `var`, stores the wrapper as a constant and calls it: `let store = Routed(.notes)`, then
/// `store()`. If two threads access it for the first time at the same time, both get the same result, but the factory
/// of a transient destination can run twice.
@propertyWrapper
public struct Routed<Token: Routable, Value> {
  /// The only stored property, because each read of a wrapped property copies the wrapper.
  @usableFromInline var storage: RoutedStorage

  @inlinable
  init(_ token: Token, _ form: RoutedForm, _ fileID: StaticString, _ line: Int) {
    storage = RoutedStorage(
      registry: CurrentRegistry.remembered, token.keyName, form,
      DeclarationLocation(fileID: fileID, line: line))
  }

  /// The injected value, resolved on first access.
  @inlinable
  public var wrappedValue: Value {
    if let value = storage.value(as: Value.self) { return value }
    return valueOrStop()
  }

  /// Resolves the value on first access, without inlining, so that later accesses are short.
  @inlinable
  @inline(never)
  func valueOrStop() -> Value {
    do throws(RouteError) {
      return try value()
    } catch {
      return absentOrStop(error)
    }
  }

  var token: TokenDescription { TokenDescription(Token.Requested.self, Token.role, storage.name) }

  /// The wrapper itself, for its other functions: `$name.resolve()`.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// Returns the injected value, for a wrapper stored as a constant.
  ///
  ///     final class Sync: Sendable {
  ///       let store = Routed(.notes)
  ///       func run() { print(store().name) }
  ///     }
  ///
  /// Like reading a wrapped property, this stops the program if a value that isn't optional can't be resolved. Call
  /// `try store.resolve()` instead on a server, and wherever a factory can throw.
  ///
  /// - Parameters:
  ///   - fileID: The source file that reads the value, for the error.
  ///   - line: The source line that reads the value.
  /// - Returns: The value, resolved on first access.
  @inlinable
  @inline(__always)
  public func callAsFunction(fileID: StaticString = #fileID, line: Int = #line) -> Value {
    if let value = storage.value(as: Value.self) { return value }
    do throws(RouteError) {
      return try value()
    } catch {
      return absentOrStop(error, DeclarationLocation(fileID: fileID, line: line))
    }
  }

  /// Returns the injected value, resolving it if needed.
  ///
  ///     let editor = try list.$editor.resolve()
  ///
  /// - Parameters:
  ///   - fileID: The source file that reads the value, for the error.
  ///   - line: The source line that reads the value.
  /// - Returns: The value, which the wrapper keeps. An optional without a provider is nil, which the wrapper doesn't
  ///   keep.
  /// - Throws: `unregistered` if nothing provides the value, or another `RouteError` if creation fails.
  @inlinable
  @inline(__always)
  public func resolve(fileID: StaticString = #fileID, line: Int = #line) throws(RouteError) -> Value {
    if let value = storage.value(as: Value.self) { return value }
    do throws(RouteError) {
      return try value()
    } catch {
      throw reporting(error, readAt: DeclarationLocation(fileID: fileID, line: line))
    }
  }

  @inlinable
  func value() throws(RouteError) -> Value {
    // Each form has an initializer that determines `Value`.
    guard storage.form == .destination else { return try resolveOther() }
    let value = try storage.resolve(Value.self, Token.role).read { $0.value(as: Value.self) }
    // The storage keeps the box, and the optimizer may end its use before the box is read.
    withExtendedLifetime(storage) {}
    return value
  }

  /// Returns a value of one of the less frequent forms.
  @usableFromInline
  func resolveOther() throws(RouteError) -> Value {
    let registry = self.registry
    switch storage.form {
    case .destination: return try value()
    case .optional:
      func optional<Requested>(_ type: Requested.Type) throws(RouteError) -> Requested? {
        guard registry.finds(token) else { return nil }
        var result = InlineValue()
        let found = try storage.make(type, Token.role, into: &result)
        return result.take(from: found.box, isRetained: found.isRetained, as: type)
      }
      let found = try optional(Token.Requested.self)
      let value = knownType(found, as: Value.self)
      if found != nil { return storage.write(value) }
      if let closed = registry.closedError { throw closed }
      return value
    case .router:
      // `Value` is `DestinationRouter<Token>` or `ModuleRouter<Token>`, which have no other stored property.
      let handle = try registry.withoutReports { () throws(RouteError) -> RouterHandle in
        try RouterHandle(to: token, in: registry)
      }
      return storage.write(knownWrapper(of: handle, as: Value.self))
    case .collection, .keyed, .contributions:
      let elements = try registry.withoutReports { () throws(RouteError) -> Value in
        try collection(in: registry)
      }
      return storage.write(elements)
    }
  }

  /// Reports an error with the locations of the property and its reader, and returns it.
  @usableFromInline
  func reporting(
    _ error: RouteError, readAt reader: DeclarationLocation?, isThrown: Bool = true
  ) -> RouteError {
    let places =
      "@Routed(\(token)) is declared at \(storage.location)" + (reader.map { ", and read at \($0)" } ?? "")
    return registry.reporting(hinting(error).at(places), isThrown: isThrown)
  }

  /// Returns the error with a hint if the current registry provides the value, but isn't the property's.
  private func hinting(_ error: RouteError) -> RouteError {
    let here = Registry.current
    guard [.noRegistryInstalled, .unregistered, .scopeNotOpen].contains(error.code),
      !here.isSame(as: registry), here.finds(token),
      let route = here.image.unretained(token)?.read({ $0.route }),
      (try? here.checkScopes(for: route)) != nil
    else { return error }
    let hint =
      "create the object in the closure or the test that has the current registry, because its properties use the "
      + "registry of its creation"
    return error.remedied(by: "\(hint)\n\(error.remedy ?? "")")
  }

  /// Returns nil for an optional, or stops the program for any other form.
  @usableFromInline
  func absentOrStop(_ error: RouteError, _ reader: DeclarationLocation? = nil) -> Value {
    // The reader gets no error, so a factory that reads the property can't report it.
    var error = reporting(error, readAt: reader, isThrown: false)
    if storage.form == .optional { return knownType(Token.Requested?.none, as: Value.self) }
    do throws(RouteError) {
      if let placeholder = try placeholder(for: error) { return storage.write(placeholder) }
    } catch let explained {
      error = explained
    }
    // This is documented: there's no value of the declared type to return.
    fatalError("\(error)", file: storage.location.file.literal, line: UInt(storage.location.line))
  }

  /// Returns the placeholder for an isolated module's missing destination, or nil in another registry.
  ///
  /// - Throws: The error for a type without a placeholder.
  private func placeholder(for error: RouteError) throws(RouteError) -> Value? {
    guard error.code == .unimplemented, storage.form == .destination,
      let isolation = registry.properties.isolation
    else { return nil }
    return try isolation.placeholder(Value.self, error, storage.location) as? Value
  }

  /// The registry that resolves the value: the captured registry, or else the installed one.
  ///
  /// Bind it to give the same registry to an object that you create yourself:
  ///
  ///     let form = Registry.withCurrent(list.$editor.registry) { NoteForm() }
  ///
  /// Reading it doesn't resolve the value. If the wrapper has captured no registry, and you install another one, this
  /// is the new one, even if the wrapper keeps a value from the old one. If none is installed either, it's an empty
  /// registry, as ``Registry/current`` is.
  public var registry: Registry { storage.registry ?? CurrentRegistry.installed }

  /// Whether the wrapper keeps a resolved value, without resolving it.
  ///
  ///     if list.$editor.isResolved { print(list.editor.title) }
  public var isResolved: Bool { storage.isWritten }

  /// Removes the kept value, so that the next access resolves a new one.
  ///
  ///     list.$editor.reset()
  ///
  /// Earlier copies of the wrapper keep the old value. The captured registry stays the same.
  public mutating func reset() { storage = storage.emptied }
}

// SAFETY (`@unchecked Sendable`): the storage is safe to use from several threads, and everything else is `Sendable`. A
// wrapper of a view isn't `Sendable`: it stays on the main actor, where its initializer created it.
extension Routed: @unchecked Sendable where Token.Kind == ServiceKind, Value: Sendable {}
