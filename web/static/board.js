// The board: follows the stream, redraws the regions that changed, turns taps into events.
"use strict";
const board = $("#board");
let game = board.dataset.game;
let seq = Number(board.dataset.seq);
let facts = JSON.parse($("[data-facts]").textContent);
const shown = {};
let said = "";

// ---- drawing ------------------------------------------------------------------------------------------------------
function show(state) {
  if (!state.regions) return;
  if (state.id !== game) { location.reload(); return; }
  if (state.seq < seq) return;  // an answer that was overtaken on its way
  seq = state.seq;
  board.dataset.seq = seq;
  const before = new Set($$("[data-key]").map((e) => e.dataset.key));
  const faults = new Set($$("[data-fault]").map((e) => e.dataset.fault));
  const focus = document.activeElement?.closest?.("[data-region]") && keyOf(document.activeElement);
  for (const [name, html] of Object.entries(state.regions)) {
    if (shown[name] === html) continue;
    shown[name] = html;
    const region = $(`[data-region="${name}"]`);
    if (region) region.innerHTML = html;
  }
  facts = JSON.parse($("[data-facts]").textContent);
  $$("[data-key]").forEach((e) => { if (!before.has(e.dataset.key)) { e.classList.add("fresh"); beep("card"); } });
  if ($$("[data-fault]").some((e) => !faults.has(e.dataset.fault))) beep("fault");
  if (focus) $(focus)?.focus();
  say();
}
function keyOf(e) {
  for (const name of ["fix", "event", "dialog", "tapIn", "undo"]) {
    if (e.dataset[name] !== undefined) return `[data-${name.replace(/[A-Z]/g, (c) => "-" + c.toLowerCase())}="${CSS.escape(e.dataset[name])}"]`;
  }
  return null;
}
function say() {
  const text = $$("[data-say]").map((e) => e.dataset.say).filter(Boolean).join(". ");
  if (text !== said) { said = text; $("#say").textContent = text; }
}

// ---- the stream ---------------------------------------------------------------------------------------------------
let stream = null;
let heard = Date.now();
let wait = 1000;
function lost(is) { $("#lost").hidden = !is; document.body.classList.toggle("is-lost", is); }
function follow() {
  stream?.close();
  stream = new EventSource(`/live?board=1&lang=${document.documentElement.lang}&since=${encodeURIComponent(game + ":" + seq)}`);
  stream.onopen = () => { heard = Date.now(); wait = 1000; lost(false); };
  stream.onmessage = (e) => { heard = Date.now(); lost(false); show(JSON.parse(e.data)); };
  stream.addEventListener("beat", () => { heard = Date.now(); lost(false); });
  stream.onerror = () => {
    lost(true);
    if (stream.readyState === EventSource.CLOSED) { setTimeout(follow, wait); wait = Math.min(wait * 2, 15000); }
  };
}
setInterval(() => { if (Date.now() - heard > 25000) { heard = Date.now(); lost(true); follow(); } }, 5000);
document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });
async function refresh() {
  try { show(await (await fetch(`/api/state?board=1&lang=${document.documentElement.lang}`)).json()); lost(false); } catch { lost(true); }
}

// ---- sending ------------------------------------------------------------------------------------------------------
async function send(event, url = "/api/events") {
  const [status, answer] = await post(`${url}?board=1&lang=${document.documentElement.lang}`, event === null ? { seq } : Array.isArray(event) ? { seq, events: event } : { seq, event });
  if (status === 200) { show(answer); return true; }
  if (status === 409) { toast(words.stale); await refresh(); return false; }
  if (status !== 403) toast(answer.error || words.unreachable);
  return false;
}

// ---- the picker: tap a card in, or say what a card really was -------------------------------------------------------
let picking = null;
function pick(what) {
  picking = what;
  const dialog = $("#picker");
  const tapIn = what.fix === undefined;
  $("[data-title]", dialog).textContent = tapIn ? words.which_card : words.what_card;
  $("[data-seats]", dialog).hidden = !tapIn;
  for (const name of ["retract", "move"]) $(`[data-${name}]`, dialog).hidden = tapIn || what.trump;
  $("[data-hole]", dialog).hidden = !tapIn;
  $$("[name=pick-seat]", dialog).forEach((r) => { r.checked = Number(r.value) === what.seat; });
  const row = $("[data-guesses]", dialog);
  row.replaceChildren();
  for (const code of what.guesses || []) {
    const button = document.createElement("button");
    button.type = "button"; button.className = "guess"; button.dataset.code = code;
    const like = $(`.pick[data-code="${CSS.escape(code)}"]`, dialog);
    if (like) button.innerHTML = like.innerHTML;
    row.append(button);
  }
  row.hidden = !row.children.length;
  for (const button of $$(".pick", dialog)) button.classList.toggle("gone", (facts.seen[button.dataset.code] || 0) >= facts.copies);
  open(dialog);
}
function open(dialog) {
  $$("dialog[open]").forEach((d) => d.close());
  dialog.showModal();
}
async function picked(code) {
  $("#picker").close();
  const other = facts.lies[code];
  if (picking.fix !== undefined && picking.code && picking.code !== code && other !== undefined && other !== picking.fix && facts.seen[code] >= facts.copies) {
    // corrected one after the other there would be a card too many in between
    picking.exchange = [{ event: "correct", seq: picking.fix, card: code }, { event: "correct", seq: other, card: picking.code }];
    const like = (c) => $(`#picker .pick[data-code="${CSS.escape(c)}"]`)?.innerHTML || "";
    $("[data-pairing]").innerHTML = `<span class="tile">${like(picking.code)}</span> ⇄ <span class="tile">${like(code)}</span>`;
    return open($("#exchange"));
  }
  if (picking.fix !== undefined) await send({ event: "correct", seq: picking.fix, card: code });
  else {
    const seat = $("#picker [name=pick-seat]:checked");
    await send({ event: "play", seat: seat ? Number(seat.value) : 0, card: code });
  }
}

// ---- forms that become events ---------------------------------------------------------------------------------------
function prepare(dialog) {
  const form = $("form", dialog);
  form?.reset();
  $$("[data-chosen]", dialog).forEach((box) => box.replaceChildren());
  for (const name of ["seat", "winner"]) {
    const mine = $$(`[name=${name}]`, dialog).find((r) => Number(r.value) === (dialog.id === "move" ? -1 : facts.turn ?? facts.actor));
    if (mine && !["adjust", "claim"].includes(dialog.id)) mine.checked = true;
  }
  if (dialog.id === "bid") $("[name=points]", dialog).value = facts.bid ?? 10;
  if (dialog.id === "give_back" && facts.owed) for (const name of ["seat", "to"]) { const r = $(`[name=${name}][value="${facts.owed[name]}"]`, dialog); if (r) r.checked = true; }
}
function made(form) {
  const event = { event: form.dataset.make };
  for (const [name, value] of new FormData(form)) {
    if (value === "") continue;
    event[name] = ["seat", "points", "winner", "giver", "to"].includes(name) ? Number(value) : value;
  }
  for (const box of $$("[data-chosen]", form)) {
    const codes = [...box.children].map((b) => b.dataset.code);
    if (box.dataset.chosen === "card") { if (codes.length) event.card = codes[0]; } else if (codes.length) event.cards = codes;
  }
  return event;
}
document.addEventListener("submit", async (e) => {
  const form = e.target;
  if (form.dataset.make) {
    e.preventDefault();
    const event = made(form);
    if (await send(event)) form.closest("dialog").close();
  } else if (form.dataset.correct) {
    e.preventDefault();
    const event = { event: "correct", seq: form.dataset.correct === "hand" ? facts.hand : picking.fix };
    for (const [name, value] of new FormData(form)) event[name] = Number(value);
    if (event.seq === null) { toast(words.no_hand); return; }
    if (await send(event)) form.closest("dialog").close();
  }
});

document.addEventListener("click", async (e) => {
  const at = (selector) => e.target.closest(selector);
  let b;
  if ((b = at("#picker .pick, #picker .guess"))) return picked(b.dataset.code);
  if (at("[data-both]")) { $("#exchange").close(); return send(picking.exchange); }
  if (at("[data-only]")) { $("#exchange").close(); return send(picking.exchange[0]); }
  if ((b = at("[data-guess]"))) return send({ event: "correct", seq: Number(b.dataset.seq), card: b.dataset.guess });
  if ((b = at("#trump .pick"))) { $("#trump").close(); return facts.trump_seq === null ? send({ event: "trump", card: b.dataset.code }) : send({ event: "correct", seq: facts.trump_seq, card: b.dataset.code }); }
  if ((b = at("[data-suit]"))) { $("#trump").close(); return send({ event: "trump", suit: b.dataset.suit }); }
  if ((b = at("[data-grid=many] .pick"))) {
    const box = $("[data-chosen]", b.closest("form"));
    if (box.dataset.chosen === "card") box.replaceChildren();
    const copy = document.createElement("button");
    copy.type = "button"; copy.dataset.code = b.dataset.code; copy.innerHTML = b.innerHTML;
    box.append(copy);
    return;
  }
  if ((b = at("[data-chosen] button"))) return b.remove();
  if ((b = at("[data-retract]"))) { $("#picker").close(); return send({ event: "retract", seq: picking.fix }); }
  if (at("[data-move]")) { prepare($("#move")); return open($("#move")); }
  if (at("[data-hole]")) { const seat = $("#picker [name=pick-seat]:checked"); $("#picker").close(); return send({ event: "play", seat: seat ? Number(seat.value) : 0, card: null }); }
  if ((b = at("[data-pass]"))) { const r = $("[name=seat]:checked", b.closest("form")); if (await send({ event: "pass", seat: r ? Number(r.value) : facts.turn })) $("#bid").close(); return; }
  if ((b = at("[data-fix]"))) return pick({ fix: Number(b.dataset.fix), code: b.dataset.code, trump: Number(b.dataset.fix) === facts.trump_seq, guesses: guessesOf(b) });
  if (at("[data-trump]")) return open($("#trump"));
  if ((b = at("[data-tap-in]"))) return pick({ seat: Number(b.dataset.tapIn) });
  if (at("[data-undo]")) return send(null, "/api/undo");
  if ((b = at("[data-event]"))) {
    b.disabled = true;
    const ok = await send(JSON.parse(b.dataset.event));
    if (ok) b.closest("dialog")?.close();
    b.disabled = false;
    if (ok && b.dataset.thenFix) pick({ fix: Number(b.dataset.thenFix), code: b.dataset.code, guesses: [] });
    return;
  }
  if ((b = at("[data-dialog]"))) { const d = document.getElementById(b.dataset.dialog); if (d) { prepare(d); open(d); } }
});
function guessesOf(button) {
  if (button.dataset.guesses) return button.dataset.guesses.split(" ").filter(Boolean);
  return $$(".guess", button.closest(".hole") || document.createElement("i")).map((g) => g.dataset.guess);
}

// ---- sound ----------------------------------------------------------------------------------------------------------
let audio = null;
const soundButton = $("[data-sound]");
let sound = localStorage.getItem("sound") === "on";
soundButton.setAttribute("aria-pressed", String(sound));
soundButton.addEventListener("click", () => {
  sound = !sound;
  localStorage.setItem("sound", sound ? "on" : "off");
  soundButton.setAttribute("aria-pressed", String(sound));
  if (sound) beep("card");
});
function beep(kind) {
  if (!sound) return;
  audio ??= new AudioContext();
  const notes = kind === "fault" ? [[330, 0], [247, 0.18]] : [[880, 0]];
  for (const [pitch, after] of notes) {
    const tone = audio.createOscillator(), volume = audio.createGain(), at = audio.currentTime + after;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.15, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + (kind === "fault" ? 0.25 : 0.08));
    tone.connect(volume).connect(audio.destination);
    tone.start(at); tone.stop(at + 0.3);
  }
}

say();
follow();
