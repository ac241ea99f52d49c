import WaymarkRuntime

extension Registry {
  /// Returns a registry that adds declarations to this one.
  ///
  ///     let complete = try registry.extending { SyncModule() }
  ///     Registry.install(complete)
  ///
  /// Use it to load more of a program after its start. This registry doesn't change. The new one shares its routes,
  /// adapters, and kept instances, and keeps only instances of added routes itself. This registry creates its own
  /// instances without the added declarations, and a note (`unseen-addition`) names each kept one that misses one.
  ///
  /// The extension skips this registry's modules if they're discovered, or listed without stored properties. So you can
  /// pass the same list of modules as for an early registry.
  ///
  /// The new registry has the same ``profiles``. Compilation also checks the extension for other profiles, if
  /// this registry is the same for them, or if it's early and not an override. The extension adds contributions to this
  /// registry's collections, and its decorators are outside of this registry's. An extension of a scope's registry is
  /// in the same scope, with the same value, and closes with it.
  ///
  /// - Parameters:
  ///   - stage: Whether the new registry has all declarations, or you'll add more later.
  ///   - routes: The declarations to add. Providing a token again is an error.
  /// - Returns: The new registry.
  /// - Throws: A `RegistryError` with all diagnostics, if at least one is an error.
  /// - Complexity: Linear in the number of added declarations, and of optional dependencies and collections that this
  ///   registry's routes need, otherwise independent of the size of this registry. An extension that supplies one of
  ///   them is linear in that size, as is the first extension, one with decorators and, with scopes, one with
  ///   contributions. This holds for each profile that compilation checks.
  public func extending(
    stage: Stage = .complete, @RoutesBuilder _ routes: () -> Routes
  ) throws(RegistryError) -> Registry {
    let root = root
    let linked = Linked(
      routes(), mode: .extending, base: root.image, stage: stage, profiles: root.properties.profiles,
      isolation: properties.isolation)
    let extended = Registry(try Parts(compiling: linked, base: root, name: name))
    root.add(extended, ofScope: scope != nil)
    makingRecorder?.add(extended)
    return extended.opened(like: self, sharing: true)
  }

  /// Returns a registry that replaces some routes, usually for a test.
  ///
  ///     let fake = try registry.overriding {
  ///       Route(FakeClock.init) { RoutableService(.clock) }
  ///     }
  ///
  /// This registry doesn't change. The new one shares its other routes but no instances: it creates its own singletons.
  /// It has the same ``profiles``. If this is the registry of a scope, the new one has the same scopes open, with the
  /// same values and its own instances.
  ///
  /// Adapters of a replaced token lead to the replacement. Decorators wrap it, except decorators of earlier overrides.
  /// A contribution replaces the one with the same key in its place. The collection appends any other contribution, and
  /// ``Replaces`` removes all earlier ones.
  ///
  /// - Parameter routes: The replacements. Replacing a token that this registry doesn't provide is an error.
  /// - Returns: The new registry.
  /// - Throws: A `RegistryError` with all diagnostics, if at least one is an error.
  /// - Complexity: Linear in the number of replacements, independent of the size of this registry.
  public func overriding(@RoutesBuilder _ routes: () -> Routes) throws(RegistryError) -> Registry {
    let (routes, root) = (routes(), root)
    if let overriding = root.overridingSimply(routes) { return overriding.derived(from: self) }
    return try root.overriding(routes).derived(from: self)
  }

  /// Returns this override with the open scopes of its base and the recorder of a test, if any.
  private func derived(from base: Registry) -> Registry {
    let recorder = base.makingRecorder
    let root = recorder.map { recordingRoot($0, hasHandlers: true) } ?? self
    let derived = root.opened(like: base, sharing: false)
    recorder?.add(derived)
    return derived
  }

  /// Creates a root with the same routes that records its instances and can release them.
  func recordingRoot(_ recorder: RegistryRecorder, hasHandlers: Bool) -> Registry {
    let properties = RegistryProperties(
      name: name, stage: stage, profiles: properties.profiles, isolation: properties.isolation,
      handlers: hasHandlers ? properties.handlers : nil, found: properties.found,
      unreachable: properties.unreachable, varyingProfiles: properties.varyingProfiles,
      variants: properties.variants)
    return Registry(Parts(image, properties, recorder))
  }

  /// Returns the registry of a simple override of this root, or nil for another override.
  private func overridingSimply(_ routes: Routes) -> Registry? {
    // The registry retains both.
    let (stage, isIsolated) = propertiesReference.read { ($0.stage, $0.isolation != nil) }
    let image = imageReference.read {
      SimpleOverride.image(of: routes, over: $0, stage, isIsolated: isIsolated)
    }
    return image.map { Registry(Parts($0, properties)) }
  }

  /// Returns the registry of an override of this root, compiled with the rules.
  private func overriding(_ routes: Routes) throws(RegistryError) -> Registry {
    let linked = Linked(
      routes, mode: .overriding, base: image, stage: purpose == .standIn ? .complete : stage,
      profiles: properties.profiles,
      isolation: properties.isolation)
    // Report one problem instead of one for each declaration.
    if purpose == .standIn, let problem = Diagnostic.nothingToOverride(by: linked) {
      throw RegistryError([problem], routeCount: 0)
    }
    return Registry(try Parts(compiling: linked, base: self, name: name))
  }
}

// A root retains its instances, and they can retain their registry. To avoid a cycle, their registry is another one
// with the same routes and slots, the counted registry. It's a user of the slots only while it reads or changes them,
// or while a scope opened from it is open. The root itself is a user as long as it exists, and its functions read the
// slots without counting anything. When the last user leaves, the slots release the instances, and from then on the
// counted registry throws `registryReleased`.
extension Registry {
  /// Whether this is the registry of a root's instances.
  @inline(__always)
  var isCounted: Bool { purpose == .counted }

  /// Whether the slots are the base's, because this extension keeps nothing itself.
  private var sharesSlots: Bool { base?.instances === instances }

  /// The registry that creates this root's kept instances: the counted one, or this one if it keeps nothing itself.
  var maker: Registry { purpose == .use && !sharesSlots ? counted : self }

  /// The counted registry of this root, a new one for each call if the root has no slots of its own.
  var counted: Registry {
    if isCounted { return self }
    if sharesSlots { return newCounted }
    // The closure creates only registries. The root is a user of the slots.
    return knownDowncast(instances.companion { newCounted }, to: Registry.self)
  }

  private var newCounted: Registry {
    let parts = Parts(
      image: image, properties: properties, instances: instances, attachments: attachments,
      base: base?.counted)
    return Registry(parts, purpose: .counted)
  }

  /// Begins to use the root's slots, which only the counted registry doesn't already use, or returns false.
  func enter() -> Bool { !isCounted || instances.enter() }

  /// Ends the use that `enter()` has begun.
  func leave() { if isCounted { endUse() } }

  /// Removes a user of the slots, and with the last one the slots' use of the base.
  func endUse() {
    // This registry retains its slots.
    guard slotsReference.read({ $0.leave() }) else { return }
    releaseLifecycle()
  }

  /// Releases the instances of a root without users of its slots, of bases with the same slots, and the next base.
  private func releaseLifecycle() {
    attachments?.lifecycle?.abandon()
    guard let base else { return }
    if sharesSlots { base.releaseLifecycle() } else { base.endUse() }
  }

  /// Keeps all instances until the process ends.
  func keepForever() {
    instances.keepForever()
    root.base?.keepForever()
    for scope in scope?.enclosing ?? [] { scope.stopPinning() }
  }

  /// Returns whether another registry has the same routes, open scopes, and instances.
  func isSame(as other: Registry) -> Bool {
    self === other || image === other.image && scope === other.scope && instances === other.instances
  }
}
