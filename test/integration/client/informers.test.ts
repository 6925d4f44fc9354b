import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../src/api/meta/metadata.ts';
import { ApiClient } from '../../../src/client/api/api-client.ts';
import { HttpWire } from '../../../src/client/api/http-wire.ts';
import { Informers } from '../../../src/client/informer/informers.ts';
import { Kubeconfig } from '../../../src/client/kubeconfig.ts';
import { systemPause } from '../../../src/client/retry.ts';
import { monotonicClock, systemClock } from '../../../src/util/clock.ts';
import { systemRandom } from '../../../src/util/random.ts';
import { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

const configMaps = { group: '', resource: 'configmaps' };
const inCore = (resource: string) => ({ group: '', version: 'v1', resource });

let server: TestServer;
let wire: HttpWire;
let client: ApiClient;
beforeAll(async () => {
  server = await TestServer.start();
  const { cluster, user } = Kubeconfig.read(server.kubeconfig, systemClock).current();
  wire = new HttpWire({ ...cluster, identity: user.identity });
  client = clientOf(wire);
});
afterAll(async () => {
  wire[Symbol.dispose]();
  await server.remove();
});

const clientOf = (over: HttpWire) =>
  new ApiClient({ wire: over, userAgent: 'test', random: systemRandom, pause: systemPause });

function informers(isPartial: boolean, isStreamed = false): Informers {
  return new Informers({
    client,
    isPartial,
    isStreamed,
    clock: monotonicClock,
    random: systemRandom,
    pause: systemPause,
    typeOf: (type) => ({ ...type, version: 'v1' }),
    warn: () => {},
  });
}

/** The objects that the changes add up to. Fails when a change does not follow the one before. */
function replay(made: Informers): Map<string, string> {
  const versions = new Map<string, string>();
  made.lister(configMaps).observe(({ namespace, name, before, after }) => {
    const key = `${namespace}/${name}`;
    const [old, now] = [before()?.metadata.resourceVersion, after()?.metadata.resourceVersion];
    if (versions.get(key) !== old || old === now)
      throw new Error(`${key}: ${versions.get(key)}, ${old} > ${now}`);
    if (now === undefined) versions.delete(key);
    else versions.set(key, now);
  });
  return versions;
}

async function live(): Promise<Map<string, string>> {
  const { items } = await client.resource<ApiObject>(inCore('configmaps')).list('');
  return new Map(
    items.map(({ metadata }) => [`${metadata.namespace}/${metadata.name}`, metadata.resourceVersion!]),
  );
}

const sorted = (map: Map<string, string>) => [...map].sort();

/** Creates, changes and deletes objects until it is stopped; what fails meanwhile is not repeated. */
function writing(): { stop(): Promise<void>; done: number } {
  const maps = client.resource<ApiObject>(inCore('configmaps'));
  let isStopped = false;
  const work = async (): Promise<void> => {
    for (let n = 0; !isStopped; n++) {
      const name = `written-${n}`;
      try {
        await maps.create('default', { metadata: { name }, data: { n: String(n) } });
        const patch = { data: { more: 'x' } };
        if (n % 2 === 0) await maps.patch('default', name, patch, 'application/merge-patch+json');
        if (n % 3 === 0) await maps.delete('default', name);
        made.done++;
      } catch {
        await systemPause(20);
      }
    }
  };
  const running = work();
  const made = {
    done: 0,
    async stop() {
      isStopped = true;
      await running;
    },
  };
  return made;
}

describe('informers', () => {
  it('have what the server has, across its sudden end, and show each change once', async () => {
    const [full, partial, streamed] = [informers(false), informers(true), informers(true, true)];
    const versions = [replay(full), replay(partial), replay(streamed)];
    const writer = writing();
    full.start();
    partial.start();
    streamed.start();
    await Promise.all([full.synced(), partial.synced(), streamed.synced()]);
    for (const end of ['kill', 'stop'] as const) {
      const { port, directory } = server;
      const { done } = writer;
      await until(() => writer.done > done + 60);
      await server[end]();
      server = await TestServer.start({ directory, flags: [`--secure-port=${port}`] });
      await until(() => writer.done > done + 120);
    }
    await writer.stop();
    const expected = sorted(await live());
    expect(expected.length).toBeGreaterThan(100);
    for (const each of versions) {
      await until(() => JSON.stringify(sorted(each)) === JSON.stringify(expected));
    }
    expect(full.lister(configMaps).list()).toHaveLength(expected.length);
    expect(full.lister(configMaps).get('default', 'written-1')).toMatchObject({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      data: { n: '1' },
    });
    const known = partial.lister(configMaps).get('default', 'written-1')!;
    expect(known.metadata.name).toBe('written-1');
    expect(known['data']).toBeUndefined();
    await Promise.all([full.close(), partial.close(), streamed.close()]);
  });

  it('read afresh what was written a moment ago', async () => {
    const made = informers(false);
    const lister = made.lister(configMaps);
    made.start();
    await made.synced();
    for (let n = 0; n < 5; n++) {
      const object = { metadata: { name: `fresh-${n}` } };
      await client.resource(inCore('configmaps')).create('default', object);
      expect(await lister.getFresh('default', `fresh-${n}`)).toBeDefined();
      await lister.waitUntilFresh();
      expect(lister.get('default', `fresh-${n}`)).toBeDefined();
    }
    expect(await lister.getFresh('default', 'none')).toBeUndefined();
    await made.close();
  });

  it('of many types share one connection', async () => {
    const own = new HttpWire({
      server: `https://localhost:${server.port}`,
      authority: readFileSync(join(server.directory, 'ca.crt'), 'utf8'),
      locate: async (asked) => {
        connections++;
        return asked;
      },
    });
    let connections = 0;
    const authorization = () => 'Bearer admin-token';
    const options = { wire: own, userAgent: 'test', random: systemRandom, pause: systemPause };
    const made = new Informers({
      client: new ApiClient({ ...options, authorization }),
      isPartial: true,
      clock: monotonicClock,
      typeOf: (type) => ({ ...type, version: 'v1' }),
      warn: () => {},
      random: systemRandom,
      pause: systemPause,
    });
    for (const resource of ['pods', 'secrets', 'services', 'nodes', 'namespaces', 'endpoints', 'events']) {
      made.lister({ group: '', resource });
    }
    made.start();
    await made.synced();
    expect(made.lister({ group: '', resource: 'namespaces' }).list().length).toBeGreaterThan(2);
    expect(connections).toBe(1);
    await made.close();
    own[Symbol.dispose]();
  });
});
