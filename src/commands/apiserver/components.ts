import { type ProbeResult, probeHealth } from '../../client/health-probe.ts';
import type { Component } from '../../server/routing/component-reader.ts';
import type { Kv } from '../../storage/kv.ts';

const probeTimeout = 20_000;

/** Health URLs of the other components of the control plane: the present port, then the older one. */
export const loopbackComponents: Readonly<Record<string, readonly string[]>> = {
  'controller-manager': ['https://127.0.0.1:10257/healthz', 'http://127.0.0.1:10252/healthz'],
  scheduler: ['https://127.0.0.1:10259/healthz', 'http://127.0.0.1:10251/healthz'],
};

/** Asks all components at once: those with health URLs, and the members of the store. */
export async function askComponents(
  kv: Kv,
  urls: Readonly<Record<string, readonly string[]>>,
): Promise<Component[]> {
  const [others, members] = await Promise.all([
    Promise.all(Object.entries(urls).map(([name, ofOne]) => askAt(name, ofOne))),
    askMembers(kv),
  ]);
  return [...others, ...members];
}

/** The first that is healthy counts; when none is, the first. */
async function askAt(name: string, urls: readonly string[]): Promise<Component> {
  const results = await Promise.all(urls.map((url) => probeHealth(url, probeTimeout)));
  const result: ProbeResult = results.find(({ healthy }) => healthy) ?? results[0]!;
  return { name, ...result, error: '' };
}

async function askMembers(kv: Kv): Promise<Component[]> {
  try {
    const { members } = await kv.status(probeTimeout);
    return members.map(({ error }, index) => ({
      name: `etcd-${index}`,
      healthy: error === undefined,
      message: error ?? '{"health":"true"}',
      error: '',
    }));
  } catch (error) {
    return [{ name: 'etcd-0', healthy: undefined, message: '', error: (error as Error).message }];
  }
}
