public import WaymarkRuntime

/// The storage of a wrapper's result, and its other properties, which copies of the wrapper share.
@usableFromInline
final class RoutedStorage: OnceStorage, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): `OnceStorage` guards the value, and everything else is a `let`. Several threads use
  // the value only through a `Sendable` `Routed`, which requires a `Sendable` value.

  // A program can have many wrappers. These properties fit into an allocation of 64 bytes.

  /// The captured registry, if any.
  @usableFromInline let registry: Registry?
  /// The name of the token, or `none`.
  @usableFromInline let name: KeyName
  @usableFromInline let location: DeclarationLocation
  @usableFromInline let form: RoutedForm

  @inlinable
  init(registry: Registry?, _ name: KeyName, _ form: RoutedForm, _ location: DeclarationLocation) {
    self.registry = registry
    self.name = name
    self.form = form
    self.location = location
    super.init()
  }

  /// Empty storage with the same properties.
  var emptied: RoutedStorage { RoutedStorage(registry: registry, name, form, location) }

  /// Finds or creates the destination, stores it, and returns its box, without reporting errors.
  @usableFromInline
  @inline(never)
  func resolve(_ type: Any.Type, _ role: TokenRole) throws(RouteError) -> UnretainedReference<ValueBox> {
    let token = TokenDescription(type, role, name)
    return try reader(role).read { registry throws(RouteError) in
      let provider = registry.imageReference.read { $0.unretained(token) }
      // The registry of `reader(_:)` exists as long as the storage, and its root keeps the box.
      if let kept = provider?.read({ registry.keptByRoot($0) }) { return write(kept: kept) }
      var result = InlineValue()
      let found = try registry.make(provider, token, into: &result)
      // Only a box has a value that doesn't move with its bits.
      guard let box = found.box else { return write(ValueBox(result, as: type)) }
      defer { if found.isRetained { box.release() } }
      return write(box.object)
    }
  }

  func make(
    _ type: Any.Type, _ role: TokenRole, into result: inout InlineValue
  ) throws(RouteError) -> Registry.Found {
    let token = TokenDescription(type, role, name)
    return try reader(role).read { registry throws(RouteError) in
      let provider = registry.imageReference.read { $0.unretained(token) }
      return try registry.make(provider, token, into: &result)
    }
  }

  /// Returns the registry that resolves the value.
  @inline(__always)
  private func reader(_ role: TokenRole) -> UnretainedReference<Registry> {
    // A wrapper of a view isn't `Sendable`, and its initializer runs on the main actor, so reads also do. This check,
    // once for each wrapper, stops the program if a cast broke the rule, instead of causing a data race.
    if role == .view { MainActor.preconditionIsolated("a view is injected on the main actor") }
    // The storage retains its registry, and the process never releases an installed one.
    return registry.map { UnretainedReference(retainedByCaller: $0) }
      ?? InstalledObject.unretained(as: Registry.self) ?? CurrentRegistry.unretainedInstalled
  }
}

/// The form in which a wrapper injects its value, which the declared type determines.
@usableFromInline
enum RoutedForm: Sendable {
  case destination
  case optional
  /// A router to the destination, or to the configuration of its route.
  case router
  case collection
  /// The elements of a collection by key.
  case keyed
  case contributions
}
