// Uses the server at the URL after the # of the page's address, which is another origin, and tells the page's own origin
// what came of it.
const server = location.hash.slice(1);
const checks = [];
const check = (title, run) => checks.push({ title, run });

const fresh = () => `${server}/v1/stream/browser-${crypto.randomUUID()}`;

function equal(actual, expected, what = "it") {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== should) {
    throw new Error(`${what} is ${is}, not ${should}`);
  }
}

function present(response, ...names) {
  const missing = names.filter((name) => !response.headers.get(name));
  equal(missing, [], `what of ${names} is missing or not exposed, with status ${response.status},`);
}

const create = async (type, body) => {
  const url = fresh();
  const response = await fetch(url, { method: "PUT", headers: { "Content-Type": type }, body });
  equal(response.status, 201, "the status of the create");
  return url;
};

const append = (url, type, body, headers = {}) =>
  fetch(url, { method: "POST", headers: { "Content-Type": type, ...headers }, body });

/** The events of an SSE answer, as an EventSource would name them. */
async function* events(response) {
  let rest = "";
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const lines = block.split("\n");
      const name = lines.find((line) => line.startsWith("event: "))?.slice(7);
      if (name) {
        yield { name, data: lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5)) };
      }
    }
  }
}

/** Follows by SSE until the stream is closed. */
async function follow(url, onControl) {
  const response = await fetch(`${url}?offset=-1&live=sse`);
  const data = [];
  for await (const event of events(response)) {
    if (event.name === "data") {
      data.push(event.data);
    } else {
      await onControl(JSON.parse(event.data.join("")), data);
    }
  }
  return { response, data };
}

check("a page creates, appends and reads", async () => {
  const url = await create("text/plain", "first ");

  const appended = await append(url, "text/plain", "second");
  const read = await fetch(url);

  equal(appended.status, 204, "the status of the append");
  present(appended, "Stream-Next-Offset");
  equal(await read.text(), "first second");
  present(read, "Stream-Next-Offset", "Stream-Up-To-Date", "ETag");
});

check("a create tells where the stream is", async () => {
  const url = fresh();

  const response = await fetch(url, { method: "PUT", headers: { "Content-Type": "text/plain", "Stream-TTL": "60" } });

  present(response, "Location", "Stream-Next-Offset");
  equal(response.headers.get("Location"), url, "the location");
});

check("every header of the protocol passes the preflight", async () => {
  const source = await create("text/plain", "source");
  const fork = fresh();
  const forked = await fetch(fork, {
    method: "PUT",
    headers: {
      Authorization: "Bearer nobody",
      "Content-Type": "text/plain",
      "Stream-Forked-From": new URL(source).pathname,
      "Stream-Fork-Offset": "0000000000000000_0000000000000000",
      "Stream-Fork-Sub-Offset": "3",
      "Stream-Expires-At": new Date(Date.now() + 3_600_000).toISOString(),
    },
  });
  const appended = await append(fork, "text/plain", "!", {
    "Producer-Id": "p",
    "Producer-Epoch": "0",
    "Producer-Seq": "0",
    "Stream-Seq": "a",
    "Stream-Closed": "true",
  });

  equal(forked.status, 201, "the status of the fork");
  equal(appended.status, 200, "the status of the append");
  present(appended, "Producer-Epoch", "Producer-Seq", "Stream-Closed", "Stream-Next-Offset");
  equal(await (await fetch(fork)).text(), "sou!");
});

check("what a producer is told about a gap is exposed", async () => {
  const url = await create("text/plain");
  const producer = (seq) => ({ "Producer-Id": "p", "Producer-Epoch": "0", "Producer-Seq": `${seq}` });
  await append(url, "text/plain", "0", producer(0));

  const gap = await append(url, "text/plain", "5", producer(5));

  equal(gap.status, 409, "the status");
  equal(gap.headers.get("Producer-Expected-Seq"), "1", "the expected seq");
  equal(gap.headers.get("Producer-Received-Seq"), "5", "the received seq");
});

check("an unchanged stream is a 304", async () => {
  const url = await create("text/plain", "same");
  const tag = (await fetch(url)).headers.get("ETag");

  const unchanged = await fetch(url, { headers: { "If-None-Match": tag } });
  await append(url, "text/plain", "!");
  const changed = await fetch(url, { headers: { "If-None-Match": tag } });

  equal(unchanged.status, 304, "the status of the unchanged");
  equal(changed.status, 200, "the status of the changed");
  equal(await changed.text(), "same!");
});

check("a head tells tail and lifetime", async () => {
  const url = fresh();
  await fetch(url, { method: "PUT", headers: { "Content-Type": "text/plain", "Stream-TTL": "60" } });

  const head = await fetch(url, { method: "HEAD" });

  equal(head.status, 200, "the status");
  equal(head.headers.get("Stream-TTL"), "60", "the time to live");
  present(head, "Stream-Next-Offset");
});

check("a refusal can be read", async () => {
  const response = await fetch(fresh());

  equal(response.status, 404, "the status");
});

check("a delete passes the preflight", async () => {
  const url = await create("text/plain");

  equal((await fetch(url, { method: "DELETE" })).status, 204, "the status");
  equal((await fetch(url)).status, 404, "the status afterwards");
});

check("a long-poll brings what is appended while it waits", async () => {
  const url = await create("application/json");
  const tail = (await fetch(url, { method: "HEAD" })).headers.get("Stream-Next-Offset");

  const waiting = fetch(`${url}?offset=${tail}&live=long-poll`);
  await append(url, "application/json", "[1,2]");
  const response = await waiting;

  equal(await response.json(), [1, 2]);
  present(response, "Stream-Cursor", "Stream-Next-Offset");
});

check("text is followed by SSE until the stream is closed", async () => {
  const url = await create("text/plain", "one\ntwo");
  let sent = false;

  const { response, data } = await follow(url, async (control) => {
    if (control.upToDate && !sent) {
      sent = true;
      await append(url, "text/plain", "žluťoučký 🐎", { "Stream-Closed": "true" });
    }
  });

  equal(response.headers.get("Stream-SSE-Data-Encoding"), null, "the encoding");
  equal(data, [["one", "two"], ["žluťoučký 🐎"]]);
});

check("bytes are followed by SSE as base64, and a page can tell", async () => {
  const every = Uint8Array.from({ length: 256 }, (_, n) => n);
  const url = await create("application/octet-stream", every);
  let sent = false;

  const { response, data } = await follow(url, async (control) => {
    if (control.upToDate && !sent) {
      sent = true;
      await append(url, "application/octet-stream", every, { "Stream-Closed": "true" });
    }
  });

  const bytes = data.map((lines) => atob(lines.join(""))).join("");
  equal(response.headers.get("Stream-SSE-Data-Encoding"), "base64", "the encoding");
  equal(Array.from(bytes, (char) => char.charCodeAt(0)), [...every, ...every]);
});

check("an EventSource gets the same events", async () => {
  const url = await create("application/json", '[{"n":1}]');
  const source = new EventSource(`${url}?offset=-1&live=sse`);
  const seen = [];

  await new Promise((resolve, reject) => {
    source.addEventListener("data", (event) => seen.push(...JSON.parse(event.data)));
    source.addEventListener("control", (event) => {
      if (JSON.parse(event.data).streamClosed) {
        resolve();
      } else if (seen.length === 1) {
        append(url, "application/json", '{"n":2}', { "Stream-Closed": "true" }).catch(reject);
      }
    });
    source.onerror = () => reject(new Error("the connection broke"));
  }).finally(() => source.close());

  equal(seen, [{ n: 1 }, { n: 2 }]);
});

const results = [];
for (const { title, run } of checks) {
  const tooLong = new Promise((_, reject) => setTimeout(() => reject(new Error("it takes too long")), 8_000));
  const failure = await Promise.race([run(), tooLong]).then(
    () => null,
    (error) => `${error}`,
  );
  results.push({ title, failure });
}
await fetch("/results", { method: "POST", body: JSON.stringify(results) });
