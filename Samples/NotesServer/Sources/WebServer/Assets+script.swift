let scriptText = """
  // The pages work without this script. With it, the search answers while the words are typed, and a note that isn't
  // saved isn't lost by leaving the page.
  "use strict";

  const words = document.querySelector('main input[name="words"]');
  const found = document.getElementById("found");
  if (words && found) {
    let latest = 0;
    words.addEventListener("input", async () => {
      const number = ++latest;
      await new Promise((resolve) => setTimeout(resolve, 200));
      if (number !== latest) return;
      const link = new URL(words.form.action);
      link.searchParams.set("words", words.value);
      // The page itself is the answer, so that there's one way to write it.
      const response = await fetch(link, { credentials: "same-origin" });
      if (!response.ok || number !== latest) return;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const answer = page.getElementById("found");
      if (answer) found.replaceChildren(...answer.childNodes);
      history.replaceState(null, "", link);
    });
  }

  const note = document.querySelector("form.note");
  if (note) {
    let isChanged = false;
    note.addEventListener("input", () => { isChanged = true; });
    note.addEventListener("submit", () => { isChanged = false; });
    window.addEventListener("beforeunload", (event) => { if (isChanged) event.preventDefault(); });
  }
  """
