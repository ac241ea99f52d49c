import WaymarkRuntime

// The registries of dry runs and tests, which record their instances and can release them.
extension Registry {
  /// Creates a registry with the same routes and open scopes that records its instances and can release them.
  package func recorded(by recorder: RegistryRecorder, hasHandlers: Bool) -> Registry {
    root.recordingRoot(recorder, hasHandlers: hasHandlers).opened(like: self, sharing: false)
  }

  /// Closes the scopes of a recorded registry, and releases its singletons and those of its derived registries.
  package func releaseInstances() {
    // A leaked object may retain a derived registry, but that registry's singletons aren't leaks.
    for derived in makingRecorder?.takeDerived() ?? [] { derived.releaseInstances() }
    for scope in scope?.enclosing ?? [] { scope.close() }
    instances.removeAll()
    guard let lifecycle = root.lifecycle else { return }
    // A stopped registry stays stopped for a task that outlives its test.
    if lifecycle.isStopped { lifecycle.releaseHidden(andRetired: true) } else { lifecycle.abandon() }
  }
}
