// All that tests use: the traits and expectations of the core, and a window that records views.
@_exported public import WaymarkCoreTesting
