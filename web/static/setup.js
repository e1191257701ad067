// Set-up pages: the game form, teaching a deck row by row, the camera's corners.
"use strict";
for (const form of $$("form[data-auto]")) form.addEventListener("change", () => {
  // names typed already come along
  for (const name of $$(".setup input[name^=name]")) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: name.name, value: name.value }));
  form.submit();
});
$("[data-lot]")?.addEventListener("click", () => {
  const dealers = $$("[name=dealer]");
  const drawn = crypto.getRandomValues(new Uint32Array(1))[0] % dealers.length;
  dealers[drawn].checked = true;
  const name = $(`#name${drawn}`);
  $("[data-lot-says]").textContent = name.value || name.placeholder;
});

// The live picture: the next one is asked for when the last has come, so a slow network is never flooded.
for (const img of $$("[data-live]")) {
  const next = () => {
    if (document.hidden) return setTimeout(next, 1000);
    const fresh = new Image();
    fresh.onload = () => { img.src = fresh.src; setTimeout(next, 400); };
    fresh.onerror = () => setTimeout(next, 3000);
    fresh.src = `${img.dataset.live}?${Date.now()}`;
  };
  next();
}

// ---- teaching -----------------------------------------------------------------------------------------------------
const teach = $("[data-teach]");
if (teach) {
  const say = JSON.parse($("#teach-words").textContent);
  const steps = $$("[data-row]", teach);
  const codesOf = (step) => JSON.parse(step.dataset.row);
  const turnTo = (step) => steps.forEach((s) => s.classList.toggle("on", s === step));
  steps.forEach((step, i) => {
    $("h2", step).addEventListener("click", () => turnTo(step));
    step.addEventListener("click", async (e) => {
      if (e.target.closest("[data-look]")) {
        const [status, answer] = await post("/setup/deck/look", { codes: codesOf(step) });
        if (status !== 200) return toast(answer.error);
        const seen = $("[data-seen]", step);
        seen.replaceChildren();
        for (const text of answer.wrong.length ? answer.wrong : [say.good]) {
          const p = document.createElement("p");
          p.className = answer.wrong.length ? "wrong" : "good"; p.textContent = text; seen.append(p);
        }
        for (const card of answer.cards) {
          const figure = document.createElement("figure"), img = document.createElement("img"), choice = document.createElement("select");
          img.src = card.picture; img.alt = `${say.see}: ${card.name}`;
          choice.setAttribute("aria-label", say.as);
          choice.add(new Option(say.leave, ""));
          for (const [code, name] of Object.entries(JSON.parse(step.dataset.names))) choice.add(new Option(name, code, code === card.code, code === card.code));
          figure.append(img, choice); seen.append(figure);
        }
        $("[data-decide]", step).hidden = !answer.cards.length;
      } else if (e.target.closest("[data-keep]")) {
        const codes = $$("select", step).map((s) => s.value);
        const [status, answer] = await post("/setup/deck/keep", { codes });
        if (status !== 200) return toast(answer.error);
        $("[data-state]", step).textContent = `✓ ${say.kept} ${codes.filter(Boolean).length}/${codesOf(step).length}`;
        turnTo(steps[i + 1] || null);
        (steps[i + 1] ? $("[data-look]", steps[i + 1]) : $("#name")).focus();
      }
    });
  });
  $("[data-save]").addEventListener("submit", async (e) => {
    e.preventDefault();
    const [status, answer] = await post("/setup/deck/save", { name: e.target.name.value, deck: teach.dataset.deck });
    if (status === 200) $("[data-saved]").textContent = answer.words; else toast(answer.error);
  });
  $("[data-cancel]").addEventListener("click", async () => { await post("/setup/deck/cancel", {}); location.reload(); });
}

// ---- corners of the table -------------------------------------------------------------------------------------------
const frame = $("[data-corners]");
if (frame) {
  let points = JSON.parse(frame.dataset.corners);
  if (points.length !== 4) points = [[0.04, 0.04], [0.96, 0.04], [0.96, 0.96], [0.04, 0.96]];
  const dots = $$("[data-corner]", frame);
  const clamp = (v) => Math.min(1, Math.max(0, v));
  const draw = () => {
    $("polygon", frame).setAttribute("points", points.map((p) => p.join(",")).join(" "));
    dots.forEach((d, i) => { d.style.left = `${points[i][0] * 100}%`; d.style.top = `${points[i][1] * 100}%`; });
  };
  dots.forEach((dot, i) => {
    dot.addEventListener("pointerdown", (e) => dot.setPointerCapture(e.pointerId));
    dot.addEventListener("pointermove", (e) => {
      if (!dot.hasPointerCapture(e.pointerId)) return;
      const box = frame.getBoundingClientRect();
      points[i] = [clamp((e.clientX - box.left) / box.width), clamp((e.clientY - box.top) / box.height)];
      draw();
    });
    dot.addEventListener("keydown", (e) => {
      const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
      if (!by) return;
      e.preventDefault();
      points[i] = [clamp(points[i][0] + by[0] * 0.01), clamp(points[i][1] + by[1] * 0.01)];
      draw();
    });
  });
  const keep = async (corners) => { const [status, answer] = await post("/setup/camera/corners", { corners }); toast(status === 200 ? "✓" : answer.error); };
  $("[data-corners-save]")?.addEventListener("click", () => keep(points));
  $("[data-corners-forget]")?.addEventListener("click", () => { points = [[0, 0], [1, 0], [1, 1], [0, 1]]; draw(); keep([]); });
  if (dots.length) draw();
}
