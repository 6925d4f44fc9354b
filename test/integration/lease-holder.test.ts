import { readFileSync } from 'node:fs';
import { request as sendRequest } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../support/server.ts';

const maps = '/api/v1/namespaces/default/configmaps';
const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await server.client.post(leases, { metadata: { name: 'lead' }, spec: { holderIdentity: 'a_1' } });
});
afterAll(() => server.remove());

async function hold(holderIdentity: string): Promise<void> {
  const { body } = await server.client.get(`${leases}/lead`);
  const { status } = await server.client.put(`${leases}/lead`, { ...body, spec: { holderIdentity } });
  expect(status).toBe(200);
}

const claiming = (claim: string) => ({ headers: { 'lease-holder': claim } });
const exists = async (name: string): Promise<boolean> =>
  (await server.client.get(`${maps}/${name}`)).status === 200;

describe('a write of the holder of a Lease', () => {
  it.each<[string, string, number, string | undefined]>([
    ['who holds it', 'default/lead/a_1', 201, undefined],
    [
      'who does not',
      'default/lead/b_2',
      409,
      'Operation cannot be fulfilled on leases.coordination.k8s.io "lead": the sender of the request does not hold it',
    ],
    [
      'of a Lease that there is not',
      'default/none/a_1',
      409,
      'Operation cannot be fulfilled on leases.coordination.k8s.io "none": the sender of the request does not hold it',
    ],
    ['of none', 'a_1', 400, 'the header lease-holder must be <namespace>/<name>/<holder>'],
    ['in no encoding', 'default/lead/%', 400, 'the header lease-holder must be <namespace>/<name>/<holder>'],
  ])('%s', async (_, claim, code, message) => {
    const name = `n${claim.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`;
    const { status, body } = await server.client.post(maps, { metadata: { name } }, claiming(claim));
    expect([status, body.message]).toEqual([code, message]);
    expect(await exists(name)).toBe(code === 201);
  });

  it('is refused as soon as another one holds it, whatever the verb; reads are not', async () => {
    await server.client.post(maps, { metadata: { name: 'kept' } });
    await hold('b_2');
    const late = claiming('default/lead/a_1');
    const merge = { ...late, headers: { ...late.headers, 'content-type': 'application/merge-patch+json' } };
    const answers = [
      await server.client.put(`${maps}/kept`, { metadata: { name: 'kept' }, data: { a: 'b' } }, late),
      await server.client.send('PATCH', `${maps}/kept`, { ...merge, body: { data: { a: 'b' } } }),
      await server.client.delete(`${maps}/kept`, undefined, late),
      await server.client.delete(maps, undefined, late),
      await server.client.get(`${maps}/kept`, late),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409, 200]);
    expect(answers.at(-1)!.body.data).toBeUndefined();
    await hold('a_1');
    expect((await server.client.delete(`${maps}/kept`, undefined, late)).status).toBe(200);
  });

  it('is refused when the Lease changes hands before its body is there', async () => {
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'half-sent' } });
    const sent = sendRequest({
      host: '127.0.0.1',
      port: server.port,
      method: 'POST',
      path: maps,
      agent: false,
      ca: readFileSync(join(server.directory, 'ca.crt')),
      headers: {
        authorization: 'Bearer admin-token',
        'content-type': 'application/json',
        'content-length': text.length,
        ...claiming('default/lead/a_1').headers,
      },
    });
    const status = new Promise((resolve, reject) => {
      sent.once('response', (response) => resolve(response.resume().statusCode));
      sent.once('error', reject);
    });
    await new Promise((resolve) => sent.write(text.slice(0, 20), resolve));
    await hold('b_2');
    sent.end(text.slice(20));
    expect([await status, await exists('half-sent')]).toEqual([409, false]);
    await hold('a_1');
  });
});
