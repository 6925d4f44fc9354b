import { defineConfig } from 'vitest/config';

/**
 * Tests that start servers of their own; on two cores more files at a time only make them slow. They have real clocks
 * and real processes, on machines that stand still for seconds now and then: what fails is run once more, and is
 * broken when it fails again.
 */
function slow(name: string, include: string[], env: Record<string, string>) {
  const patience = { testTimeout: 60_000, hookTimeout: 60_000, retry: 1 };
  return { test: { name, include, env, ...patience, fileParallelism: false } };
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
