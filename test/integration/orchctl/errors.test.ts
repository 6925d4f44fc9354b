import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CommandLine } from '../../support/orchctl.ts';
import { TestServer } from '../../support/server.ts';

let server: TestServer;
let orchctl: CommandLine;
beforeAll(async () => {
  server = await TestServer.start({ dialect: 'orch' });
  orchctl = CommandLine.orchctl(server);
});
afterAll(() => server?.remove());

/** One line, and exit code 1. */
async function complaint(...words: string[]): Promise<string> {
  const { stdout, stderr, code } = await orchctl.run(words);
  expect([stdout, code, stderr.split('\n').length]).toEqual(['', 1, 2]);
  return stderr.trimEnd();
}

it('a port where nobody listens', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => closed.once('listening', resolve));
  const { port } = closed.address() as { port: number };
  await new Promise((resolve) => closed.close(resolve));
  expect(await complaint('get', 'pods', '--server', `https://127.0.0.1:${port}`)).toBe(
    `The connection to the server 127.0.0.1:${port} was refused - did you specify the right host or port?`,
  );
});

it('a name that is not known', async () => {
  expect(await complaint('get', 'pods', '--server', 'https://nothing.invalid')).toMatch(
    /^Unable to connect to the server: dial tcp: lookup nothing\.invalid.* \(the name of the server is not known: see --server/,
  );
});

it('a certificate of another authority, and one for another name', async () => {
  const file = join(server.directory, 'front-proxy-ca.crt');
  expect(await complaint('get', 'pods', '--certificate-authority', file)).toMatch(
    /^Unable to connect to the server: tls: failed to verify certificate: x509: certificate signed by unknown authority \(/,
  );
  expect(await complaint('get', 'pods', '--tls-server-name', 'other.example')).toMatch(
    /x509: certificate is valid for .*, not other\.example \(/,
  );
});

it('credentials that the server does not accept', async () => {
  const file = join(server.directory, 'wrong.kubeconfig');
  const cluster = `{server: "https://127.0.0.1:${server.port}", certificate-authority: ca.crt}`;
  writeFileSync(
    file,
    `clusters: [{name: a, cluster: ${cluster}}]\nusers: [{name: u, user: {token: wrong}}]\ncontexts: [{name: c, context: {cluster: a, user: u}}]\ncurrent-context: c\n`,
  );
  expect(await complaint('get', 'pods', '--kubeconfig', file)).toBe(
    'error: You must be logged in to the server (Unauthorized): it does not accept these credentials; orchctl config view --minify shows whose they are',
  );
});

it('an answer that does not come in time', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const { port } = silent.address() as { port: number };
  const words = ['get', 'pods', '--server', `http://127.0.0.1:${port}`, '--request-timeout=1s'];
  expect(await complaint(...words)).toBe(
    'Unable to connect to the server: context deadline exceeded (no answer within the time of --request-timeout)',
  );
  silent.close();
});

it('what the user may not do', async () => {
  expect(await complaint('get', 'pods', '--as=bob')).toBe(
    'Error from server (Forbidden): pods is forbidden: User "bob" cannot list resource "pods" in API group "" in the namespace "default"',
  );
});

it('warnings of deprecated versions and flags, which can be switched off', async () => {
  const warned = await orchctl.run(['get', 'podsecuritypolicies.v1beta1.policy']);
  expect(warned.stderr).toMatch(/^Warning: policy\/v1beta1 PodSecurityPolicy is deprecated/);
  const quiet = await orchctl.run(['get', 'podsecuritypolicies.v1beta1.policy', '--warnings=false']);
  expect(quiet.stderr).toBe('No resources found\n');
  const strict = await orchctl.run(['get', 'podsecuritypolicies.v1beta1.policy', '--warnings-as-errors']);
  expect([strict.code, strict.stderr]).toEqual([1, expect.stringMatching(/\nerror: 1 warning received\n$/)]);
  const variable = { env: { ORCHCTL_WARNINGS: 'false' } };
  const flag = ['version', '--client', '--short'];
  expect((await orchctl.run(flag)).stderr).toMatch(/^Warning: Flag --short has been deprecated, /);
  expect((await orchctl.run(flag, variable)).stderr).toBe('');
});
