import WaymarkRuntime

extension Registry {
  /// Returns a registry that adds declarations to this one.
  ///
  ///     let complete = try registry.extending { SyncModule() }
  ///     Registry.install(complete)
  ///
  /// Use it to load more of a program after its start. This registry doesn't change. The new one shares its
  /// routes, adapters, and kept instances; it keeps only those of the added routes itself. What this registry
  /// keeps is made by this registry, without the added declarations. Only what's missing in an early registry is
  /// looked up in its first complete extension, as long as that exists.
  ///
  /// A module that this registry has isn't compiled again: a discovered one, and a listed one without stored
  /// properties. So the same list of modules can extend an early registry.
  ///
  /// It has the same ``profiles``, and ignores the declarations of others. Contributions are added to those of this
  /// registry, and decorators are outside of those that are there.
  ///
  /// An extension of a scope's registry is in the same scope: it has the same value, and it's closed with it.
  ///
  /// - Parameters:
  ///   - stage: Whether the new registry has all declarations, or more will be added later.
  ///   - routes: The declarations to add. Providing what's already provided is an error.
  /// - Returns: The new registry.
  /// - Throws: A `RegistryError` with all diagnostics, if at least one is an error.
  /// - Complexity: Linear in the number of added declarations, independent of the size of this registry.
  public func extending(
    stage: Stage = .complete, @RoutesBuilder _ routes: () -> Routes
  ) throws(RegistryError) -> Registry {
    let root = root
    let program = Program(
      routes(), mode: .extending, base: root.snapshot, stage: stage, profiles: root.properties.profiles,
      isolation: properties.isolation)
    let extended = try Registry(program, base: root, name: name)
    if stage == .complete { root.complete(with: extended) }
    return extended.opened(like: self, sharing: true)
  }

  /// Returns a registry in which some routes are replaced, usually for a test.
  ///
  ///     let fake = try registry.overriding {
  ///       Route(FakeClock.init) { RoutableService(.clock) }
  ///     }
  ///
  /// This registry doesn't change. The new one shares the routes that aren't replaced, but no instances: it
  /// makes its own singletons. Adapters of a replaced token lead to the replacement, and its decorators wrap it, except
  /// those of earlier overrides, which the replacement replaces. A
  /// contribution replaces the one with the same key in its place; a new key, or none, is added at the end, and
  /// ``Replaces`` removes all others. It has the same ``profiles``. If this is the registry of a
  /// scope, the same scopes are open in the new one, with the same values and instances of their own.
  ///
  /// - Parameter routes: The replacements. Replacing what this registry doesn't provide is an error.
  /// - Returns: The new registry.
  /// - Throws: A `RegistryError` with all diagnostics, if at least one is an error.
  /// - Complexity: Linear in the number of replacements, independent of the size of this registry.
  public func overriding(@RoutesBuilder _ routes: () -> Routes) throws(RegistryError) -> Registry {
    let (routes, root) = (routes(), root)
    if let layer = SimpleOverride.layer(of: routes, over: root.snapshot) {
      return Registry(layer, over: root).opened(like: self, sharing: false)
    }
    let program = Program(
      routes, mode: .overriding, base: root.snapshot, stage: stage, profiles: root.properties.profiles,
      isolation: properties.isolation)
    // One problem says more than one for each declaration.
    if root.purpose == .standIn, let problem = Diagnostic.nothingToOverride(by: program) {
      throw RegistryError([problem], routeCount: 0)
    }
    let overriding = try Registry(program, base: root, name: name)
    return overriding.opened(like: self, sharing: false)
  }

  /// Creates a registry that has the same routes and open scopes, records what it makes, and can release its
  /// instances.
  ///
  /// - Parameters:
  ///   - recorder: Receives requests and new instances.
  ///   - hasHandlers: Whether observers, interceptors, and reporters are called; a dry run calls none.
  package func recorded(by recorder: RegistryRecorder, hasHandlers: Bool) -> Registry {
    Registry(recordingRoot: root, recorder, hasHandlers: hasHandlers).opened(like: self, sharing: false)
  }

  /// What the compiler of a derived registry reads of this one.
  var snapshot: Snapshot {
    Snapshot(
      layer: layer, stage: stage, modules: properties.modules, isIsolated: properties.isolation != nil)
  }

  /// Lets early registries look up in a complete extension what they lack.
  private func complete(with extended: Registry) {
    var next: Registry? = self
    while let early = next, let completion = early.properties.completion {
      let waiting = completion.withLock { completion -> [@Sendable () -> Void] in
        guard completion.registry == nil else { return [] }
        completion.registry = extended
        defer { completion.waiting = [] }
        return completion.waiting
      }
      // A closure may use the registry, so the lock isn't held here.
      for resume in waiting { resume() }
      next = early.base
    }
  }
}

// A root retains its instances, and they may retain their registry. So that this is no cycle, it's another registry
// with the same routes and slots, the counted one: it's a user of the slots only while it reads or changes them, or
// while a scope is open that was opened from it. The root itself is a user as long as it exists, and its functions
// read the slots without counting anything. When the last user leaves, the slots release the instances, and from then
// on the counted registry throws `registryReleased`.
extension Registry {
  /// Whether this is the registry that a root's instances have.
  @inlinable var isCounted: Bool {
    @inline(__always) get { purpose == .counted }
  }

  /// Whether the slots are those of the base, because this extension keeps nothing itself.
  private var sharesSlots: Bool { base?.instances === instances }

  /// The registry that makes what this root keeps: the counted one, or this one if it keeps nothing itself.
  var maker: Registry { purpose == .use && !sharesSlots ? counted : self }

  /// The counted registry of this root; another one for each call if this root has no slots of its own.
  var counted: Registry {
    if isCounted { return self }
    if sharesSlots { return Registry(countedFor: self) }
    // Only registries are created here. The root is a user of the slots.
    return knownDowncast(instances.companion { Registry(countedFor: self) }, to: Registry.self)
  }

  /// Begins to use the slots of the root, which this registry uses already unless it's the counted one.
  ///
  /// - Returns: False if the root was released.
  @usableFromInline
  func enter() -> Bool { !isCounted || instances.enter() }

  /// Ends the use that `enter()` has begun.
  @usableFromInline
  func leave() { if isCounted { endUse() } }

  /// Removes a user of the slots, and after the last one, the use of the base by these slots.
  func endUse() {
    guard instances.leave() else { return }
    var last = self
    last.attachments?.lifecycle?.abandon()
    while last.sharesSlots, let base = last.base {
      last = base
      last.attachments?.lifecycle?.abandon()
    }
    last.base?.endUse()
  }

  /// Keeps all instances as long as the process.
  func keepForever() {
    instances.keepForever()
    root.base?.keepForever()
  }

  /// Returns whether another registry has the same routes, open scopes, and instances.
  func isSame(as other: Registry) -> Bool {
    self === other || layer === other.layer && scope === other.scope && instances === other.instances
  }
}
