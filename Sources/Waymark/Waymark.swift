// All of the library: the core, and showing views.
@_exported public import WaymarkCore
@_exported public import WaymarkNavigation
