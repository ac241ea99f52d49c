let styleSheetText = """
  :root { color-scheme: light dark; --text: #1c1c1e; --quiet: #5c5c63; --ground: #ffffff; --panel: #f3f3f6;
    --line: #c9c9d0; --accent: #0b5cad; --danger: #b3261e; }
  @media (prefers-color-scheme: dark) {
    :root { --text: #ececf0; --quiet: #a8a8b3; --ground: #161618; --panel: #222226; --line: #46464f;
      --accent: #7fb8f5; --danger: #ff8a80; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
  a { color: var(--accent); }
  a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible, textarea:focus-visible,
  .graph:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  .skip { position: absolute; left: -100vw; }
  .skip:focus { left: 1rem; top: 1rem; background: var(--ground); padding: .5rem; }
  header { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; padding: .6rem 1rem;
    background: var(--panel); border-bottom: 1px solid var(--line); }
  header ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; margin: 0; padding: 0; }
  header form { display: flex; gap: .5rem; align-items: center; }
  .brand { font-weight: 700; text-decoration: none; color: var(--text); }
  [aria-current] { font-weight: 700; color: var(--text); text-decoration: none; }
  .user { margin-left: auto; }
  main { max-width: 50rem; margin: 0 auto; padding: 1rem; }
  h1 { font-size: 1.6rem; line-height: 1.25; margin: .5rem 0; overflow-wrap: anywhere; }
  h2 { font-size: 1.2rem; margin: 1.5rem 0 .5rem; }
  .title { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; }
  .quiet { color: var(--quiet); font-size: .9rem; }
  .problem { border-left: 4px solid var(--danger); background: var(--panel); padding: .6rem .8rem; }
  .list { list-style: none; margin: 0; padding: 0; }
  .list li { padding: .7rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
  .list p { margin: .15rem 0 0; color: var(--quiet); }
  .turn { display: flex; justify-content: space-between; }
  .fields, .line { display: grid; gap: .8rem; margin: 1rem 0; }
  label { display: grid; gap: .25rem; font-weight: 600; }
  label > input, label > select, label > textarea { font-weight: 400; }
  input, select, textarea, button, .button { font: inherit; color: inherit; border: 1px solid var(--line);
    border-radius: .4rem; padding: .45rem .7rem; background: var(--ground); max-width: 100%; }
  textarea { resize: vertical; width: 100%; }
  button, .button { background: var(--accent); color: var(--ground); border-color: var(--accent); cursor: pointer;
    font-weight: 600; text-decoration: none; justify-self: start; }
  .danger { background: var(--danger); border-color: var(--danger); }
  .plain { background: none; color: var(--accent); border-color: transparent; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; background: var(--panel); padding: 1rem;
    border-radius: .4rem; }
  .share { overflow-wrap: anywhere; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid var(--line); }
  td:last-child { overflow-wrap: anywhere; }
  .failed td { color: var(--danger); }
  .graph { overflow: auto; max-height: 40rem; border: 1px solid var(--line); background: #fff; }
  .graph img { width: 100%; min-width: 50rem; height: auto; }
  @media (max-width: 34rem) {
    header .find { order: 3; width: 100%; }
    header .find input { flex: 1; min-width: 0; }
    header nav { order: 2; width: 100%; }
    .list time { display: block; }
  }
  """
