"""Tests the pages of graphs in Chromium: Tests/PageTests/PageTests.py <folder of pages> [<folder for screenshots>]

The variable AXE is the path of axe.min.js, for the accessibility checks of axe.
"""
import os, sys, unittest

from Chromium import Chromium, Refused

pages = os.path.abspath(sys.argv[1])
screenshots = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else None
if screenshots:
    os.makedirs(screenshots, exist_ok=True)
axe = os.environ.get("AXE")


class PageTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Chromium()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def setUp(self):
        self.browser.look(1400)
        self.assertEqual(self.browser.complaints(), [])

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def open(self, name, fragment=""):
        self.browser.open("about:blank")
        self.browser.open(f"file://{pages}/{name}.html{fragment}")

    def run_script(self, script, *arguments):
        return self.browser.run(script, *arguments)

    def selected(self):
        return self.run_script("return waymark.state.selected && waymark.state.selected.id")

    def status(self):
        return self.run_script("return document.getElementById('status').textContent")

    def select(self, identifier):
        self.run_script("waymark.select(waymark.nodes.find((node) => node.id === arguments[0]))", identifier)

    def test_every_size_is_shown(self):
        for count in (0, 1, 10, 84, 800, 5000):
            self.open(f"application-{count}")
            self.assertEqual(self.run_script("return waymark.nodes.length"), count)
            # Each node is inside of its module's area, and no two nodes of an area overlap.
            self.assertEqual(self.run_script("""
                const wrong = [];
                for (const area of waymark.plan.areas) {
                  const rows = new Map();
                  for (const node of area.nodes) {
                    const isInside = node.x >= area.x && node.x + node.width <= area.x + area.width
                      && node.y >= area.y && node.y + node.height <= area.y + area.height;
                    if (!isInside) wrong.push(node.id);
                    rows.set(node.y, [...(rows.get(node.y) || []), node]);
                  }
                  for (const row of rows.values()) {
                    row.sort((first, second) => first.x - second.x);
                    row.forEach((node, index) => {
                      if (index > 0 && node.x < row[index - 1].x + row[index - 1].width) wrong.push(node.id);
                    });
                  }
                }
                const areas = waymark.plan.areas;
                areas.forEach((first, index) => areas.slice(index + 1).forEach((second) => {
                  if (first.x < second.x + second.width && second.x < first.x + first.width
                    && first.y < second.y + second.height && second.y < first.y + first.height) wrong.push(first.name);
                }));
                return wrong;"""), [])

    def test_layout_is_deterministic_and_layered(self):
        places = []
        for _ in range(2):
            self.open("application-84")
            places.append(self.run_script("return waymark.nodes.map((node) => [node.x, node.y])"))
        self.assertEqual(*places)
        # In a module, a route is above the routes that it needs, except in a cycle.
        self.assertEqual(self.run_script("""
            return waymark.edges.filter(({ from, to, isCyclic }) =>
              from.module === to.module && !isCyclic && from.y >= to.y).length"""), 0)

    def test_lines_pass_the_nodes_between_their_ends(self):
        for name in ("application-10", "notes"):
            self.open(name)
            self.assertEqual(self.run_script("""
                const { edges, nodes, trace } = waymark;
                const context = document.createElement("canvas").getContext("2d");
                context.lineWidth = 6;
                const hits = [];
                for (const edge of edges.filter(({ from, to }) => from !== to)) {
                  context.beginPath();
                  trace(edge, "", context);
                  for (const node of nodes) {
                    if (node === edge.from || node === edge.to) continue;
                    let isHit = false;
                    for (let y = node.y + 3; y < node.y + node.height; y += 5) {
                      for (let x = node.x + 3; x < node.x + node.width; x += 5) isHit ||= context.isPointInStroke(x, y);
                    }
                    if (isHit) hits.push(`${edge.from.title} to ${edge.to.title} at ${node.title}`);
                  }
                }
                return hits;"""), [], name)

    def test_sweeps_reduce_crossings(self):
        self.open("application-84")
        count, unsorted = self.run_script("""
            const crossings = () => {
              const lines = waymark.edges.filter(({ from, to }) => from.module === to.module)
                .map(({ from, to }) => [from.x + from.width / 2, from.y, to.x + to.width / 2, to.y, from, to]);
              const side = (a, b, c, d, x, y) => Math.sign((c - a) * (y - b) - (d - b) * (x - a));
              let count = 0;
              lines.forEach((one, index) => lines.slice(index + 1).forEach((other) => {
                if (new Set([one[4], one[5], other[4], other[5]]).size < 4) return;
                if (side(...one.slice(0, 4), other[0], other[1]) * side(...one.slice(0, 4), other[2], other[3]) < 0
                  && side(...other.slice(0, 4), one[0], one[1]) * side(...other.slice(0, 4), one[2], one[3]) < 0) count += 1;
              }));
              return count;
            };
            const sorted = crossings();
            // The declared order in each row, in the same places.
            for (const area of waymark.plan.areas) {
              const rows = new Map();
              for (const node of area.nodes) rows.set(node.y, [...(rows.get(node.y) || []), node]);
              for (const row of rows.values()) {
                const places = row.map((node) => node.x).sort((first, second) => first - second);
                row.forEach((node, index) => { node.x = places[index]; });
              }
            }
            return [sorted, crossings()];""")
        self.assertLess(count, unsorted)

    def test_search_as_you_type(self):
        self.open("application-84")
        self.browser.press("/")
        self.browser.type("store3", "#search")
        self.assertEqual(self.status(), "2 routes match.")
        names = self.run_script("return [...document.querySelectorAll('#results button bdi:first-child')].map((e) => e.textContent)")
        self.assertIn("Store3", names)
        self.browser.press("down", "enter")
        self.assertTrue(self.selected().endswith(names[0]))
        self.assertTrue(self.run_script("return document.getElementById('results').hidden"))
        self.assertEqual(self.run_script("return document.querySelector('#panel h2').textContent"), names[0])
        # A module is before its routes.
        self.run_script("document.getElementById('search').value = ''")
        self.browser.type("feature1m", "#search")
        self.browser.press("enter")
        self.assertEqual(self.browser.text("#panel h2"), "Feature1Module")
        self.assertTrue(self.run_script("""
            const { camera, plan } = waymark;
            const area = plan.areas.find(({ name }) => name === "Feature1Module");
            const [left, top] = [area.x * camera.scale + camera.x, area.y * camera.scale + camera.y];
            return left >= 0 && top >= 0 && left + area.width * camera.scale <= camera.width
              && top + area.height * camera.scale <= camera.height;"""))
        self.run_script("waymark.select(null)")
        # Words in any order, also in places and interfaces.
        self.run_script("document.getElementById('search').value = ''")
        self.browser.type("input any feature1module", "#search")
        self.assertEqual(self.status(), "20 routes match.")
        self.browser.press("escape")
        self.assertIsNone(self.run_script("return waymark.state.matches"))
        self.browser.type("there is no such route", "#search")
        self.assertEqual(self.status(), "0 routes match.")

    def choose(self, identifier, value):
        self.run_script("""
            const field = document.getElementById(arguments[0]);
            if (field.type === "checkbox") field.checked = arguments[1]; else field.value = arguments[1];
            field.dispatchEvent(new Event("change"));""", identifier, value)

    def test_filters(self):
        self.open("application-84")
        self.browser.click("#filters summary")
        self.choose("filter-kind", "view")
        self.assertEqual(self.status(), "11 routes match.")
        self.choose("filter-module", "Feature0Module")
        self.assertEqual(self.status(), "3 routes match.")
        self.assertEqual(self.browser.text("#filters summary"), "Filters (2)")
        self.choose("hide-others", True)
        self.assertEqual(self.run_script("return waymark.plan.areas.map((area) => [area.name, area.nodes.length])"),
                         [["Feature0Module", 3]])
        self.browser.click("#filter-reset")
        self.assertEqual(self.run_script("return waymark.plan.areas.length"), 5)
        self.assertEqual(self.browser.text("#filters summary"), "Filters")
        self.open("marks")
        self.choose("filter-contribution", "Services(.healthChecks)")
        self.assertEqual(self.run_script("return [...waymark.state.matches].map((node) => node.title)"), ["DiskCheck"])
        self.choose("filter-contribution", "")
        self.choose("filter-mark", "captive")
        self.assertEqual(self.run_script("return [...waymark.state.matches].map((node) => node.title)"), ["SystemTime"])

    def test_path_between_two_routes(self):
        self.open("application-84")
        start, end = self.run_script("""
            const start = waymark.nodes[0];
            const seen = new Set([start]);
            const queue = [start];
            for (const node of queue) for (const { to } of node.needs) if (!seen.has(to)) { seen.add(to); queue.push(to); }
            return [start.id, queue[queue.length - 1].id];""")
        self.select(start)
        self.browser.click("#path-from")
        self.assertIn("Select the other end", self.status())
        self.select(end)
        self.browser.click("#path-to")
        self.assertRegex(self.status(), r"The path has \d+ steps?\.")
        self.assertEqual(self.browser.text("#path-text"),
                         f"{start.split('.')[1]} needs {end.split('.')[1]}:")
        steps = self.run_script("return document.querySelectorAll('#path-text + ol li').length")
        self.assertEqual(self.run_script("return waymark.state.emphasis.edges.size"), steps - 1)
        self.browser.click("#path-reset")
        self.select(end)
        self.browser.click("#path-from")
        self.select(start)
        self.browser.click("#path-to")
        self.assertEqual(self.status(), "There's no path between these routes.")

    def test_effects_of_a_change(self):
        self.open("application-84")
        identifier, expected = self.run_script("""
            const node = waymark.nodes[60];
            const reaches = (from) => {
              const seen = new Set([from]);
              const queue = [from];
              for (const at of queue) for (const { to } of at.needs) if (!seen.has(to)) { seen.add(to); queue.push(to); }
              return seen.has(node);
            };
            return [node.id, waymark.nodes.filter((other) => other !== node && reaches(other)).length];""")
        self.select(identifier)
        self.browser.click("#show-reach")
        self.assertIn(f"reaches {expected} node", self.status())
        self.assertTrue(self.browser.text("#reach-text").startswith(f"{expected} nodes in "))

    def test_keyboard(self):
        self.open("application-10")
        self.run_script("document.getElementById('stage').focus()")
        self.browser.press("right")
        first = self.selected()
        self.assertIsNotNone(first)
        self.browser.press("down")
        self.assertNotEqual(self.selected(), first)
        self.assertIn("Needs", self.status())
        before = self.run_script("return { ...waymark.camera }")
        self.browser.press("shift+left", "+")
        after = self.run_script("return { ...waymark.camera }")
        self.assertGreater(after["scale"], before["scale"])
        self.browser.press("enter")
        self.assertEqual(self.run_script("return document.activeElement.id"), "panel")
        self.run_script("document.getElementById('stage').focus()")
        self.browser.press("escape")
        self.assertIsNone(self.selected())
        self.browser.press("0")
        self.assertTrue(self.run_script("return waymark.camera.showsEverything"))
        # Escape closes a menu.
        self.run_script("document.querySelector('#filters summary').focus()")
        self.browser.press("enter", "tab")
        self.assertEqual(self.run_script("return document.activeElement.id"), "filter-module")
        self.browser.press("escape")
        self.assertEqual(self.run_script("return [document.activeElement.localName, document.querySelector('#filters').open]"),
                         ["summary", False])
        # Tabs have one stop, and arrow keys between them.
        self.run_script("document.getElementById('graph-tab').focus()")
        self.browser.press("right")
        self.assertEqual(self.run_script("return document.querySelector('[aria-selected=true]').id"), "list-tab")
        self.assertFalse(self.run_script("return document.getElementById('list-view').hidden"))

    def test_address_names_the_route(self):
        self.open("application-10")
        identifier = self.run_script("return waymark.nodes[3].id")
        self.select(identifier)
        fragment = self.run_script("return location.hash")
        self.open("application-10", fragment)
        self.assertEqual(self.selected(), identifier)
        self.open("application-10", "#r4")
        self.assertEqual(self.run_script("return waymark.state.selected.index"), 4)
        self.open("application-10", "#%E0%A4%A")
        self.assertIsNone(self.selected())

    def test_marks_and_problems(self):
        self.open("marks")
        self.browser.click("#problems-tab")
        text = self.browser.text("#problems-view")
        self.assertIn("1 diagnostic", text)
        self.assertIn("[captive-dependency]", text)
        self.assertIn("To fix: ", text)
        self.assertIn("or: ", text)
        self.assertNotIn("\\u{A}", text)
        self.browser.click("#problems-view article .route")
        self.assertTrue(self.selected().endswith(".SystemTime"))
        self.assertIn("Retains a route with a shorter lifetime", self.browser.text("#panel"))

    def test_changes(self):
        self.open("changes")
        self.browser.click("#changes-tab")
        text = self.browser.text("#changes-view")
        for line in ("+ Added (1)", "− Removed (1)", "~ Changed (1)", "⇄ Rewired (1)", "lifetime: transient → singleton",
                     "now needs Cache (eager, store)", "no longer needs Store (eager, store)"):
            self.assertIn(line, text)

    def test_start(self):
        self.open("start")
        self.assertEqual(self.run_script("return document.querySelectorAll('[role=tab]')[1].textContent"), "Start")
        self.browser.click("#start-tab")
        self.assertEqual(self.browser.text("#critical-path"), "MemoryStore → SystemTime")
        text = self.browser.text("#start-view")
        self.assertRegex(text, r"2 instances started in [\d.]+ m?s")
        self.assertIn("To shorten the start", text)
        # The bars of dependent instances follow each other.
        first, second = self.run_script("""
            return [...document.querySelectorAll(".bar")].map((bar) => [bar.offsetLeft, bar.offsetLeft + bar.offsetWidth])""")
        self.assertLessEqual(first[1], second[0] + 1)
        self.browser.click(".bars button.name")
        self.assertTrue(self.selected().endswith(".MemoryStore"))

    def test_hostile_names_stay_text(self):
        self.open("hostile")
        self.assertNotEqual(self.run_script("return document.title"), "broken")
        self.assertEqual(self.run_script("return document.querySelectorAll('img, script:not(#data)').length"), 1)
        for index in range(8):
            self.run_script("waymark.select(waymark.nodes[arguments[0]], { isMoving: true })", index)
            self.assertTrue(self.run_script("return document.querySelector('#panel h2').textContent"))
        self.browser.click("#list-tab")
        text = self.browser.text("#list-view")
        self.assertIn("</script><script>", text)
        self.assertIn("\\u{202E}txt.exe", text)
        self.browser.type("__proto__", "#search")
        self.assertEqual(self.status(), "1 route matches.")
        self.assertNotEqual(self.run_script("return document.title"), "broken")

    def test_narrow_windows(self):
        for name in ("application-84", "marks", "changes", "start"):
            self.browser.look(390, 844)
            self.open(name)
            self.run_script("waymark.select(waymark.nodes[0], { isMoving: true })")
            content, window = self.run_script("return [document.documentElement.scrollWidth, innerWidth]")
            self.assertLessEqual(content, window, name)
            self.assertTrue(self.run_script("""
                const { camera, state: { selected } } = waymark;
                const bottom = (selected.y + selected.height) * camera.scale + camera.y;
                return bottom < document.querySelector(".zoom").getBoundingClientRect().top;"""), name)
            self.browser.type("e", "#search")
            for menu in ("#results", "#filters", "#legend"):
                left, right = self.run_script("""
                    const found = document.querySelector(arguments[0]);
                    found.open = true;
                    const { left, right } = (found.querySelector(".menu") || found).getBoundingClientRect();
                    found.open = false;
                    return [left, right];""", menu)
                self.assertGreaterEqual(left, 0, f"{name} {menu}")
                self.assertLessEqual(right, window, f"{name} {menu}")

    def test_printing_shows_the_whole_graph_and_returns(self):
        self.open("application-84")
        self.run_script("waymark.select(waymark.nodes[30], { isMoving: true })")
        before = self.run_script("return { ...waymark.camera }")
        self.run_script("""
            addEventListener("beforeprint", () => { globalThis.printed = {
              showsEverything: waymark.camera.showsEverything, list: document.getElementById("list-view").textContent }; });""")
        self.browser.command("/print", background=True)
        printed = self.run_script("return printed")
        self.assertTrue(printed["showsEverything"])
        self.assertIn("Formatter30 singleton, Feature1/Feature1Module.swift:50, needs Store35, Cache45, Interactor34", printed["list"])
        after = self.run_script("return { ...waymark.camera }")
        self.assertEqual([before[key] for key in ("x", "y", "scale")], [after[key] for key in ("x", "y", "scale")])

    def test_the_pointer_names_modules_and_routes(self):
        self.open("application-5000")
        self.assertEqual(self.run_script("""
            const { camera, nodes, plan } = waymark;
            const stage = document.getElementById("stage");
            const bounds = stage.getBoundingClientRect();
            const tip = (x, y) => {
              stage.dispatchEvent(new PointerEvent("pointermove", {
                clientX: bounds.left + camera.x + x * camera.scale, clientY: bounds.top + camera.y + y * camera.scale }));
              return stage.title;
            };
            const area = plan.areas[7];
            return [tip(area.x + 1, area.y + 1) === area.name, tip(-1e6, -1e6),
              tip(nodes[0].x + 9, nodes[0].y + 9)];"""), [True, "", "Screen0, Feature0Module"])

    def test_a_click_from_afar_selects_a_module(self):
        self.open("application-800")
        shown = self.run_script("""
            const { camera, edges, plan, state } = waymark;
            const stage = document.getElementById("stage");
            const bounds = stage.getBoundingClientRect();
            const area = plan.areas[7];
            const at = { pointerId: 1, clientX: bounds.left + camera.x + (area.x + area.width / 2) * camera.scale,
              clientY: bounds.top + camera.y + (area.y + area.height / 2) * camera.scale };
            stage.setPointerCapture = () => {};
            stage.dispatchEvent(new PointerEvent("pointerdown", at));
            stage.dispatchEvent(new PointerEvent("pointerup", at));
            const uses = edges.filter(({ from, to }) => from.module === area.module && to.module !== area.module);
            const users = edges.filter(({ from, to }) => from.module !== area.module && to.module === area.module);
            return {
              isSelected: state.module === area.module && state.selected === null, name: area.name,
              count: area.nodes.length, uses: new Set(uses.map((edge) => edge.to.module)).size,
              users: new Set(users.map((edge) => edge.from.module)).size,
              lines: state.emphasis.edges.size - uses.length - users.length };""")
        self.assertTrue(shown["isSelected"])
        self.assertEqual(shown["lines"], 0)
        text = self.browser.text("#panel")
        for line in (shown["name"], f"Uses ({shown['uses']})", f"Used by ({shown['users']})", f"Routes ({shown['count']})"):
            self.assertIn(line, text)
        self.assertIn(shown["name"], self.status())
        # A module in the panel is selected in turn, and so is a route, which leads back to its module.
        self.browser.click("#panel .plain button")
        self.assertNotEqual(self.browser.text("#panel h2"), shown["name"])
        self.browser.click("#panel .plain:last-child button")
        name = self.run_script("return waymark.nodes[0] && waymark.state.selected.title")
        self.assertEqual(self.browser.text("#panel h2"), name)
        self.browser.click("#show-module")
        self.assertIsNone(self.selected())
        self.browser.click("#panel .close")
        self.assertIsNone(self.run_script("return waymark.state.module"))
        self.assertTrue(self.run_script("return document.getElementById('panel').hidden"))

    def test_narrow_windows_name_the_modules(self):
        self.browser.look(390, 844)
        self.open("application-800")
        self.assertEqual(self.run_script("""
            const drawn = [];
            const fillText = CanvasRenderingContext2D.prototype.fillText;
            CanvasRenderingContext2D.prototype.fillText = function (text, ...place) { drawn.push(text); fillText.call(this, text, ...place); };
            document.getElementById("zoom-fit").click();
            return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(
              waymark.plan.areas.map(({ name }) => name).filter((name) => !drawn.includes(name) && !drawn.includes(name.replace("Module", ""))
                && !drawn.some((text) => text.length > 4 && text.endsWith("…") && name.startsWith(text.slice(0, -1))))))));"""), [])

    def test_large_graph_opens_and_pans(self):
        self.open("application-5000")
        opened = self.run_script("return performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
        frames = {}
        for scale in (None, 0.3, 1):
            frames[scale] = self.browser.wait_for("""
                const [scale, done] = arguments;
                const { camera, plan } = waymark;
                const stage = document.getElementById("stage");
                if (scale) {
                  const { x, y, width, height } = plan.areas[Math.floor(plan.areas.length / 2)];
                  camera.scale = scale;
                  camera.x = camera.width / 2 - (x + width / 2) * scale;
                  camera.y = camera.height / 2 - (y + height / 2) * scale;
                }
                const times = [];
                let last = 0;
                const step = (now) => {
                  if (last) times.push(now - last);
                  last = now;
                  if (times.length === 60) {
                    times.sort((first, second) => first - second);
                    return done([times[30], times[57]]);
                  }
                  const key = times.length % 20 < 10 ? "ArrowLeft" : "ArrowRight";
                  stage.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey: true }));
                  requestAnimationFrame(step);
                };
                requestAnimationFrame(step);""", scale)
        # For information: a busy machine takes longer.
        print(f"5,000 routes: open after {opened:.0f} ms; median frame and 95% of frames in ms: "
              + ", ".join(f"{median:.0f} and {most:.0f}" for median, most in frames.values()))

    def test_names_and_roles(self):
        self.open("marks")
        self.run_script("waymark.select(waymark.nodes[1])")
        self.browser.click("#filters summary")
        tree = self.browser.command("/goog/cdp/execute", cmd="Accessibility.getFullAXTree", params={})["nodes"]
        needed = {"button", "textbox", "searchbox", "combobox", "checkbox", "tab", "application", "complementary", "tabpanel",
                  "heading", "link"}
        shown = [node for node in tree if not node.get("ignored")]
        unnamed = [node["role"]["value"] for node in shown
                   if node["role"]["value"] in needed and not node.get("name", {}).get("value")]
        self.assertEqual(unnamed, [])
        roles = {node["role"]["value"] for node in shown}
        self.assertLessEqual({"application", "tab", "tablist", "tabpanel", "searchbox", "complementary", "main", "status"}, roles)
        # Each identifier is unique, and each reference leads to an element.
        self.assertEqual(self.run_script("""
            const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
            const lost = [...document.querySelectorAll("[aria-controls], [aria-labelledby], [aria-describedby], [for]")].filter((element) =>
              ["aria-controls", "aria-describedby", "for"].some((name) =>
                element.hasAttribute(name) && !document.getElementById(element.getAttribute(name))));
            return [ids.length - new Set(ids).size, lost.length];"""), [0, 0])

    def test_contrast(self):
        """The colors of text differ enough from their background, by the formula of WCAG 2."""
        for is_dark in (False, True):
            self.browser.look(1400, is_dark=is_dark)
            self.open("marks")
            low = self.run_script("""
                const style = getComputedStyle(document.documentElement);
                const channel = (value) => { const share = value / 255; return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4; };
                const light = (name) => {
                  const hex = style.getPropertyValue("--" + name).trim();
                  const [red, green, blue] = [1, 3, 5].map((at) => channel(parseInt(hex.slice(at, at + 2), 16)));
                  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
                };
                const contrast = (first, second) => {
                  const [low, high] = [light(first), light(second)].sort((one, other) => one - other);
                  return (high + 0.05) / (low + 0.05);
                };
                const pairs = [];
                for (const color of ["text", "quiet", "link", "need", "user", "path", "error", "warning", "added", "removed", "changed"]) {
                  for (const ground of ["page", "raised"]) pairs.push([color, ground]);
                }
                for (const ground of ["area", "view", "service", "other"]) pairs.push(["text", ground], ["quiet", ground]);
                pairs.push(["page", "selected"]);
                return pairs.filter(([first, second]) => contrast(first, second) < 4.5).map((pair) => pair.join(" on "));""")
            self.assertEqual(low, [], "dark" if is_dark else "light")

    @unittest.skipUnless(axe, "no axe.min.js")
    def test_axe(self):
        with open(axe) as file:
            script = file.read()
        views = [("application-84", None), ("application-84", "list-tab"), ("marks", "problems-tab"), ("changes", "changes-tab"),
                 ("start", "start-tab")]
        for width, is_dark in ((1400, False), (1400, True), (390, False)):
            self.browser.look(width, is_dark=is_dark)
            for name, tab in views:
                self.open(name)
                if tab:
                    self.browser.click(f"#{tab}")
                self.run_script("""
                    waymark.select(waymark.nodes[1]);
                    for (const menu of document.querySelectorAll(".controls > details")) menu.open = true;""")
                self.browser.type("e", "#search")
                self.run_script(script)
                violations, passes = self.browser.wait_for("""
                    const done = arguments[0];
                    axe.run().then(({ violations, passes }) => done([
                      violations.map(({ help, nodes }) => `${help}: ${nodes.map((node) => node.html).join(" ")}`), passes.length]));""")
                self.assertEqual(violations, [], f"{name} {tab} {width} {is_dark}")
                self.assertGreater(passes, 15)

    @unittest.skipUnless(screenshots, "no folder for screenshots")
    def test_screenshots(self):
        for width in (1400, 390):
            for is_dark in (False, True):
                self.browser.look(width, 844 if width < 600 else 1000, is_dark)
                for name in ("application-84", "application-5000", "marks", "changes", "start"):
                    self.open(name)
                    if name == "application-84":
                        self.run_script("waymark.select(waymark.nodes[30], { isMoving: true })")
                    if name in ("changes", "start"):
                        self.browser.click(f"#{name}-tab")
                    self.browser.wait_for("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))")
                    self.browser.screenshot(f"{screenshots}/{name}-{width}{'-dark' if is_dark else ''}.png")


class PagesWithoutScriptsTests(unittest.TestCase):
    def test_nested_lists(self):
        browser = Chromium(runs_scripts=False)
        try:
            browser.look(390, 844)
            browser.open(f"file://{pages}/marks.html")
            text = browser.text("main.lists")
            for line in ("4 nodes in 2 modules.", "Problems", "[captive-dependency]", "SystemTime service, singleton",
                         "needs: MemoryStore (captive)", "needed by: Services(.healthChecks)"):
                self.assertIn(line, text)
            browser.click("main.lists li a[href='#r0']")
            with self.assertRaises(Refused):
                browser.click("#search")
            browser.open(f"file://{pages}/application-5000.html")
            self.assertIn("5000 nodes in 250 modules.", browser.text("main.lists p"))
            if screenshots:
                browser.open(f"file://{pages}/marks.html")
                browser.screenshot(f"{screenshots}/without-scripts-390.png")
            self.assertEqual(browser.complaints(), [])
        finally:
            browser.close()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
