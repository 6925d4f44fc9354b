import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEvents, auditPolicy } from '../support/audit.ts';
import { configMap, configMaps } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';

/** Answers that the newest release gives otherwise than earlier ones, over the wire. */

let directory: string;
let log: string;
let server: TestServer;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'newest-'));
  log = join(directory, 'audit.log');
  server = await TestServer.start({
    flags: [
      '--emulated-version=1.36',
      `--audit-policy-file=${auditPolicy(directory, { rules: [{ level: 'Request' }] })}`,
      `--audit-log-path=${log}`,
      '--disable-admission-plugins=ServiceAccount',
    ],
  });
});
afterAll(async () => {
  await server?.remove();
  rmSync(directory, { recursive: true, force: true });
});

const inDefault = '/api/v1/namespaces/default';

describe('what is not there', () => {
  it('is told of before the uid of an update, unless the update could create it', async () => {
    const metadata = { name: 'nothing', uid: 'x' };
    expect((await server.client.put(`${configMaps}/nothing`, { metadata })).body).toMatchObject({
      code: 404,
      message: 'configmaps "nothing" not found',
    });
    const lease = '/apis/coordination.k8s.io/v1/namespaces/default/leases/nothing';
    expect((await server.client.put(lease, { metadata })).body.code).toBe(409);
  });

  it.each(['services/none/proxy/', 'services/none:http/proxy/', 'services/none:80/proxy/'])(
    'is the Service of a proxied path, not its addresses: %s',
    async (path) => {
      expect((await server.client.get(`${inDefault}/${path}`)).body).toMatchObject({
        message: 'services "none" not found',
        details: { name: 'none', kind: 'services' },
      });
    },
  );
});

it('what is wrong with several options of a log has a place', async () => {
  const containers = [{ name: 'c', image: 'i' }];
  await server.client.post(`${inDefault}/pods`, { metadata: { name: 'p' }, spec: { containers } });
  const query = 'sinceSeconds=1&sinceTime=2001-02-03T04:05:06Z';
  const { body } = await server.client.get(`${inDefault}/pods/p/log?${query}`);
  const why = 'Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified';
  expect(body).toMatchObject({
    message: `PodLogOptions "p" is invalid: []: ${why}`,
    details: { causes: [{ field: '[]', message: why }] },
  });
});

describe('options of a deletion', () => {
  it('that are none are the mistake of the client', async () => {
    await server.client.post(configMaps, configMap('kept'));
    const other = { kind: 'ConfigMap', apiVersion: 'v1' };
    expect((await server.client.delete(`${configMaps}/kept`, other)).body).toMatchObject({
      code: 400,
      reason: 'BadRequest',
      message: expect.stringMatching(/^no kind "ConfigMap" is registered for version "v1" in scheme /),
    });
  });

  it.each([
    [{}, 'meta.k8s.io/__internal'],
    [{ kind: 'DeleteOptions', apiVersion: 'v1' }, 'v1'],
  ])('are in an event in the version that they name: %j', async (type, apiVersion) => {
    const { headers } = await server.client.delete(`${configMaps}/none`, { ...type, gracePeriodSeconds: 0 });
    const events = auditEvents(log).filter(({ auditID }) => auditID === headers['audit-id']);
    expect(events.at(-1)!['requestObject']).toEqual({
      kind: 'DeleteOptions',
      apiVersion,
      gracePeriodSeconds: 0,
    });
  });
});

it('the event of refused credentials says what the answer does', async () => {
  const { headers } = await server.connect({ token: 'wrong' }).get(configMaps);
  const events = auditEvents(log).filter(({ auditID }) => auditID === headers['audit-id']);
  expect(events).toMatchObject([
    {
      stage: 'ResponseStarted',
      user: {},
      responseStatus: { status: 'Failure', message: 'Unauthorized', reason: 'Unauthorized', code: 401 },
    },
  ]);
});

it('a bookmark says nothing of what may be missing', async () => {
  const query = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
  const watch = await server.client.watch(`${inDefault}/replicationcontrollers?${query}`);
  const [bookmark] = await watch.until(1);
  watch.close();
  expect(bookmark).toMatchObject({ type: 'BOOKMARK', object: { kind: 'ReplicationController' } });
  expect(bookmark!.object.spec).not.toHaveProperty('replicas');
});
