/// The style of the page.
///
/// The canvas reads its colors from the same variables.
enum PageStyle {
  static let text = colors + frame + controls + contents + print
}

extension PageStyle {
  private static let colors = """
    :root {
      color-scheme: light dark;
      --page: #ffffff; --raised: #f4f5f7; --line: #c3c8d0; --text: #16191d; --quiet: #545c68; --link: #0b5cad;
      --area: #f1f3f6; --area-line: #c9ced6; --edge: #7d8794;
      --view: #dcebfb; --view-line: #2f6fb0; --service: #e2f3e4; --service-line: #38803f;
      --other: #f2e9f9; --other-line: #7d4aa3;
      --selected: #0b5cad; --need: #a34700; --user: #6b3fa0; --path: #b00069;
      --error: #b3261e; --warning: #8a5a00; --added: #1b7a33; --removed: #b3261e; --changed: #8a5a00;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #14171b; --raised: #1e2228; --line: #434b57; --text: #edf0f3; --quiet: #a7b0bc; --link: #7fb8f5;
        --area: #1b1f25; --area-line: #3b424d; --edge: #77818f;
        --view: #183350; --view-line: #6da7e0; --service: #1c3821; --service-line: #74bd7d;
        --other: #35234a; --other-line: #b58add;
        --selected: #8cc4ff; --need: #ffab6b; --user: #c9a6f5; --path: #ff84c4;
        --error: #ff9c94; --warning: #f2c063; --added: #7fd694; --removed: #ff9c94; --changed: #f2c063;
      }
    }

    """

  private static let frame = """
    * { box-sizing: border-box; }
    html, body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.45 system-ui, sans-serif; }
    body.scripted { height: 100vh; height: 100dvh; display: flex; flex-direction: column; overflow: hidden; }
    header { padding: 8px 16px; border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 8px 20px; align-items: center; }
    h1 { font-size: 18px; margin: 0; overflow-wrap: anywhere; }
    h2 { font-size: 17px; margin: 0 0 8px; overflow-wrap: anywhere; }
    h3 { font-size: 14px; margin: 16px 0 4px; }
    [hidden] { display: none !important; }
    .quiet { color: var(--quiet); font-size: 13px; }
    a { color: var(--link); }
    :focus-visible { outline: 3px solid var(--selected); outline-offset: 1px; }
    #application { flex: 1; min-height: 0; display: flex; position: relative; }
    #application > section { flex: 1; min-width: 0; overflow: auto; padding: 16px; }
    #application > #graph-view { padding: 0; overflow: hidden; position: relative; display: flex; flex-direction: column; }
    #stage { flex: 1; min-height: 0; position: relative; touch-action: none; cursor: grab; overflow: hidden; }
    #stage:focus-visible { outline-offset: -3px; }
    #stage.moving { cursor: grabbing; }
    #canvas { position: absolute; inset: 0; width: 100%; height: 100%; }
    #stage-help { margin: 0; padding: 4px 16px; border-top: 1px solid var(--line); }
    .zoom { position: absolute; right: 12px; bottom: 44px; display: flex; gap: 4px; }
    #panel { width: 360px; overflow: auto; padding: 16px; border-left: 1px solid var(--line); background: var(--page); }
    .lists { padding: 0 16px 32px; max-width: 60em; overflow-wrap: anywhere; }
    #status { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

    """

  private static let controls = """
    .controls { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; flex: 1; }
    button, input, select { font: inherit; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: 6px; padding: 4px 10px; min-height: 32px; }
    button { cursor: pointer; background: var(--raised); }
    button:hover { border-color: var(--quiet); }
    [role="tablist"] { display: flex; flex-wrap: wrap; gap: 4px; }
    [role="tab"][aria-selected="true"] { background: var(--selected); color: var(--page); border-color: var(--selected); }
    .search { position: relative; display: flex; gap: 8px; align-items: center; }
    #search { width: 240px; }
    #results { position: absolute; z-index: 3; top: 36px; left: 0; width: min(440px, 90vw); max-height: 50vh; overflow: auto; margin: 0; padding: 4px; list-style: none; background: var(--page); border: 1px solid var(--line); border-radius: 6px; box-shadow: 0 6px 24px #0004; }
    #results button { border: 0; background: none; }
    #results button:hover, #results button:focus { background: var(--raised); }
    .controls > details { position: relative; }
    summary { cursor: pointer; padding: 4px 0; }
    .menu { position: absolute; z-index: 2; top: 32px; left: 0; width: min(340px, 92vw); padding: 12px; background: var(--page); border: 1px solid var(--line); border-radius: 6px; box-shadow: 0 6px 24px #0004; display: grid; gap: 8px; max-height: 70vh; overflow: auto; }
    .menu label { display: grid; grid-template-columns: 110px 1fr; gap: 8px; align-items: center; }
    .menu select { min-width: 0; width: 100%; }
    .menu label.check { grid-template-columns: auto 1fr; }
    .menu dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 10px; margin: 0; }
    .menu dd { margin: 0; }
    .route { display: block; width: 100%; max-width: 60em; text-align: left; overflow-wrap: anywhere; margin: 2px 0; }
    .route .quiet { display: block; }

    """

  private static let contents = """
    ul, ol { padding-left: 22px; margin: 4px 0; }
    .plain { list-style: none; padding: 0; }
    #panel dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; margin: 8px 0; }
    #panel dt { color: var(--quiet); }
    #panel dd { margin: 0; overflow-wrap: anywhere; }
    #panel .actions { display: flex; flex-wrap: wrap; gap: 6px; margin: 10px 0; }
    #panel .close { float: right; }
    .sign { font-weight: 600; white-space: nowrap; }
    .error { color: var(--error); } .warning { color: var(--warning); } .note { color: var(--quiet); }
    .added { color: var(--added); } .removed { color: var(--removed); } .changed { color: var(--changed); }
    .need { color: var(--need); } .user { color: var(--user); } .path { color: var(--path); }
    .problem { margin: 0 0 14px; overflow-wrap: anywhere; }
    .problem p { margin: 2px 0; white-space: pre-wrap; }
    .bars { list-style: none; padding: 0; }
    .bars li { display: grid; grid-template-columns: minmax(120px, 26%) 1fr 150px; gap: 10px; align-items: center; min-height: 26px; border-bottom: 1px solid var(--raised); content-visibility: auto; contain-intrinsic-size: auto 26px; }
    .bars .name { overflow-wrap: anywhere; text-align: left; }
    pre { overflow-x: auto; font-size: 12px; }
    .bars .time { font-variant-numeric: tabular-nums; }
    .bars .track { position: relative; height: 16px; background: var(--raised); }
    .bars .bar { position: absolute; height: 16px; min-width: 2px; background: var(--service-line); }
    .bars .started { position: absolute; height: 16px; background: var(--view-line); }
    .bars .waited { position: absolute; top: 7px; height: 2px; background: var(--quiet); }
    .bars .critical .bar { background: var(--path); }
    .bars .critical .name { font-weight: 600; }
    @media (max-width: 600px) {
      header { padding: 6px 10px; gap: 6px; }
      .controls { gap: 6px 12px; }
      #search-help { display: none; }
      header { position: relative; }
      [role="tablist"] { width: 100%; }
      .search { flex: 1; }
      #search { flex: 1; width: 80px; }
      .search, .controls > details { position: static; }
      #results, .menu { top: 100%; left: 10px; right: 10px; width: auto; }
      #stage-help { display: none; }
      h1 { width: 100%; }
      .zoom { bottom: 12px; }
      #application { flex-direction: column; }
      #panel { width: auto; height: 50%; border-left: 0; border-top: 2px solid var(--line); }
      .bars li { grid-template-columns: 1fr auto; }
      .bars .track { grid-column: 1 / 3; }
    }

    """

  private static let print = """
    @media print {
      body.scripted { height: auto; display: block; overflow: visible; }
      .controls, .zoom, #stage-help, #panel .actions, #panel .close { display: none; }
      #application { display: block; }
      #application > #graph-view { display: block; }
      #stage { height: 60vh; }
      #canvas { object-fit: contain; }
      .route { border: 0; padding: 0; background: none; min-height: 0; break-inside: avoid; }
      #application > section#list-view { display: block !important; overflow: visible; }
      #panel { width: auto; border: 0; overflow: visible; }
    }

    """
}
