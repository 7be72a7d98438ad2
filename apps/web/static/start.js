// Loads the page. Everything else is Rust: apps/web/src.
import init, { start } from "./sixfold_web.js";

try {
  await init({ module_or_path: new URL("sixfold_web_bg.wasm", import.meta.url) });
  await new Promise((resolve) => setTimeout(resolve)); // the browser may draw and listen in between
  start();
} catch (error) {
  const box = document.createElement("p");
  box.className = "card message";
  box.setAttribute("role", "alert");
  box.textContent = navigator.language.startsWith("de")
    ? `Die Seite ließ sich nicht öffnen (${error}). Lade sie neu; nötig ist ein aktueller Browser mit WebAssembly.`
    : `The page could not be opened (${error}). Reload it; a current browser with WebAssembly is needed.`;
  document.getElementById("page").replaceChildren(box);
  throw error;
}
