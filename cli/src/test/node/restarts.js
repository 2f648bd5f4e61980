// Produces and follows while the server is killed and started again, which whoever started this program does: it prints
// "kill", and is told "up". Ends with status 0 if every acknowledged message arrived at each follower once and in order.
import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { DurableStream, IdempotentProducer, stream } from "@durable-streams/client";
import { follow } from "./follow.js";

const KILLS = 3;
const CHUNK = 200;

const url = `${process.env.LEAT_URL}/v1/stream/restarts`;
const orders = createInterface({ input: process.stdin });
let interrupted = 0;

/** The producer leaves it to its fetch to ask again when the server is away. */
async function persistent(...request) {
  for (;;) {
    try {
      const response = await fetch(...request);
      if (response.status !== 503) {
        return response;
      }
    } catch (error) {
      interrupted++;
    }
    await pause(10);
  }
}

/** Tells when an SSE connection is open, which the next kill will cut. */
const connections = new EventEmitter();
let open = false;
async function watched(url, init) {
  const response = await fetch(url, init);
  if (String(url).includes("live=sse")) {
    open = true;
    connections.emit("open");
  }
  return response;
}

const created = await DurableStream.create({ url, contentType: "application/json" });
const errors = [];
const producer = new IdempotentProducer(created, "p", {
  autoClaim: true,
  lingerMs: 0,
  maxBatchBytes: 64,
  maxInFlight: 5,
  fetch: persistent,
  onError: (error) => errors.push(error),
});
const followers = ["sse", "long-poll"].map((live) => follow({ url, live, fetch: watched }));

let produced = 0;
async function produce() {
  for (let n = 0; n < CHUNK; n++) {
    producer.append(JSON.stringify(produced++));
  }
  await producer.flush(); // resolves when all is acknowledged
}

await produce();
for (let kill = 1; kill <= KILLS; kill++) {
  if (!open) {
    await once(connections, "open");
  }
  open = false;
  let up = false;
  orders.once("line", () => (up = true));
  console.log("kill");
  while (!up) {
    await produce();
  }
  await produce();
}
await producer.close(JSON.stringify(produced++));

const expected = Array.from({ length: produced }, (_, n) => n);
const [sse, longPoll] = await Promise.all(followers);
const stored = await (await stream({ url, live: false })).json();

assert.deepEqual(errors, []);
assert.equal(producer.epoch, 0);
assert.deepEqual(stored, expected, "what is stored");
assert.deepEqual(sse.items, expected, "what arrived by SSE");
assert.deepEqual(longPoll.items, expected, "what arrived by long-poll");
assert.ok(sse.sessions > KILLS, `SSE was cut by each kill, but there were only ${sse.sessions} sessions`);
console.log(`${produced} messages; ${interrupted} requests of the producer were interrupted`);
orders.close();
process.stdin.destroy();
