public import Foundation

extension View {
  /// Page: swiftui/view/onappear(perform:)
  @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
  nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    let action = MainActorBound(action)
    return Modified(self) { $0.observe(onAppear: action.value, onDisappear: nil) }
  }

  /// Page: swiftui/view/ondisappear(perform:)
  @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
  nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    let action = MainActorBound(action)
    return Modified(self) { $0.observe(onAppear: nil, onDisappear: action.value) }
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

  /// Page: swiftui/view/onopenurl(perform:)
  @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
  nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
    let action = MainActorBound(action)
    return Modified(self) { context in context.pass.urlHandlers.append(action.value) }
  }

  /// Page: swiftui/view/oncontinueuseractivity(_:perform:)
  @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
  nonisolated public func onContinueUserActivity(
    _ activityType: String, perform action: @escaping (NSUserActivity) -> Void
  ) -> some View {
    let action = MainActorBound(action)
    return Modified(self) { context in context.pass.activityHandlers.append((activityType, action.value)) }
  }
}

#if canImport(Darwin)
#else
  /// Page: foundation/nsuseractivity, which Foundation lacks where there is no toolkit.
  @available(iOS 8.0, macOS 10.10, tvOS 9.0, watchOS 2.0, *)
  open class NSUserActivity: NSObject {
    /// Page: foundation/nsuseractivity/activitytype
    public let activityType: String
    /// Page: foundation/nsuseractivity/webpageurl
    open var webpageURL: URL?
    /// Page: foundation/nsuseractivity/userinfo
    open var userInfo: [AnyHashable: Any]?

    /// Page: foundation/nsuseractivity/init(activitytype:)
    public init(activityType: String) { self.activityType = activityType }
  }

  /// Page: foundation/nsuseractivitytypebrowsingweb
  @available(iOS 8.0, macOS 10.10, tvOS 10.0, *)
  public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"
#endif
