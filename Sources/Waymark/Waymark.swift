// All of the library: the core, looking at a registry, and showing views.
@_exported public import WaymarkCore
@_exported public import WaymarkInspection
@_exported public import WaymarkNavigation
