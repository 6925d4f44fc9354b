import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TestServer } from '../../support/server.ts';
import { attackSeconds, beside, expectHarmless, type Tolerance } from './beside.ts';

/** A request that is sent again and again. */
export interface AttackRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer | object;
}

/** Tables of attacks give each one a quarter of the time: `make test` has many of them. */
export const briefSeconds = (): number => attackSeconds() / 4;

/**
 * Sends requests one after the other, as `jane`, each at least once, and expects no harm to others and no fault of the
 * server. Returns the statuses of the answers: what is refused and what is done is for the test to say.
 */
export async function attackWith(
  server: TestServer,
  requests: readonly AttackRequest[],
  tolerance: Tolerance = {},
): Promise<number[]> {
  const ca = readFileSync(join(server.directory, 'ca.crt'));
  const jane = server.connect({ token: 'user-token', agent: new Agent({ ca, keepAlive: true }) });
  const statuses = new Set<number>();
  const faults = new Set<string>();
  const harm = await beside(server, briefSeconds(), async (signal) => {
    do {
      for (const { method = 'POST', path, headers = {}, body } of requests) {
        const { status, text } = await jane.send(method, path, { headers, body });
        statuses.add(status);
        if (status >= 500) faults.add(`${status} ${text.slice(0, 300)}`);
      }
    } while (!signal.aborted);
  });
  jane.close();
  expectHarmless(harm, tolerance);
  expect([...faults], 'faults of the server').toEqual([]);
  return [...statuses];
}

/** Repeats a text as often as it fits, with commas between them. */
export const copies = (text: string, bytes: number): string =>
  Array(Math.floor((bytes + 1) / (text.length + 1)))
    .fill(text)
    .join(',');

/** The size of the largest body. */
export const maxBodyBytes = 3 * 1024 * 1024;
/** Somewhat less than the size of the largest object. */
export const objectBytes = 1_400_000;
