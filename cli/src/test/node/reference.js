// The reference server of Durable Streams, in memory. It says where it is, and ends when its input does.
import { DurableStreamTestServer } from "@durable-streams/server";

const server = new DurableStreamTestServer({ host: "127.0.0.1", port: 0, longPollTimeout: 500 });
await server.start();
console.log(server.url);

process.stdin.resume();
process.stdin.on("end", () => server.stop().finally(() => process.exit(0)));
