import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { DurableStream, FetchError, IdempotentProducer, StaleEpochError, stream } from "@durable-streams/client";
import { follow } from "./follow.js";

const JSON_TYPE = "application/json";

const freshUrl = () => `${process.env.LEAT_URL}/v1/stream/client-${randomUUID()}`;

const createJson = () => DurableStream.create({ url: freshUrl(), contentType: JSON_TYPE });

const readAll = async (url) => (await stream({ url, live: false })).json();

const numbers = (from, to) => Array.from({ length: to - from }, (_, n) => from + n);

/** A fetch that remembers what was asked. */
function recording() {
  const urls = [];
  const fetch = (url, init) => {
    urls.push(String(url));
    return globalThis.fetch(url, init);
  };
  return { urls, fetch };
}

async function refusal(action) {
  try {
    await action();
  } catch (error) {
    return error;
  }
  throw new Error("was not refused");
}

describe("streams", () => {
  test("what is appended is read back", async () => {
    const created = await createJson();

    await created.append(JSON.stringify({ name: "first" }));
    await created.append(JSON.stringify([1, [2, 3]]));
    await created.append(JSON.stringify("žluťoučký kůň 🐎"));

    expect(await readAll(created.url)).toEqual([{ name: "first" }, [1, [2, 3]], "žluťoučký kůň 🐎"]);
  });

  test("the head tells type, tail and whether it is closed", async () => {
    const created = await DurableStream.create({ url: freshUrl(), contentType: "text/plain", body: "hello" });
    const before = await created.head();
    const { finalOffset } = await created.close();

    expect(before).toMatchObject({ exists: true, contentType: "text/plain", streamClosed: false, offset: finalOffset });
    expect(await created.head()).toMatchObject({ exists: true, streamClosed: true, offset: finalOffset });
  });

  test("a deleted stream does not exist", async () => {
    const created = await createJson();
    await created.delete();

    expect(await created.head()).toEqual({ exists: false });
  });
});

describe("producers", () => {
  const settings = { autoClaim: true, lingerMs: 1, maxBatchBytes: 256, maxInFlight: 5 };

  test("thousands of pipelined messages arrive once and in order", async () => {
    const created = await createJson();
    const errors = [];
    const sent = recording();
    const producer = new IdempotentProducer(created, "p", {
      ...settings,
      fetch: sent.fetch,
      onError: (error) => errors.push(error),
    });

    numbers(0, 5000).forEach((n) => producer.append(JSON.stringify(n)));
    await producer.flush();

    expect(errors).toEqual([]);
    expect(sent.urls.length).toBeGreaterThan(10);
    expect(await readAll(created.url)).toEqual(numbers(0, 5000));
  });

  test("a successor claims the next epoch and goes on", async () => {
    const created = await createJson();
    const first = new IdempotentProducer(created, "p", { ...settings, epoch: 4 });
    numbers(0, 500).forEach((n) => first.append(JSON.stringify(n)));
    await first.detach();

    const second = new IdempotentProducer(created, "p", settings);
    numbers(500, 1000).forEach((n) => second.append(JSON.stringify(n)));
    await second.flush();

    expect(second.epoch).toBe(5);
    expect(await readAll(created.url)).toEqual(numbers(0, 1000));
  });

  test("whoever was succeeded is refused with the newer epoch", async () => {
    const created = await createJson();
    const newer = new IdempotentProducer(created, "p", { epoch: 7 });
    newer.append("1");
    await newer.flush();

    const errors = [];
    const older = new IdempotentProducer(created, "p", { epoch: 6, onError: (error) => errors.push(error) });
    older.append("2");
    await older.flush();

    expect(errors).toHaveLength(1);
    expect(errors[0]).toBeInstanceOf(StaleEpochError);
    expect(errors[0].currentEpoch).toBe(7);
    expect(await readAll(created.url)).toEqual([1]);
  });

  test("a close with a last message can be repeated", async () => {
    const created = await createJson();
    const headers = {
      "content-type": JSON_TYPE,
      "producer-id": "p",
      "producer-epoch": "0",
      "producer-seq": "0",
      "stream-closed": "true",
    };
    const producer = new IdempotentProducer(created, "p");

    const { finalOffset } = await producer.close(JSON.stringify("last"));
    const again = await fetch(created.url, { method: "POST", headers, body: '["last"]' });

    expect(again.status).toBe(204);
    expect(again.headers.get("stream-closed")).toBe("true");
    expect(await created.head()).toMatchObject({ streamClosed: true, offset: finalOffset });
    expect(await readAll(created.url)).toEqual(["last"]);
  });
});

describe.each(["sse", "long-poll"])("followers by %s", (live) => {
  test("old and new messages arrive in order, and the end ends it", async () => {
    const created = await createJson();
    const producer = new IdempotentProducer(created, "p", { lingerMs: 0 });
    numbers(0, 100).forEach((n) => producer.append(JSON.stringify(n)));
    await producer.flush();

    const asked = recording();
    const seen = [];
    const waiting = new Map();
    const sees = (n) => (seen.includes(n) ? undefined : new Promise((resolve) => waiting.set(n, resolve)));
    const onItem = (n) => {
      seen.push(n);
      waiting.get(n)?.();
    };
    const followed = follow({ url: created.url, live, onItem, fetch: asked.fetch });
    await sees(99);
    for (let n = 100; n < 120; n++) {
      producer.append(JSON.stringify(n));
      await producer.flush();
      await sees(n);
    }
    await producer.close(JSON.stringify(120));

    expect((await followed).items).toEqual(numbers(0, 121));
    expect(asked.urls.some((url) => url.includes(`live=${live}`))).toBe(true);
  });

  test("bytes arrive as they were", async () => {
    const created = await DurableStream.create({ url: freshUrl(), contentType: "application/octet-stream" });
    const every = Uint8Array.from({ length: 256 }, (_, n) => n);
    const session = await stream({ url: created.url, live });
    const chunks = [];
    session.subscribeBytes((chunk) => void chunks.push(chunk.data));

    await created.append(every);
    await created.append(every.toReversed());
    await created.close();
    await session.closed;

    expect(Buffer.concat(chunks)).toEqual(Buffer.concat([every, every.toReversed()]));
  });
});

describe("refusals", () => {
  test("a stream that is not there is a 404", async () => {
    const url = freshUrl();
    const handle = new DurableStream({ url, contentType: JSON_TYPE });

    for (const action of [() => stream({ url, live: false }), () => handle.append("1"), () => handle.delete()]) {
      const error = await refusal(action);
      expect(error).toBeInstanceOf(FetchError);
      expect(error.status).toBe(404);
    }
    expect(await handle.head()).toEqual({ exists: false });
  });

  test("another type at the same path is a 409", async () => {
    const { url } = await createJson();

    const error = await refusal(() => DurableStream.create({ url, contentType: "text/plain" }));

    expect(error).toBeInstanceOf(FetchError);
    expect(error.status).toBe(409);
  });

  test("a closed stream is a 409 that says so and where it ends", async () => {
    const created = await createJson();
    await created.append("1");
    const { finalOffset } = await created.close();

    const error = await refusal(() => created.append("2"));

    expect(error).toBeInstanceOf(FetchError);
    expect(error.status).toBe(409);
    expect(error.headers).toMatchObject({ "stream-closed": "true", "stream-next-offset": finalOffset });
  });

  test("an older writer's sequence is a 409", async () => {
    const created = await createJson();
    await created.append("1", { seq: "b" });

    const error = await refusal(() => created.append("2", { seq: "a" }));

    expect(error).toBeInstanceOf(FetchError);
    expect(error.status).toBe(409);
    expect(await readAll(created.url)).toEqual([1]);
  });
});
