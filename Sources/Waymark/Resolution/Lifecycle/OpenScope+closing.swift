import WaymarkRuntime

extension OpenScope {
  /// Stops the instances of the scope, and closes it, after those inside it.
  ///
  /// Work of an instance in the scope, or in one inside it, doesn't wait for that. Neither does other work that the
  /// closing waits for, which is reported.
  func close() async {
    guard !LifecycleWork.isInside(self) else {
      if isOpen { _ = LifecycleWork.task { await self.stopAndEnd() } }
      return
    }
    let end: Void? = await LifecycleWork.wait(for: self, isAlwaysPerformed: true) { await self.stopAndEnd() }
    guard end == nil else { return }
    _ = outer.reporting(.lifecycleCycle("close()", of: "a \(name)", by: LifecycleWork.caller))
  }

  /// Does the same in a task whose work doesn't block the scope; waits if another task does that.
  ///
  /// Canceling the task changes nothing.
  private func stopAndEnd() async {
    guard beginClosing() else {
      _ = await LifecycleWork.wait(for: self, isAlwaysPerformed: true) { await self.waitForEnd() }
      return
    }
    let (inner, lifecycle) = (takeInner(), lifecycle)
    if !inner.isEmpty || lifecycle != nil {
      await LifecycleWork.runSteps(of: self) {
        for scope in inner { await scope.stopAndEnd() }
        guard let lifecycle else { return }
        await stopAll(lifecycle)
        _ = await Registry.stop(extensionsAround, .request)
      }
    }
    finish()
  }

  private func stopAll(_ lifecycle: Lifecycle) async {
    while true {
      let stopping = lifecycle.beginStopping(for: .closing) { [self] in
        // What the scope has started was made by its maker.
        guard let maker = currentMaker else { return [] }
        return await lifecycle.stopAll(in: maker)
      }
      switch stopping {
      case .nothing: return
      case .stop(let task):
        _ = await task.value
        return
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
