import WaymarkRuntime

// The registries of dry runs and tests, which record their instances and can release them.
extension Registry {
  /// Creates a registry with the same routes and open scopes that records its instances and can release them.
  package func recorded(by recorder: RegistryRecorder, hasHandlers: Bool) -> Registry {
    root.recordingRoot(recorder, hasHandlers: hasHandlers).opened(like: self, sharing: false)
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

  /// Closes the scopes of a recorded registry, and releases its singletons and those of its derived registries.
  package func releaseInstances() {
    // A leaked object may retain a derived registry, but that registry's singletons aren't leaks.
    for derived in makingRecorder?.takeDerived() ?? [] { derived.releaseInstances() }
    var next = self
    while let scope = next.scope {
      scope.close()
      next = scope.outer
    }
    next.instances.removeAll()
    next.lifecycle?.abandon()
  }
}
