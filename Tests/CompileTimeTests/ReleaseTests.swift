import Foundation
import Testing

/// `.ci/api --since` and `.ci/release`, in a repository with a listing, a changelog, and a README of a few lines.
@Suite("Releases")
struct ReleaseTests {
  private static let listing = """
    Clock: protocol Clock
    Clock: requirement func now() -> Int
    Watch: struct Watch
    Watch: init()

    """

  /// A repository in a folder of its own, with a commit, and with the tag 1.4.2 if it says so.
  private final class Repository {
    let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")

    init(tag: String? = "1.4.2") async throws {
      for script in ["api", "release"] {
        let copy = folder.appending(path: ".ci/\(script)")
        try FileManager.default.createDirectory(
          at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: Compiler.root.appending(path: ".ci/\(script)"), to: copy)
      }
      try write(ReleaseTests.listing, to: "Tests/CompileTimeTests/Fixtures/PublicAPI/Waymark.txt")
      try write(
        """
        # Changelog

        ## Unreleased

        - A fix.

        ## 1.4.2 (2026-11-01)

        - An older fix.

        """, to: ".github/CHANGELOG.md")
      try write("* @maintainers\n", to: ".github/CODEOWNERS")
      try write("version: 1\n", to: ".spi.yml")
      try write("    from: \"1.0.0\"\n", to: "README.md")
      try await git("init", "--quiet")
      try await git("config", "user.name", "Test")
      try await git("config", "user.email", "test@localhost")
      try await commit()
      if let tag { try await git("tag", tag) }
    }

    func write(_ text: String, to path: String) throws {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }

    /// Changes the listing of the public API, and commits the change.
    func change(_ old: String, _ new: String) async throws {
      try write(
        listing.replacing(old, with: new), to: "Tests/CompileTimeTests/Fixtures/PublicAPI/Waymark.txt")
      try await commit()
    }

    func commit() async throws {
      try await git("add", "--all")
      try await git("commit", "--quiet", "--message", "Change")
    }

    @discardableResult func git(_ arguments: String...) async throws -> String {
      let result = try await Tool.run("git", ["-C", folder.path] + arguments)
      try #require(result.code == 0, "\(arguments): \(result.errorText)")
      return result.output
    }

    func run(_ script: String, _ arguments: String...) async throws -> Tool.Result {
      try await Tool.run(folder.appending(path: ".ci/\(script)").path, arguments)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
  }

  @Test(arguments: [
    ("Watch: init()\n", "Watch: init()\n", "unchanged", "1.4.3"),
    ("Watch: init()\n", "Watch: init()\nWatch: func stop()\n", "additive", "1.5.0"),
    ("Watch: init()\n", "Watch: init(now: Int)\n", "breaking", "2.0.0"),
    ("Watch: init()\n", "", "breaking", "2.0.0"),
    ("Watch: struct", "Clock: requirement func stop()\nWatch: struct", "breaking", "2.0.0"),
    (
      "Watch: struct", "Timer: protocol Timer\nTimer: requirement func stop()\nWatch: struct", "additive",
      "1.5.0"
    ),
  ])
  func `the listing's changes decide the next version`(
    old: String, new: String, level: String, version: String
  ) async throws {
    let repository = try await Repository()
    if old != new { try await repository.change(old, new) }
    let result = try await repository.run("api", "--since")
    #expect(result.code == 0, "\(result.errorText)")
    #expect(
      result.output.split(separator: "\n").last
        == "The public API since 1.4.2: \(level). The next version is \(version).")
  }

  @Test func `the script prints each difference`() async throws {
    let repository = try await Repository()
    try await repository.change("Watch: init()", "Watch: init(now: Int)")
    #expect(
      try await repository.run("api", "--since", "1.4.2").output == """
        - Waymark Watch: init()
        + Waymark Watch: init(now: Int)
        The public API since 1.4.2: breaking. The next version is 2.0.0.

        """)
  }

  @Test func `the first version is 1.0.0`() async throws {
    let repository = try await Repository(tag: nil)
    let result = try await repository.run("release", "--dry-run", "1.0.0")
    #expect(
      result.output == """
        The repository has no tag of a version yet. The first version is 1.0.0.

        Notes of 1.0.0:

        - A fix.

        A dry run: nothing was changed.

        """, "\(result.errorText)")
    #expect(try await repository.git("tag") == "")
  }

  @Test func `a release tags its notes`() async throws {
    let repository = try await Repository()
    let result = try await repository.run("release", "1.4.3")
    #expect(result.code == 0, "\(result.errorText)")
    #expect(try await repository.git("log", "-1", "--format=%s %D").contains("Release 1.4.3 HEAD"))
    let message = try await repository.git("tag", "--list", "1.4.3", "--format=%(contents)")
    #expect(message.trimmingCharacters(in: .newlines) == "Waymark 1.4.3\n\n- A fix.")
    #expect(try await repository.run("release", "--notes", "1.4.3").output == "- A fix.\n")
    #expect(try await repository.run("release", "--notes", "1.4.2").output == "- An older fix.\n")
    #expect(try await repository.git("status", "--porcelain") == "")

    let again = try await repository.run("release", "1.4.4")
    #expect(again.errorText == "error: .github/CHANGELOG.md has no notes below '## Unreleased'\n")
  }

  @Test(arguments: [
    ("1.5", "'1.5' isn't a version, such as 1.2.0. Usage: .ci/release [--dry-run | --notes] <version>"),
    ("1.4.2", "the tag 1.4.2 exists already"),
    (
      "1.4.3",
      "the public API requires 1.5.0 or later: "
        + "The public API since 1.4.2: additive. The next version is 1.5.0."
    ),
    ("2.0.0", "README.md doesn't say 'from: \"2.0.0\"'"),
  ])
  func `a wrong version is refused`(version: String, message: String) async throws {
    let repository = try await Repository()
    try await repository.change("Watch: struct", "Watch: func start()\nWatch: struct")
    let result = try await repository.run("release", "--dry-run", version)
    #expect(result.code == 1)
    #expect(result.errorText == "error: \(message)\n")
  }

  @Test func `an unfinished repository is refused`() async throws {
    let repository = try await Repository()
    try repository.write("* @<owner>\n", to: ".github/CODEOWNERS")
    #expect(
      try await repository.run("release", "1.4.3").errorText
        == "error: the working tree has changes: commit them first\n")
    try await repository.commit()
    let result = try await repository.run("release", "1.4.3")
    #expect(result.output == ".github/CODEOWNERS:1:* @<owner>\n")
    #expect(
      result.errorText
        == "error: these lines have <owner> in place of the account that owns the repository\n")
  }

  /// The Swift Package Index links to the manual.
  @Test func `the workflow publishes the manual where the package index links`() throws {
    let settings = try Compiler.text(".spi.yml")
    let workflow = try Compiler.text(".github/workflows/release.yml")
    let link = try #require(
      settings.firstMatch(of: #/documentation: "https://[^/]*/(.*)/documentation/waymark/"/#))
    let path = try #require(workflow.firstMatch(of: #/run: .ci/documentation (.*)\n/#))
    #expect(link.output.1 == path.output.1)
  }

  /// A job that names a step that doesn't exist fails on GitHub only.
  @Test func `the workflows name existing steps`() async throws {
    let steps = Set(
      try await Tool.run(Compiler.root.appending(path: ".ci/run").path, ["--list"]).output
        .split(separator: "\n").compactMap { $0.split(separator: " ").first })
    let folder = Compiler.root.appending(path: ".github/workflows")
    var named: Set<Substring> = []
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      let text = try String(contentsOf: file, encoding: .utf8)
      for line in text.matches(of: #/(?:  steps:|\.ci/run) ([a-z -]+)(?: \$.*)?\n/#) {
        named.formUnion(line.output.1.split(separator: " "))
      }
    }
    #expect(steps.count > 15)
    #expect(named.subtracting(steps) == [])
    #expect(steps.subtracting(named) == ["benchmarks"], "the workflow Nightly runs it with all the others")
  }
}
