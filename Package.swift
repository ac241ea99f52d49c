// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Waymark",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .visionOS(.v1), .watchOS(.v9)],
  products: [
    .library(name: "Waymark", targets: ["Waymark"]),
    .library(name: "WaymarkCore", targets: ["WaymarkCore"]),
    .library(name: "WaymarkInspection", targets: ["WaymarkInspection"]),
    .library(name: "WaymarkServer", targets: ["WaymarkServer"]),
    .library(name: "WaymarkSystem", targets: ["WaymarkSystem"]),
    .library(name: "WaymarkGraph", targets: ["WaymarkGraph"]),
    .library(name: "WaymarkTesting", targets: ["WaymarkTesting"]),
    .library(name: "WaymarkCoreTesting", targets: ["WaymarkCoreTesting"]),
    .library(name: "WaymarkUIKit", targets: ["WaymarkUIKit"]),
    .library(name: "WaymarkAppKit", targets: ["WaymarkAppKit"]),
    .library(name: "WaymarkSwiftUI", targets: ["WaymarkSwiftUI"]),
  ],
  traits: [
    .trait(
      name: "Portable",
      description:
        "Calls functions and converts values in ordinary Swift, instead of by Swift's ABI, up to three times as slowly."
    )
  ],
  targets: [
    .target(name: "CWaymarkRuntime"),
    .target(
      name: "WaymarkRuntime", dependencies: ["CWaymarkRuntime"],
      // Atomic values are memory that only C functions access.
      swiftSettings: [.enableExperimentalFeature("RawLayout")]),
    .target(name: "WaymarkCore", dependencies: ["WaymarkRuntime"]),
    // The graph, dry runs, and the audit: a target of its own, so that a server doesn't contain it.
    .target(name: "WaymarkInspection", dependencies: ["WaymarkCore", "WaymarkRuntime"]),
    .target(name: "WaymarkNavigation", dependencies: ["WaymarkCore", "WaymarkRuntime"]),
    .target(name: "Waymark", dependencies: ["WaymarkCore", "WaymarkInspection", "WaymarkNavigation"]),
    // Caches of open scopes: a target of its own, so that an application without sessions doesn't contain it.
    .target(name: "WaymarkServer", dependencies: ["WaymarkCore", "WaymarkRuntime"]),
    // The date, identifiers, clocks, and random numbers as services.
    .target(name: "WaymarkSystem", dependencies: ["WaymarkCore", "WaymarkRuntime"]),
    // The graph as a page: a target of its own, so that an application that doesn't write pages doesn't contain it.
    // Page/PageFiles.swift contains the text of its script and style.
    .target(
      name: "WaymarkGraph", dependencies: ["WaymarkCore", "WaymarkInspection"],
      exclude: ["Page/page.css", "Page/page.js"]),
    .target(
      name: "WaymarkCoreTesting",
      dependencies: ["WaymarkCore", "WaymarkGraph", "WaymarkInspection", "WaymarkRuntime", "WaymarkSystem"]),
    .target(name: "WaymarkTesting", dependencies: ["Waymark", "WaymarkCoreTesting"]),
    // The presenters are empty where their toolkit doesn't exist; Tests/ToolkitTests builds them with models.
    .target(name: "WaymarkToolkit", dependencies: ["Waymark"]),
    .target(name: "WaymarkUIKit", dependencies: ["Waymark", "WaymarkRuntime", "WaymarkToolkit"]),
    .target(name: "WaymarkAppKit", dependencies: ["Waymark", "WaymarkRuntime", "WaymarkToolkit"]),
    .target(name: "WaymarkSwiftUI", dependencies: ["Waymark", "WaymarkToolkit"]),
    .target(name: "ForeignVocabulary", path: "Tests/Support/ForeignVocabulary"),
    .target(name: "SeededTesting", path: "Tests/Support/SeededTesting"),
    .target(
      name: "SharedFixtures", dependencies: ["WaymarkCore", "WaymarkInspection", "WaymarkRuntime"],
      path: "Tests/Support/SharedFixtures"),
    .target(name: "ScriptedWindow", dependencies: ["Waymark"], path: "Tests/Support/ScriptedWindow"),
    .target(
      name: "PresenterWalk", dependencies: ["Waymark", "SeededTesting"], path: "Tests/Support/PresenterWalk"),
    .testTarget(name: "WaymarkRuntimeTests", dependencies: ["WaymarkRuntime", "SeededTesting"]),
    .testTarget(
      name: "WaymarkCoreTests",
      dependencies: [
        "WaymarkCore", "WaymarkInspection", "WaymarkRuntime", "ForeignVocabulary", "SeededTesting",
        "SharedFixtures",
      ]),
    .testTarget(
      name: "WaymarkInspectionTests",
      dependencies: ["WaymarkCore", "WaymarkInspection", "WaymarkRuntime", "SeededTesting", "SharedFixtures"]),
    .testTarget(
      name: "WaymarkNavigationTests",
      dependencies: [
        "Waymark", "WaymarkCore", "WaymarkNavigation", "WaymarkRuntime", "WaymarkTesting", "WaymarkToolkit",
        "ScriptedWindow", "SeededTesting", "SharedFixtures",
      ]),
    // The messages in README and in the articles about problems and errors, and the tests' own tools.
    .testTarget(
      name: "WaymarkTests",
      dependencies: [
        "Waymark", "WaymarkCore", "WaymarkInspection", "WaymarkNavigation", "WaymarkRuntime",
        "ScriptedWindow", "SeededTesting",
        "SharedFixtures",
      ]),
    .testTarget(
      name: "WaymarkCoreTestingTests",
      dependencies: [
        "WaymarkCore", "WaymarkCoreTesting", "WaymarkRuntime", "WaymarkSystem", "SeededTesting",
        "SharedFixtures",
      ]),
    .testTarget(
      name: "WaymarkServerTests",
      dependencies: [
        "WaymarkCore", "WaymarkCoreTesting", "WaymarkRuntime", "WaymarkServer", "SeededTesting",
        "SharedFixtures",
      ]),
    .testTarget(
      name: "WaymarkSystemTests", dependencies: ["WaymarkCore", "WaymarkInspection", "WaymarkSystem"]),
    .testTarget(
      name: "WaymarkGraphTests",
      dependencies: ["WaymarkCore", "WaymarkGraph", "WaymarkInspection", "SeededTesting", "SharedFixtures"]),
    .testTarget(
      name: "WaymarkTestingTests",
      dependencies: [
        "Waymark", "WaymarkRuntime", "WaymarkTesting", "ForeignVocabulary", "PresenterWalk", "SeededTesting",
        "SharedFixtures",
      ]),
    .testTarget(
      name: "CompileTimeTests",
      dependencies: ["Waymark", "WaymarkServer", "WaymarkSystem", "WaymarkTesting"],
      exclude: ["Fixtures"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// The compiler finds no unsafe code outside of WaymarkRuntime. Targets with a path are parts of the tests.
for target in package.targets where target.type == .regular && target.path == nil {
  guard !["CWaymarkRuntime", "WaymarkRuntime"].contains(target.name) else { continue }
  target.swiftSettings = [.strictMemorySafety()]
}

for target in package.targets where target.name != "CWaymarkRuntime" {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      // An existential is written `any P`, so that its cost is seen where it is paid.
      .enableUpcomingFeature("ExistentialAny"),
      // An import leaks into the public interface only where it says `public import`.
      .enableUpcomingFeature("InternalImportsByDefault"),
      // A member is found only through a module that the file itself imports.
      .enableUpcomingFeature("MemberImportVisibility"),
      // A conformance of a main-actor type is isolated with it, as its users' will be.
      .enableUpcomingFeature("InferIsolatedConformances"),
      // An asynchronous function runs where its caller does: no hop that nobody asked for.
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}

// `.ci/run` sets this variable. Without it, a warning that a newer compiler adds doesn't stop a user's build.
if Context.environment["WAYMARK_STRICT"] != nil {
  for target in package.targets {
    if target.name == "CWaymarkRuntime" {
      target.cSettings = (target.cSettings ?? []) + [.treatAllWarnings(as: .error)]
    } else {
      target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
      // In release, the tests run against the optimized library. Optimizing their own code took most of that build.
      if target.isTest {
        target.swiftSettings? += [.unsafeFlags(["-Onone"], .when(configuration: .release))]
      } else {
        // Each user's build pays for slow expressions. The compiler reports one that takes more than 300 ms of processor
        // time. The slowest one took 47 ms on a busy machine. An expression also pays for loading the modules that it's
        // the first to use. With Apple's toolkits, nobody has measured this time.
        let flags = ["-Xfrontend", "-warn-long-expression-type-checking=300"]
        target.swiftSettings? += [.unsafeFlags(flags, .when(platforms: [.linux], configuration: .debug))]
      }
    }
  }
}
