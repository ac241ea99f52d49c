// swift-tools-version: 6.2
import PackageDescription

let waymark = Target.Dependency.product(name: "Waymark", package: "Waymark")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")

let package = Package(
  name: "NotesServer",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "notes-server", targets: ["notes-server"])],
  dependencies: [
    .package(name: "Waymark", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/grpc/grpc-swift-2", from: "2.4.0"),
    .package(url: "https://github.com/grpc/grpc-swift-nio-transport", from: "2.9.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
  ],
  targets: [
    // What the modules agree on: values, storages, scopes, and links.
    .target(name: "ServerInterfaces", dependencies: [waymark]),
    // What a page is: neither notes nor accounts, and no web server.
    .target(
      name: "PageKit",
      dependencies: [
        "ServerInterfaces", waymark, httpTypes, crypto,
        .product(name: "Mustache", package: "swift-mustache"),
      ]),
    // The modules. Each depends on the two above, and on no other module.
    .target(
      name: "Accounts",
      dependencies: [
        "PageKit", "ServerInterfaces", waymark, httpTypes, crypto,
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ]),
    .target(name: "Notes", dependencies: ["PageKit", "ServerInterfaces", waymark, httpTypes]),
    .target(name: "Search", dependencies: ["PageKit", "ServerInterfaces", waymark, httpTypes]),
    .target(name: "Sharing", dependencies: ["PageKit", "ServerInterfaces", waymark, httpTypes]),
    .target(name: "Admin", dependencies: ["PageKit", "ServerInterfaces", waymark, httpTypes]),
    // The storages, in this process and in another one.
    .target(
      name: "Storage",
      dependencies: ["ServerInterfaces", waymark, grdb]),
    .target(
      name: "Remote",
      dependencies: [
        "ServerInterfaces", waymark,
        .product(name: "GRPCCore", package: "grpc-swift-2"),
        .product(name: "GRPCNIOTransportHTTP2Posix", package: "grpc-swift-nio-transport"),
      ]),
    // Turns requests into pages: the only part that knows the web server.
    .target(
      name: "WebServer",
      dependencies: ["PageKit", "ServerInterfaces", waymark, httpTypes, logging, hummingbird, nioCore]),
    // The composition: it knows all modules.
    .target(
      name: "NotesServer",
      dependencies: [
        "Accounts", "Admin", "Notes", "PageKit", "Remote", "Search", "ServerInterfaces", "Sharing", "Storage",
        "WebServer", waymark, logging, serviceLifecycle, hummingbird,
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]),
    .executableTarget(
      name: "notes-server",
      dependencies: [
        "NotesServer", "WebServer", waymark, logging,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // The same pages connected by hand, for comparison; see measure-load.
    .executableTarget(
      name: "notes-server-by-hand",
      dependencies: [
        "Notes", "PageKit", "Remote", "Search", "ServerInterfaces", "Storage", "WebServer", httpTypes,
        hummingbird, nioCore,
      ]),
    .testTarget(
      name: "NotesServerTests",
      dependencies: [
        "Accounts", "Admin", "Notes", "NotesServer", "PageKit", "Remote", "Search", "ServerInterfaces",
        "Sharing", "Storage", "WebServer", "notes-server", waymark, httpTypes, hummingbird, nioCore, grdb,
        .product(name: "WaymarkTesting", package: "Waymark"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "GRPCCore", package: "grpc-swift-2"),
        .product(name: "GRPCNIOTransportHTTP2Posix", package: "grpc-swift-nio-transport"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    // As in Waymark's own manifest.
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
  if Context.environment["WAYMARK_STRICT"] != nil {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
  }
}
