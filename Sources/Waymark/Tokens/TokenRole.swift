/// The role of a token: which of the four tokens it is.
public enum TokenRole: UInt8, Sendable, Hashable, CaseIterable {
  /// The role of ``RoutableView``: a view.
  case view

  /// The role of ``RoutableService``: a service.
  case service

  /// The role of ``RoutableViewModule``: the configuration of a view's route.
  case viewModule

  /// The role of ``RoutableServiceModule``: the configuration of a service's route.
  case serviceModule

  /// The kind of destination that tokens of this role are for.
  public var kind: DestinationKind {
    switch self {
    case .view, .viewModule: .view
    case .service, .serviceModule: .service
    }
  }

  /// Whether tokens of this role request a configuration, not a destination.
  public var isModule: Bool { self == .viewModule || self == .serviceModule }
}
