/// The role of a token: which of the six tokens it is.
public enum TokenRole: UInt8, Sendable, Hashable, CaseIterable {
  /// The role of ``RoutableView``: a view.
  case view

  /// The role of ``RoutableService``: a service.
  case service

  /// The role of ``RoutableViewModule``: the configuration of a view's route.
  case viewModule

  /// The role of ``RoutableServiceModule``: the configuration of a service's route.
  case serviceModule

  /// The role of ``RoutableViews``: the views that modules contribute to a collection.
  case views

  /// The role of ``RoutableServices``: the services that modules contribute to a collection.
  case services

  /// The kind of destination that tokens of this role are for.
  public var kind: DestinationKind {
    switch self {
    case .view, .viewModule, .views: .view
    case .service, .serviceModule, .services: .service
    }
  }

  /// Whether tokens of this role request a configuration, not a destination.
  public var isModule: Bool { self == .viewModule || self == .serviceModule }

  /// Whether tokens of this role request a collection, not one destination.
  public var isCollection: Bool { self == .views || self == .services }
}
