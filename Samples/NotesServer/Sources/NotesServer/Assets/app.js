// The pages work without this script. With it, the search answers while the words are typed, times are in the time zone
// of the reader, and an unsaved note isn't lost by leaving the page.
"use strict";

const zone = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
function localize(root) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    time.title = time.textContent;
    time.textContent = zone.format(new Date(time.dateTime));
  }
}
localize(document);

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
    if (answer) {
      localize(answer);
      found.replaceChildren(...answer.childNodes);
    }
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
