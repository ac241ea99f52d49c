public import Waymark

// The short names of tokens for test files. In modules, they're available only where routes are declared.

/// The token of a view, by its protocol.
public typealias View = RoutableView
/// The token of a service, by its protocol.
public typealias Service = RoutableService
/// The token of the configuration of a view's route, by its protocol.
public typealias ViewModule = RoutableViewModule
/// The token of the configuration of a service's route, by its protocol.
public typealias ServiceModule = RoutableServiceModule
/// The token of the views that modules contribute to a collection, by their protocol.
public typealias Views = RoutableViews
/// The token of the services that modules contribute to a collection, by their protocol.
public typealias Services = RoutableServices
