// swift-tools-version: 6.2
import PackageDescription

/// Returns products of a package as dependencies of a target.
func products(_ names: String..., from package: String) -> [Target.Dependency] {
  names.map { .product(name: $0, package: package) }
}

let package = Package(
  name: "NotesServer", platforms: [.macOS(.v15)],
  products: [.executable(name: "notes-server", targets: ["NotesServer"])],
  dependencies: [
    .package(name: "Waymark", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // The application. Each folder is a module (RouteModule), except for Interfaces and Commands.
    .executableTarget(
      name: "NotesServer",
      dependencies: [
        products("ArgumentParser", from: "swift-argument-parser"),
        products("AsyncHTTPClient", from: "async-http-client"),
        products("Crypto", "CryptoExtras", from: "swift-crypto"),
        products("GRDB", from: "GRDB.swift"),
        products("HTTPTypes", from: "swift-http-types"),
        products("Hummingbird", "HummingbirdCore", "HummingbirdTLS", from: "hummingbird"),
        products("Logging", from: "swift-log"),
        products("Mustache", from: "swift-mustache"),
        products("NIOCore", "NIOHTTP1", from: "swift-nio"), products("NIOSSL", from: "swift-nio-ssl"),
        products("ServiceLifecycle", "UnixSignals", from: "swift-service-lifecycle"),
        products("Waymark", "WaymarkGraph", from: "Waymark"),
      ].flatMap(\.self), resources: [.copy("Assets"), .copy("Templates")]),
    .testTarget(
      name: "NotesServerTests",
      dependencies: [
        ["NotesServer"],
        products("ArgumentParser", from: "swift-argument-parser"),
        products("GRDB", from: "GRDB.swift"),
        products("Hummingbird", "HummingbirdTesting", from: "hummingbird"),
        products("InMemoryLogging", "Logging", from: "swift-log"),
        products("Mustache", from: "swift-mustache"),
        products("Waymark", "WaymarkTesting", from: "Waymark"),
      ].flatMap(\.self)),
  ], swiftLanguageModes: [.v6])

for target in package.targets {
  // As in Waymark's own manifest.
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
  if Context.environment["WAYMARK_STRICT"] != nil {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
  }
}
