import WaymarkRuntime

extension OpenScope {
  /// Stops the instances of the scope, and closes it, after those inside it.
  ///
  /// Work of an instance in the scope, or in one inside it, doesn't wait for that. Neither does other work that the
  /// closing waits for, which is reported.
  ///
  /// - Parameter registry: The registry of this scope, or an extension of it, that was asked to close.
  func close(for registry: Registry) async {
    guard !LifecycleWork.isInside(self) else {
      if isOpen { _ = LifecycleWork.task { await self.stopAndEnd(for: registry) } }
      return
    }
    let end: Void? = await LifecycleWork.wait(for: self, isAlwaysPerformed: true) {
      await self.stopAndEnd(for: registry)
    }
    guard end == nil else { return }
    let error = RouteError.lifecycleCycle("close()", of: "a \(name)", by: LifecycleWork.caller)
    _ = InstanceWork.outside { registry.reporting(error) }
  }

  /// Does the same in a task whose work doesn't block the scope; waits if another task does that.
  ///
  /// Canceling the task changes nothing.
  private func stopAndEnd(for registry: Registry) async {
    guard beginClosing() else {
      _ = await LifecycleWork.wait(for: self, isAlwaysPerformed: true) { await self.waitForEnd() }
      return
    }
    let (inner, lifecycle) = (takeInner(), lifecycle)
    if !inner.isEmpty || lifecycle != nil {
      await LifecycleWork.runSteps(of: self) {
        for scope in inner { await scope.stopAndEnd(for: registry) }
        guard let lifecycle else { return }
        let errors = await stopAll(lifecycle) + Registry.stop(extensionsAround, .request)
        // The registries of the instances have reported the errors to their own declarations.
        for error in errors { _ = registry.reporting(error) }
      }
    }
    finish()
  }

  private func stopAll(_ lifecycle: Lifecycle) async -> [RouteError] {
    while true {
      let stopping = lifecycle.beginStopping(for: .closing) { [self] in
        // What the scope has started was made by its maker.
        guard let maker = currentMaker else { return [] }
        return await lifecycle.stopAll(in: maker)
      }
      switch stopping {
      case .nothing: return []
      case .stop(let task): return await task.value
      // After the end of a start, there may be instances that requests had made before it.
      case .wait(let end): _ = await LifecycleWork.wait(for: lifecycle, isAlwaysPerformed: true, end)
      }
    }
  }

  /// The extensions of the registries around the scope of an extension, the outermost first; empty in other scopes.
  var extensionsAround: [Registry] {
    isExtension ? (outer.scope?.extensionsAround ?? []) + [outer] : []
  }
}
