import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandLineHere } from '../../support/orchctl-here.ts';
import { TestServer } from '../../support/server.ts';

describe.each([
  { dialect: 'orch', api: 'orch.io' },
  { dialect: 'kubernetes', api: 'k8s.io' },
] as const)('warnings of orchctl in the dialect $dialect', ({ dialect, api }) => {
  let server: TestServer;
  let orchctl: CommandLineHere;
  beforeAll(async () => {
    server = await TestServer.start({ dialect, flags: ['--emulated-version=1.21'] });
    orchctl = new CommandLineHere(server);
  });
  afterAll(() => server?.remove());

  const old = ['get', `ingresses.v1beta1.networking.${api}`];
  const none = 'No resources found in default namespace.\n';

  it('name a deprecated version of an API, and what to use in its place', async () => {
    const group = `networking.${api}`;
    const deprecated = `${group}/v1beta1 Ingress is deprecated in v1.19+, unavailable in v1.22+`;
    expect((await orchctl.run(old)).stderr).toBe(`Warning: ${deprecated}; use ${group}/v1 Ingress\n${none}`);
  });

  it('are switched off by a flag, or for all calls by the environment', async () => {
    expect((await orchctl.run([...old, '--warnings=false'])).stderr).toBe(none);
    expect((await orchctl.run(old, { env: { ORCHCTL_WARNINGS: 'false' } })).stderr).toBe(none);
  });

  it('are errors for a script that wants them to be', async () => {
    const { code, stderr } = await orchctl.run([...old, '--warnings-as-errors']);
    expect([code, stderr.split('\n').at(-2)]).toEqual([1, 'error: 1 warning received']);
  });

  it('name a deprecated flag', async () => {
    const file = orchctl.file('map.json', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } });
    const words = ['convert', '--local', '-f', file];
    expect((await orchctl.run(words)).stderr).toMatch(/^(Warning: )?Flag --local has been deprecated, .*\n$/);
    expect((await orchctl.run([...words, '--warnings=false'])).stderr).toBe('');
  });
});
