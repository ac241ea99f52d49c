// Makes `canImport(Darwin)` true. The library uses nothing of it.
