"""A headless Chromium, driven by chromedriver (W3C WebDriver), with the standard library only."""
import base64, json, os, re, shutil, subprocess, tempfile, time, urllib.error, urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"tab": "\ue004", "enter": "\ue007", "escape": "\ue00c", "shift": "\ue008", "left": "\ue012", "up": "\ue013",
        "right": "\ue014", "down": "\ue015"}


class Refused(Exception):
    """The driver refused a command."""


class Chromium:
    def __init__(self, runs_scripts=True):
        self.folder = tempfile.mkdtemp(prefix="waymark-pages-")
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
        for line in self.driver.stdout:
            if found := re.search(r"successfully on port (\d+)", line):
                self.address = f"http://127.0.0.1:{found[1]}"
                break
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                            "--window-size=1400,1000", f"--user-data-dir={self.folder}/profile"]}
        if not runs_scripts:
            options["prefs"] = {"profile.managed_default_content_settings.javascript": 2}
        capabilities = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        self.session = ""
        self.session = "/session/" + self.send(
            "POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})["sessionId"]

    def close(self):
        self.send("DELETE", self.session)
        self.driver.terminate()
        self.driver.wait()
        self.driver.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Refused(json.load(error)["value"]["message"]) from None

    def command(self, path, **body):
        return self.send("POST", self.session + path, body)

    def open(self, link):
        self.command("/url", url=link)

    def run(self, script, *arguments):
        """Runs a function's body, and returns its result."""
        return self.command("/execute/sync", script=script, args=list(arguments))

    def wait_for(self, script, *arguments):
        """Runs a function's body, which calls the last argument with the result."""
        return self.command("/execute/async", script=script, args=list(arguments))

    def element(self, selector):
        return self.command("/element", using="css selector", value=selector)[ELEMENT]

    def click(self, selector):
        self.send("POST", f"{self.session}/element/{self.element(selector)}/click", {})

    def type(self, text, selector):
        self.send("POST", f"{self.session}/element/{self.element(selector)}/value", {"text": text})

    def text(self, selector):
        return self.send("GET", f"{self.session}/element/{self.element(selector)}/text")

    def press(self, *names):
        """Presses keys, one after another, wherever the focus is. `shift+left` holds a key."""
        actions = []
        for name in names:
            keys = [KEYS.get(key, key) for key in (name.split("+") if len(name) > 1 else [name])]
            actions += [{"type": "keyDown", "value": key} for key in keys]
            actions += [{"type": "keyUp", "value": key} for key in reversed(keys)]
        self.command("/actions", actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    def look(self, width, height=1000, is_dark=False):
        """Sets the size of the window and the color scheme."""
        self.command("/goog/cdp/execute", cmd="Emulation.setDeviceMetricsOverride", params={
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
        self.command("/goog/cdp/execute", cmd="Emulation.setEmulatedMedia", params={
            "features": [{"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}]})

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.send("GET", self.session + "/screenshot")))

    def complaints(self):
        """Returns the errors of the browser, such as violations of the content security policy."""
        return [entry["message"] for entry in self.command("/se/log", type="browser") if entry["level"] == "SEVERE"]
