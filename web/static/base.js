// What every page needs: words, toast, theme, language, and asking for the PIN before anything is changed.
"use strict";
const words = JSON.parse(document.getElementById("words").textContent);
const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

// "Back" brings a page out of the browser's memory as it was: what it shows may long be over.
addEventListener("pageshow", (e) => { if (e.persisted) location.reload(); });

let toastTimer = 0;
function toast(text, ms = 4500) {
  const box = $("#toast");
  box.textContent = text;
  box.classList.add("on");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => box.classList.remove("on"), ms);
}

const year = 31536000;
function remember(name, value) { document.cookie = `${name}=${value};path=/;max-age=${year};samesite=lax`; }

$("[data-language]")?.addEventListener("change", (e) => {
  remember("language", e.target.value);
  const url = new URL(location.href);
  url.searchParams.delete("lang");
  location.replace(url);
});
$("[data-theme-toggle]")?.addEventListener("click", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme === "dark" || (root.dataset.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "light" : "dark";
  remember("theme", root.dataset.theme);
});

// POST JSON; on 403 ask for the PIN once and try again. Returns [status, body].
async function post(url, body) {
  let reply;
  try {
    reply = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  } catch { return [0, { error: words.unreachable }]; }
  const answer = await reply.json().catch(() => ({ error: words.unreachable }));
  if (reply.status === 403 && answer.pin && (await askPin())) return post(url, body);
  return [reply.status, answer];
}

function askPin() {
  const dialog = $("#pin");
  if (!dialog) { location.href = words.pin_url; return Promise.resolve(false); }
  return new Promise((resolve) => {
    const form = $("form", dialog);
    const done = (ok) => { form.onsubmit = null; dialog.onclose = null; if (dialog.open) dialog.close(); resolve(ok); };
    form.onsubmit = async (e) => {
      e.preventDefault();
      const reply = await fetch(words.pin_url, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ pin: form.pin.value }) });
      form.reset();
      if (reply.ok) done(true); else toast((await reply.json()).error);
    };
    dialog.onclose = () => done(false);
    dialog.showModal();
  });
}

document.addEventListener("click", (e) => {
  const close = e.target.closest("[data-close]");
  if (close) close.closest("dialog").close();
  else if (e.target instanceof HTMLDialogElement) e.target.close();  // a tap on the backdrop
  const step = e.target.closest("[data-step]");
  if (step) {
    const input = $("input", step.parentElement);
    input.value = Number(input.value || 0) + Number(step.dataset.step);
  }
  const sure = e.target.closest("[data-sure]");
  if (sure && !confirm(sure.dataset.sure)) e.preventDefault();
});
