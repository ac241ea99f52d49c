import Foundation
import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection

private struct Generic<First, Second>: Sendable {}
private struct Ünïcode名: Sendable {}

private struct CycleModule: RouteModule {
  var routes: Routes {
    Route({ (_: DestinationServiceRouter<any RequiredDraft>) in PlainDraft() }) { Service<any Draft>() }
    Route({ (_: any Draft) in PlainDraft() }) { Service<any RequiredDraft>() }
  }
}

@Suite("Exports of the graph")
struct RouteGraphExportTests: RouteVocabulary {
  @Test func `the graph exports Mermaid`() throws {
    let graph = try Registry {
      SmallModule()
      CycleModule()
    }.graph
    #expect(
      graph.mermaid() == """
        flowchart LR
          subgraph m0["SmallModule"]
            n0(["MemoryStore<br/>singleton"])
            n1["NoteList"]
            n2{{"Service#lt;any RequiredStore#gt;"}}
            n3["Editor<br/>View#lt;any EditorInput#gt;"]
            n4{{"View#lt;any HeadingInput#gt;"}}
            n5["Editor<br/>View#lt;Editor#gt;"]
          end
          subgraph m1["CycleModule"]
            n6(["PlainDraft<br/>Service#lt;any Draft#gt;"])
            n7(["PlainDraft<br/>Service#lt;any RequiredDraft#gt;"])
          end
          n1 -->|"parameter 1"| n0
          n1 -.->|"parameter 2"| n3
          n1 -.->|"heading"| n4
          n1 --o n2
          n2 ==> n0
          n4 ==> n3
          n6 -.->|"parameter 1, cycle"| n7
          n7 -->|"parameter 1, cycle"| n6
          classDef open stroke-dasharray: 5 3
          class n3 open
          classDef kept stroke-width: 3px
          class n0 kept

        """)
  }

  @Test func `the graph exports DOT`() throws {
    let graph = try Registry {
      CycleModule()
      shared({ MemoryStore() }, Service<any NoteStore>())
      Route({ (_: Resolver) in Editor() }) { View<any EditorInput>() }
    }.graph
    #expect(
      graph.dot() == """
        digraph Waymark {
          rankdir=LR; fontname="Helvetica"; fontsize=12;
          node [fontname="Helvetica", fontsize=11];
          edge [fontname="Helvetica", fontsize=9];
          subgraph cluster_0 {
            label="CycleModule"; color=gray50;
            "CycleModule.PlainDraft" [label="PlainDraft\\nService<any Draft>", shape=ellipse];
            "CycleModule.PlainDraft#2" [label="PlainDraft\\nService<any RequiredDraft>", shape=ellipse];
          }
          subgraph cluster_1 {
            label="WaymarkInspectionTests"; color=gray50;
            "WaymarkInspectionTests.MemoryStore" [label="MemoryStore\\nweakly shared", shape=ellipse, peripheries=2];
            "WaymarkInspectionTests.Editor" [label="Editor", shape=box, style=dashed];
          }
          "CycleModule.PlainDraft" -> "CycleModule.PlainDraft#2" [style=dashed, label="parameter 1, cycle"];
          "CycleModule.PlainDraft#2" -> "CycleModule.PlainDraft" [style=solid, label="parameter 1, cycle"];
        }

        """)
  }

  /// Graphviz 2.43 fails to rank many graphs of five modules, and loses edges.
  @Test func `a large graph asks Graphviz for its newer ranking`() throws {
    func graph(_ count: Int) throws -> RouteGraph {
      try RouteGraph((0..<count).map { TestNode(id: "AppModule.Part\($0)") })
    }
    #expect(try graph(51).dot().contains("\n  rankdir=LR; newrank=true; fontname="))
    #expect(try graph(50).dot().contains("\n  rankdir=LR; fontname="))
  }

  @Test func `both languages escape names`() throws {
    let graph = try Registry {
      Route(Generic<Int, [String]>.self) {
        Service<Generic<Int, [String]>>(declaredProtocol: Generic<Int, [String]>.self)
        Identifier("a \"quoted\" \\ name")
      } make: {
        Generic()
      }
      Route(Ünïcode名.self) {
        Service<Ünïcode名>(declaredProtocol: Ünïcode名.self)
      } make: {
        Ünïcode名()
      }
    }.graph
    #expect(graph.mermaid().contains("([\"Generic#lt;Int, Array#lt;String#gt;#gt;\"])"))
    #expect(graph.mermaid().contains("Ünïcode名") && graph.dot().contains("label=\"Ünïcode名\""))
    #expect(graph.dot().contains("label=\"Generic<Int, Array<String>>\""))
    #expect(try RouteGraph(json: graph.json()).nodes[0].identifiers == ["a \"quoted\" \\ name"])
  }

  private static let graphviz = ["/usr/bin/dot", "/usr/local/bin/dot", "/opt/homebrew/bin/dot"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  #if os(macOS) || os(Linux)
    @Test(.enabled(if: graphviz != nil, "Graphviz is not installed"))
    func `Graphviz accepts the DOT export`() throws {
      let process = Process()
      process.executableURL = URL(filePath: try #require(Self.graphviz))
      process.arguments = ["-Tplain"]
      let (input, output) = (Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      let graph = try Registry { SmallModule() }.graph
      try input.fileHandleForWriting.write(contentsOf: Data(graph.dot().utf8))
      try input.fileHandleForWriting.close()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      #expect(text.split(separator: "\n").filter { $0.hasPrefix("node ") }.count == graph.nodes.count)
      #expect(text.split(separator: "\n").filter { $0.hasPrefix("edge ") }.count == graph.edges.count)
    }
  #endif
}
