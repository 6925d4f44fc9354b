import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../support/server.ts';
import { attackSeconds, attackServer, beside, expectHarmless } from './support/beside.ts';

/** Fields as long or as wide as an object can be, of which each part is a fault. */

const path = '/api/v1/namespaces/default/pods?dryRun=All';
const container = { name: 'c', image: 'i' };
const registry = { registry: ','.repeat(1_400_000), volume: 'v' };
const capabilities = { add: Array(20_000).fill('CAP_SYS_ADMIN') };

let server: TestServer;
beforeAll(async () => {
  server = await attackServer();
});
afterAll(() => server?.remove());

it.each([
  ['pairs of a registry', { containers: [container], volumes: [{ name: 'v', quobyte: registry }] }],
  [
    'capabilities',
    { containers: [{ ...container, securityContext: { allowPrivilegeEscalation: false, capabilities } }] },
  ],
])('thousands of bad %s', async (_, spec) => {
  const ca = readFileSync(join(server.directory, 'ca.crt'));
  const jane = server.connect({ token: 'user-token', agent: new Agent({ ca }) });
  const harm = await beside(server, attackSeconds(), async (signal) => {
    do {
      const { status, text } = await jane.post(path, { metadata: { name: 'p' }, spec });
      expect(status, text.slice(0, 500)).toBe(422);
    } while (!signal.aborted);
  });
  jane.close();
  expectHarmless(harm);
});
