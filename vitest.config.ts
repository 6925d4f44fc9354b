import { defineConfig } from 'vitest/config';

/** Tests that start servers of their own; on two cores more files at a time only make them slow. */
function slow(name: string, include: string[], env: Record<string, string>) {
  return { test: { name, include, env, testTimeout: 60_000, hookTimeout: 60_000, fileParallelism: false } };
}

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts'], testTimeout: 10_000 } },
      { test: { name: 'properties', include: ['test/properties/**/*.test.ts'], testTimeout: 60_000 } },
      slow('integration', ['test/{contract,integration}/**/*.test.ts'], {}),
      // What the API does must not depend on the store.
      slow('api-embedded', ['test/api/**/*.test.ts'], { STORE: 'embedded' }),
      slow('api-etcd', ['test/api/**/*.test.ts'], { STORE: 'etcd' }),
    ],
  },
});
