public import Waymark

// The short names of tokens, which in modules are found where routes are declared only, for test files.

/// A view, by its protocol.
public typealias View = RoutableView
/// A service, by its protocol.
public typealias Service = RoutableService
/// The configuration of a view's route, by its protocol.
public typealias ViewModule = RoutableViewModule
/// The configuration of a service's route, by its protocol.
public typealias ServiceModule = RoutableServiceModule
