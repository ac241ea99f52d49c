/// Which of the four tokens a token is.
public enum TokenRole: UInt8, Sendable, Hashable, CaseIterable {
  /// ``RoutableView``: a view, by its protocol.
  case view

  /// ``RoutableService``: a service, by its protocol.
  case service

  /// ``RoutableViewModule``: the configuration of a view's route.
  case viewModule

  /// ``RoutableServiceModule``: the configuration of a service's route.
  case serviceModule

  /// The kind of destination to which such a token leads.
  public var kind: DestinationKind {
    switch self {
    case .view, .viewModule: .view
    case .service, .serviceModule: .service
    }
  }

  /// Whether such a token asks for a configuration, not for the destination.
  public var isModule: Bool { self == .viewModule || self == .serviceModule }
}
