import { stream } from "@durable-streams/client";

/**
 * Follows a JSON stream to its end, as an application does that must not miss or repeat anything: when a session breaks,
 * the next one goes on after the last batch that was handled.
 */
export async function follow({ url, live, onItem = () => {}, fetch = globalThis.fetch }) {
  const items = [];
  let offset = "-1";
  for (let sessions = 1; ; sessions++) {
    const session = await stream({ url, live, offset, fetch, sseResilience: { logWarnings: false } });
    let broken = false;
    let handled = () => {};
    session.subscribeJson((batch) => {
      if (broken) {
        return; // The next session brings it again.
      }
      items.push(...batch.items);
      batch.items.forEach(onItem);
      offset = batch.offset;
      handled();
    });
    await session.closed.catch(() => {});
    if (session.streamClosed) {
      // A session says that it is closed before its last batches are handed out.
      while (offset !== session.offset) {
        await new Promise((resolve) => (handled = resolve));
      }
      return { items, sessions };
    }
    broken = true;
  }
}
