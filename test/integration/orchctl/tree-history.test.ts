import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandLineHere } from '../../support/orchctl-here.ts';
import { TestServer } from '../../support/server.ts';

describe.each(['orch', 'kubernetes'] as const)('in the dialect %s', (dialect) => {
  let server: TestServer;
  let orchctl: CommandLineHere;
  beforeAll(async () => {
    server = await TestServer.start({ dialect });
    orchctl = new CommandLineHere(server);
  });
  afterAll(() => server?.remove());

  const maps = '/api/v1/namespaces/default/configmaps';
  /** Returns its owner reference. */
  const make = async (name: string, owners: object[] = []) => {
    const { body } = await server.client.post(maps, { metadata: { name, ownerReferences: owners } });
    return { apiVersion: 'v1', kind: 'ConfigMap', name, uid: body.metadata.uid as string };
  };

  describe('orchctl tree', () => {
    it('prints owners above and dependents below, of any type', async () => {
      const top = await make('top');
      const middle = await make('middle', [{ ...top, controller: true }]);
      await make('leaf', [middle]);
      const other = await make('other', [middle, top]);
      const spec = { holderIdentity: 'x' };
      const api = dialect === 'orch' ? 'orch.io' : 'k8s.io';
      const leases = `/apis/coordination.${api}/v1/namespaces/default/leases`;
      await server.client.post(leases, { metadata: { name: 'held', ownerReferences: [other] }, spec });
      const text = await orchctl.ask('tree', 'configmap/middle');
      expect(text.split('\n').map((line) => line.replace(/ +\d+s\b */, ' ').trimEnd())).toEqual([
        expect.stringMatching(/^NAME +AGE +NOTE$/),
        'configmap/top',
        '└─ configmap/middle',
        '   ├─ configmap/leaf',
        '   └─ configmap/other also owned by ConfigMap top',
        `      └─ lease.coordination.${api}/held`,
        '',
      ]);
    });

    it('says of an owner that is gone, and of an object that is being deleted, what it is', async () => {
      const ghost = {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        name: 'ghost',
        uid: '6f6a64b6-6a6b-4f6b-8f6b-6f6a64b66a6b',
      };
      const orphan = await make('orphan', [ghost]);
      await server.client.post(maps, {
        metadata: { name: 'stuck', finalizers: ['example.com/hold'], ownerReferences: [orphan] },
      });
      await server.client.delete(`${maps}/stuck`);
      const text = await orchctl.ask('tree', 'cm', 'orphan');
      expect(text).toMatch(/^configmap\/ghost +not there any more$/m);
      expect(text).toMatch(/^ {3}└─ configmap\/stuck +\d+s +being deleted, held by example.com\/hold$/m);
    });

    it('is about one object', async () => {
      const { code, stderr } = await orchctl.run(['tree', 'configmaps']);
      expect([code, stderr.split('\n')[0]]).toEqual([
        1,
        'error: exactly one object must be named: tree deployment/web',
      ]);
    });
  });

  describe('orchctl history', () => {
    it('tells of each change who made it, and of which fields', async () => {
      const path = `${maps}/changing`;
      const as = (manager: string) => `?fieldManager=${manager}`;
      await server.client.post(`${maps}${as('maker')}`, { metadata: { name: 'changing' }, data: { a: '1' } });
      await server.client.put(path + as('editor'), {
        metadata: { name: 'changing' },
        data: { a: '2', 'b.c': 'x' },
      });
      const patch = {
        headers: { 'content-type': 'application/merge-patch+json' },
        body: { data: { a: null, d: 'y' } },
      };
      await server.client.send('PATCH', path + as('patcher'), patch);
      const text = await orchctl.ask('history', 'cm/changing');
      const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g;
      expect(text.replaceAll(time, 'TIME').replaceAll(/revision \d+/g, 'revision N')).toBe(
        [
          'revision N  TIME  maker (Update): created',
          'revision N  TIME  editor (Update): changed',
          '  data.a: "1" -> "2"',
          '  data.b.c: none -> "x"',
          'revision N  TIME  patcher (Update): changed',
          '  data.a: "2" -> none',
          '  data.d: none -> "y"',
          '',
        ].join('\n'),
      );
    });

    it('tells of an object that is gone, and of one that was never there', async () => {
      await make('short-lived');
      await server.client.delete(`${maps}/short-lived`);
      expect(await orchctl.ask('history', 'cm/short-lived')).toMatch(/: created\n.*: deleted\n$/);
      expect(await orchctl.run(['history', 'cm/never'])).toEqual({
        code: 1,
        stdout: '',
        stderr: 'Error from server (NotFound): configmaps "never" not found\n',
      });
    });

    it('shows changes of the status when it is asked to, and a JSON patch for programs', async () => {
      await server.client.post('/api/v1/namespaces', { metadata: { name: 'watched' } });
      const status = { phase: 'Active', conditions: [{ type: 'Busy', status: 'True' }] };
      const body = { status };
      const headers = { 'content-type': 'application/merge-patch+json' };
      await server.client.send('PATCH', '/api/v1/namespaces/watched/status?fieldManager=s', {
        headers,
        body,
      });
      expect(await orchctl.ask('history', 'ns/watched')).not.toContain('(Update of status)');
      const lines = (await orchctl.ask('history', 'ns/watched', '--status', '-o', 'json')).trim().split('\n');
      const last = JSON.parse(lines.at(-1)!);
      expect(last).toMatchObject({ change: 'changed', manager: 's', operation: 'Update' });
      expect(last.patch).toMatchObject([{ op: 'add', path: '/status/conditions', value: status.conditions }]);
    });
  });
});
