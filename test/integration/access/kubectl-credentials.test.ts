import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubectlMissing, kubectlPath } from '../../support/kubectl.ts';
import { TestServer } from '../../support/server.ts';

const run = promisify(execFile);

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ flags: ['--authorization-mode=RBAC'] });
});
afterAll(() => server?.remove());

const file = (name: string) => join(server.directory, name);

/** With a configuration of one user; what it prints and what it complains about. */
async function kubectl(name: string, user: object, ...words: string[]): Promise<string> {
  const ca = readFileSync(file('ca.crt')).toString('base64');
  const cluster = { server: `https://127.0.0.1:${server.port}`, 'certificate-authority-data': ca };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'a', cluster }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'c', context: { cluster: 'a', user: 'u' } }],
    'current-context': 'c',
  };
  writeFileSync(file(`${name}.kubeconfig`), JSON.stringify(config));
  const options = { env: { HOME: server.directory, PATH: '/usr/bin:/bin' } };
  const all = ['--kubeconfig', file(`${name}.kubeconfig`), ...words];
  const { stdout, stderr } = await run(kubectlPath!, all, options).catch((error) => error);
  return stdout + stderr;
}

/** A credential plugin that prints this, and keeps what it was given; its path. */
function plugin(name: string, credential: object): string {
  const text = JSON.stringify(credential);
  const lines = ['#!/bin/sh', `printf '%s' "$KUBERNETES_EXEC_INFO" > '${file(name)}.input'`];
  const path = file(name);
  writeFileSync(path, [...lines, `printf '%s' '${text}'`, ''].join('\n'), { mode: 0o755 });
  return path;
}

const version = 'client.authentication.k8s.io/v1beta1';
const credential = (status: object) => ({ apiVersion: version, kind: 'ExecCredential', status });
const exec = (name: string, status: object) => ({
  exec: { apiVersion: version, command: plugin(name, credential(status)), provideClusterInfo: true },
});
const forbidden = 'Error from server (Forbidden): pods is forbidden: User "jane" cannot list resource "pods"';

describe.skipIf(kubectlPath === undefined)(`kubectl${kubectlMissing}`, () => {
  it('is who its token says', async () => {
    expect(await kubectl('token', { token: 'user-token' }, 'get', 'pods')).toContain(forbidden);
    const names = await kubectl('admin', { token: 'admin-token' }, 'get', 'namespaces', '-o', 'name');
    expect(names).toContain('namespace/default');
  });

  it('is nobody with a token that is wrong', async () => {
    expect(await kubectl('wrong', { token: 'guess' }, 'get', 'pods')).toContain(
      'You must be logged in to the server',
    );
  });

  it('is who its credential plugin says, with a token', async () => {
    expect(await kubectl('exec', exec('with-token', { token: 'user-token' }), 'get', 'pods')).toContain(
      forbidden,
    );
    expect(JSON.parse(readFileSync(file('with-token.input'), 'utf8'))).toMatchObject({
      apiVersion: version,
      kind: 'ExecCredential',
      spec: { cluster: { server: `https://127.0.0.1:${server.port}` } },
    });
  });

  it('is who its credential plugin says, with a certificate', async () => {
    const [clientCertificateData, clientKeyData] = ['admin.crt', 'admin.key'].map((name) =>
      readFileSync(file(name), 'utf8'),
    );
    const user = exec('with-certificate', { clientCertificateData, clientKeyData });
    expect(await kubectl('exec-certificate', user, 'get', 'namespaces', '-o', 'name')).toContain(
      'namespace/default',
    );
  });

  it('is nobody with a plugin whose token is wrong', async () => {
    expect(await kubectl('exec-wrong', exec('with-guess', { token: 'guess' }), 'get', 'pods')).toContain(
      'You must be logged in to the server',
    );
  });
});
