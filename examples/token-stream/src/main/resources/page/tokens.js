const streams = new URLSearchParams(location.search).get("streams") ?? "http://127.0.0.1:4437/v1/stream";

// Everything the page knows: the question, the stream with its answer, how far that was read, and what was read.
// It is kept for this tab, so a reload goes on where the page was.
let chat = JSON.parse(sessionStorage.getItem("chat"));

function update(change) {
  chat = { ...chat, ...change };
  sessionStorage.setItem("chat", JSON.stringify(chat));
  show(chat.done ? "done" : "");
}

function show(state) {
  document.querySelector("#question").textContent = chat?.question ?? "";
  document.querySelector("#answer").textContent = chat?.text ?? "";
  document.querySelector("#state").textContent = state;
}

async function ask(question) {
  const asked = await fetch(`${streams}/questions`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(question),
  });
  const id = asked.headers.get("Stream-Next-Offset");
  const url = `${streams}/answers/${id}`;
  await fetch(url, { method: "PUT", headers: { "Content-Type": "application/json" } }); // we or the model, who is first
  update({ question, url, offset: "-1", text: "", done: false });
  follow();
}

function follow() {
  const events = new EventSource(`${chat.url}?offset=${chat.offset}&live=sse`);
  let tokens = [];
  events.addEventListener("data", (event) => tokens.push(...JSON.parse(event.data)));
  events.addEventListener("control", (event) => {
    const { streamNextOffset, streamClosed } = JSON.parse(event.data);
    update({ text: chat.text + tokens.join(""), offset: streamNextOffset, done: streamClosed ?? false });
    tokens = [];
    if (chat.done) {
      events.close();
    }
  });
  // Whatever broke, the next connection begins after the last token that was shown. EventSource itself would begin
  // where this one did.
  events.addEventListener("error", () => {
    events.close();
    show("waiting for the server…");
    setTimeout(follow, 300);
  });
}

document.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  ask(event.target.question.value).catch(() => show("the server is away; ask again"));
});

show(chat?.done ? "done" : "");
if (chat && !chat.done) {
  follow();
}
