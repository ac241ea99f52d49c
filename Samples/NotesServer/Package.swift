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
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
  ]
    + [
      ("apple/swift-argument-parser", "1.8.0"), ("apple/swift-crypto", "4.5.0"),
      ("apple/swift-http-types", "1.8.0"), ("apple/swift-log", "1.14.0"), ("apple/swift-nio", "2.101.0"),
      ("apple/swift-nio-extras", "1.35.0"), ("apple/swift-nio-ssl", "2.37.2"), ("groue/GRDB.swift", "7.10.0"),
      ("hummingbird-project/swift-mustache", "2.1.0"), ("swift-server/async-http-client", "1.30.0"),
      ("swift-server/swift-service-lifecycle", "2.13.0"),
    ].map { .package(url: "https://github.com/\($0)", from: Version(stringLiteral: $1)) },
  targets: [
    // The application. Each folder is a module (RouteModule), except for Interfaces and Commands.
    .executableTarget(
      name: "NotesServer",
      dependencies: [
        products("ArgumentParser", from: "swift-argument-parser"), products("GRDB", from: "GRDB.swift"),
        products("AsyncHTTPClient", from: "async-http-client"), products("Mustache", from: "swift-mustache"),
        products("Crypto", "CryptoExtras", from: "swift-crypto"), products("Logging", from: "swift-log"),
        products("HTTPTypes", from: "swift-http-types"), products("NIOSSL", from: "swift-nio-ssl"),
        products("Hummingbird", "HummingbirdCore", "HummingbirdTLS", from: "hummingbird"),
        products("NIOCore", "NIOHTTP1", from: "swift-nio"),
        products("NIOHTTPTypes", from: "swift-nio-extras"),
        products("ServiceLifecycle", "UnixSignals", from: "swift-service-lifecycle"),
        products("Waymark", "WaymarkGraph", from: "Waymark"),
      ].flatMap(\.self), resources: [.copy("Assets"), .copy("Schema"), .copy("Templates")]),
    .testTarget(
      name: "NotesServerTests",
      dependencies: [
        ["NotesServer"], products("ArgumentParser", from: "swift-argument-parser"),
        products("GRDB", from: "GRDB.swift"), products("Mustache", from: "swift-mustache"),
        products("Hummingbird", "HummingbirdTesting", from: "hummingbird"),
        products("InMemoryLogging", "Logging", from: "swift-log"),
        products("HTTPTypes", from: "swift-http-types"), products("NIOCore", "NIOPosix", from: "swift-nio"),
        products("Waymark", "WaymarkTesting", from: "Waymark"),
      ].flatMap(\.self), exclude: ["Support/nginx.conf"]),
  ], swiftLanguageModes: [.v6])

// As in Waymark's own manifest.
let features = [
  "ExistentialAny", "MemberImportVisibility", "InferIsolatedConformances", "NonisolatedNonsendingByDefault",
]
let isStrict = Context.environment["WAYMARK_STRICT"] != nil
for target in package.targets {
  target.swiftSettings = features.map { .enableUpcomingFeature($0) }
  if isStrict { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
}
