import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../../support/server.ts';
import { attackSeconds, attackServer, beside, expectHarmless } from '../support/beside.ts';

const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const begins = base64('-----BEGIN CERTIFICATE REQUEST-----\n'.repeat(31_000));
const few = base64('-----BEGIN CERTIFICATE REQUEST-----\n'.repeat(1_800));

let server: TestServer;
beforeAll(async () => {
  server = await attackServer();
});
afterAll(() => server?.remove());

it.each([
  ['of 31,000 BEGIN lines', begins, [403, 422]],
  ['of 1,800 BEGIN lines', few, [403, 422]],
  ['of 1,800 that end', base64('-----BEGIN A-----\nMAA=\n-----END A-----\n'.repeat(1_500)), [403, 422]],
])('certificate requests %s', async (_, request, refused) => {
  const ca = readFileSync(join(server.directory, 'ca.crt'));
  const jane = server.connect({ token: 'user-token', agent: new Agent({ ca }) });
  const harm = await beside(server, attackSeconds(), async (signal) => {
    while (!signal.aborted) {
      for (const signerName of ['kubernetes.io/kube-apiserver-client', 'example.com/mine']) {
        const spec = { request, signerName, usages: ['client auth'] };
        const { status } = await jane.post(path, { metadata: { generateName: 'a-' }, spec });
        expect(refused).toContain(status);
      }
    }
  });
  jane.close();
  expectHarmless(harm);
});
