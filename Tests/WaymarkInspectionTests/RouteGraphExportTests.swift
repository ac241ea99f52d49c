import Foundation
import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection

@Suite("Exports of the graph")
struct RouteGraphExportTests: RouteVocabulary {
  private func node(
    _ id: String, _ role: RouteGraph.Node.Role = .route, _ lifetime: Lifetime = .transient,
    needs: [(to: String, kind: RouteGraph.Edge.Kind, label: String?)] = []
  ) -> TestNode {
    let module = id.prefix { $0 != "." }
    return TestNode(id: id, module: String(module), role: role, lifetime: lifetime, needs: needs)
  }

  /// A graph with each role, lifetime, and kind of edge.
  private func everything() throws -> RouteGraph {
    var nodes = [
      node(
        "App.Screen",
        needs: [
          ("App.Store", .eager, "parameter 1"), ("Mail.Inbox", .lazy, "inbox"),
          ("App.Adapter", .declared, nil), ("Mail.Services(.checks)", .observed, nil),
        ]),
      node("App.Store", .route, .singleton),
      node("App.Adapter", .adapter, needs: [("App.Store", .adapter, nil)]),
      node("App.Service(.time)", .decorator, needs: [("App.Adapter", .decorator, nil)]),
      node("Mail.Inbox", .route, .scoped, needs: [("Mail.Session", .scope, nil)]),
      node("Mail.Cache", .route, .weaklyShared, needs: [("Mail.Room", .eager, "parameter 1")]),
      node("Mail.Room", .route, .keyed, needs: [("Mail.Cache", .lazy, nil)]),
      node("Mail.Store"),
      node("Mail.Services(.checks)", .collection, needs: [("Mail.Room", .contribution, "disk")]),
      node("Mail.Session", .scope, .scoped),
    ]
    (nodes[0].kind, nodes[0].isOpen, nodes[0].urls) = (.view, true, ["notes://:id"])
    (nodes[1].provides, nodes[7].provides) = (
      ["Service<any Store>"], ["Service<any Mail>", "Service(.mail)"]
    )
    nodes[2].provides = ["Service(.names)"]
    for index in [0, 2, 3] { nodes[index].profile = "preview" }
    (nodes[4].scope, nodes[5].scope) = ("Session", "Session")
    return try RouteGraph(nodes)
  }

  @Test func `the graph exports Mermaid`() throws {
    #expect(
      try everything().mermaid() == """
        flowchart LR
          subgraph m0["App"]
            n0["Screen<br/>notes://:id<br/>only in preview"]
            n1(["Store<br/>Service#lt;any Store#gt;<br/>singleton"])
            n2{{"Service(.names)<br/>only in preview"}}
            n3[/"decorates Service(.time)<br/>only in preview"\\]
          end
          subgraph m1["Mail"]
            n4(["Inbox<br/>scoped to Session"])
            n5(["Cache<br/>weakly shared, scoped to Session"])
            n6(["Room<br/>kept by key"])
            n7(["Store<br/>Service#lt;any Mail#gt;"])
            n8[("Services(.checks)")]
            n9[["Session<br/>scope"]]
          end
          n0 -->|"parameter 1"| n1
          n0 -.->|"inbox"| n4
          n0 --o n2
          n0 --x n8
          n2 ==> n1
          n3 ==> n2
          n4 --- n9
          n5 -->|"parameter 1, cycle"| n6
          n6 -.->|"cycle"| n5
          n8 ===|"disk"| n6
          classDef open stroke-dasharray: 5 3
          class n0 open
          classDef kept stroke-width: 3px
          class n1,n4,n5,n6 kept

        """)
  }

  @Test func `the graph exports DOT`() throws {
    #expect(
      try everything().dot() == """
        digraph Waymark {
          rankdir=LR; fontname="Helvetica"; fontsize=12;
          node [fontname="Helvetica", fontsize=11];
          edge [fontname="Helvetica", fontsize=9];
          subgraph cluster_0 {
            label="App"; color=gray50;
            "App.Screen" [label="Screen\\nnotes://:id\\nonly in preview", shape=box, style=dashed];
            "App.Store" [label="Store\\nService<any Store>\\nsingleton", shape=ellipse, peripheries=2];
            "App.Adapter" [label="Service(.names)\\nonly in preview", shape=hexagon];
            "App.Service(.time)" [label="decorates Service(.time)\\nonly in preview", shape=octagon];
          }
          subgraph cluster_1 {
            label="Mail"; color=gray50;
            "Mail.Inbox" [label="Inbox\\nscoped to Session", shape=ellipse, peripheries=2];
            "Mail.Cache" [label="Cache\\nweakly shared, scoped to Session", shape=ellipse, peripheries=2];
            "Mail.Room" [label="Room\\nkept by key", shape=ellipse, peripheries=2];
            "Mail.Store" [label="Store\\nService<any Mail>", shape=ellipse];
            "Mail.Services(.checks)" [label="Services(.checks)", shape=cylinder];
            "Mail.Session" [label="Session\\nscope", shape=folder];
          }
          "App.Screen" -> "App.Store" [style=solid, label="parameter 1"];
          "App.Screen" -> "Mail.Inbox" [style=dashed, label="inbox"];
          "App.Screen" -> "App.Adapter" [arrowhead=odot];
          "App.Screen" -> "Mail.Services(.checks)" [style=dotted];
          "App.Adapter" -> "App.Store" [style=bold];
          "App.Service(.time)" -> "App.Adapter" [style=bold];
          "Mail.Inbox" -> "Mail.Session" [arrowhead=diamond];
          "Mail.Cache" -> "Mail.Room" [style=solid, label="parameter 1, cycle"];
          "Mail.Room" -> "Mail.Cache" [style=dashed, label="cycle"];
          "Mail.Services(.checks)" -> "Mail.Room" [arrowhead=dot, label="disk"];
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

  @Test(arguments: [
    ("a \"quoted\" \\ name", #"a \"quoted\" \\ name"#, #"a #quot;quoted#quot; \ name"#),
    (
      "Pair<Int, [String]> & #`1`", "Pair<Int, [String]> & #`1`",
      "Pair#lt;Int, [String]#gt; #amp; #35;#96;1#96;"
    ),
    ("one\ntwo\r\nthree", #"one\ntwo\nthree"#, "one two three"),
    // A quotation mark with a combining character.
    ("a\"\u{301}]; b [label=x", "a\\\"\u{301}]; b [label=x", "a#quot;\u{301}]; b [label=x"),
    ("Ünïcode名", "Ünïcode名", "Ünïcode名"),
  ])
  func `both languages escape names`(name: String, dot: String, mermaid: String) throws {
    let graph = try RouteGraph([TestNode(id: "App.Part", module: name)])
    #expect(graph.dot().contains("    label=\"\(dot)\"; color=gray50;\n"))
    #expect(graph.mermaid().contains("  subgraph m0[\"\(mermaid)\"]\n"))
    #expect(try RouteGraph(json: graph.json()) == graph)
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
      let graph = try everything()
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
