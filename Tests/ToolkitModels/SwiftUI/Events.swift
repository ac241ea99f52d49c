public import Foundation

extension View {
  nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    let action = MainActorBound(action)
    return Modified(self) { $0.observe(onAppear: action.value, onDisappear: nil) }
  }

  nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    let action = MainActorBound(action)
    return Modified(self) { $0.observe(onAppear: nil, onDisappear: action.value) }
  }

  nonisolated public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    Modified(self) { context in
      let node = context.node
      context.observe(
        onAppear: { node.task = Task(priority: priority) { await action() } },
        onDisappear: { node.task?.cancel() })
    }
  }

  /// Page: swiftui/view/onchange(of:initial:_:)-4psgg
  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  nonisolated public func onChange<V>(
    of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some View where V: Equatable {
    let bound = MainActorBound((value, action))
    return Modified(self) { context in
      let (value, action) = bound.value
      let old = context.node.observedValue as? V
      context.node.observedValue = value
      if let old, old != value { context.pass.changes.append { action(old, value) } }
      if old == nil, initial { context.pass.changes.append { action(value, value) } }
    }
  }

  /// Page: swiftui/view/onchange(of:initial:_:)-8wgw9
  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  nonisolated public func onChange<V>(
    of value: V, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some View where V: Equatable {
    onChange(of: value, initial: initial) { _, _ in action() }
  }

  nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
    let action = MainActorBound(action)
    return Modified(self) { context in context.pass.urlHandlers.append(action.value) }
  }

  nonisolated public func onContinueUserActivity(
    _ activityType: String, perform action: @escaping (NSUserActivity) -> Void
  ) -> some View {
    let action = MainActorBound(action)
    return Modified(self) { context in context.pass.activityHandlers.append((activityType, action.value)) }
  }
}

#if canImport(Darwin)
#else
  // Foundation has these elsewhere.
  @_exported public import class ObjectiveC.NSUserActivity
  @_exported public import let ObjectiveC.NSUserActivityTypeBrowsingWeb
#endif
