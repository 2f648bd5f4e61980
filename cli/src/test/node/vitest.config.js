import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Fires only on failure: a busy machine is no reason to fail.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
