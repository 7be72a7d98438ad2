// Loads the page. Everything else is Rust: apps/web/src.

/** The language that the person has chosen in the settings, or that of the browser. */
function language() {
  try {
    const settings = JSON.parse(localStorage.getItem("sixfold.settings"));
    if (settings?.language_chosen) return settings.language;
  } catch {
    // There is no storage, or no settings in it.
  }
  return navigator.language;
}

const german = language().startsWith("de");
for (const words of document.querySelectorAll(".loading [lang]")) words.hidden = german !== (words.lang === "de");

/** The texts in German, which most people need not load. They come while the page is compiled. */
async function texts() {
  try {
    const answer = await fetch(new URL("content/languages/de.txt", import.meta.url));
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined; // the page asks again, and says so if that fails too
  }
}
const loaded = german ? texts() : undefined;

try {
  // A static import at the top would delay the words above.
  const { default: init, start } = await import("./sixfold_web.js");
  await init({ module_or_path: new URL("sixfold_web_bg.wasm", import.meta.url) });
  await new Promise((resolve) => setTimeout(resolve)); // the browser may draw and listen in between
  start(await loaded);
} catch (error) {
  const box = document.createElement("p");
  box.className = "card message";
  box.setAttribute("role", "alert");
  box.textContent = german
    ? `Die Seite ließ sich nicht öffnen (${error}). Lade sie neu; nötig ist ein aktueller Browser mit WebAssembly.`
    : `The page could not be opened (${error}). Reload it; a current browser with WebAssembly is needed.`;
  document.getElementById("page").replaceChildren(box);
  throw error;
}
