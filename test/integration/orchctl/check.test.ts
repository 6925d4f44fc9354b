import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubeconfigOf } from '../../support/orchctl.ts';
import { CommandLineHere } from '../../support/orchctl-here.ts';
import { TestServer } from '../../support/server.ts';

describe.each([
  { dialect: 'orch', api: 'orch.io' },
  { dialect: 'kubernetes', api: 'k8s.io' },
] as const)('orchctl check in the dialect $dialect', ({ dialect, api }) => {
  let server: TestServer;
  let orchctl: CommandLineHere;
  beforeAll(async () => {
    server = await TestServer.start({ dialect, flags: ['--emulated-version=1.21'] });
    orchctl = new CommandLineHere(server);
  });
  afterAll(() => server?.remove());

  it('says on one page that a new server is well', async () => {
    const page = await orchctl.ask('check');
    expect(page).toMatch(
      new RegExp(`^ok +server +https://127.0.0.1:\\d+, v1.21.*, dialect ${dialect}, answers in`),
    );
    expect(page).toMatch(/^ok +health +livez: \d+ checks pass$/m);
    expect(page).toMatch(/^ok +health +readyz: \d+ checks pass$/m);
    expect(page).toMatch(/^ok +certificates +that of the server is valid until 20/m);
    expect(page).toMatch(/^ok +certificates +the own one is valid until 20/m);
    expect(page).toMatch(/^ok +deprecated +no deprecated API was called$/m);
    expect(page).toMatch(/^ok +store +[\d.]+ MiB/m);
    expect(page).toMatch(/\n0 failed, 0 warnings, 0 unknown\n$/);
  });

  it('warns of deprecated calls and of certificates near their end', async () => {
    await server.client.get(`/apis/networking.${api}/v1beta1/ingresses`);
    const page = await orchctl.ask('check', '--certificate-days', '100000');
    expect(page).toMatch(
      new RegExp(
        `^WARNING +deprecated +ingresses of networking.${api}/v1beta1 was called, and is gone in 1.22$`,
        'm',
      ),
    );
    expect(page).toMatch(/^WARNING +certificates +that of the server is valid until/m);
  });

  it('ends with 1 when something has failed, and names it', async () => {
    await server.client.post(`/apis/apiregistration.${api}/v1/apiservices`, {
      metadata: { name: 'v1.broken.example.com' },
      spec: {
        group: 'broken.example.com',
        version: 'v1',
        groupPriorityMinimum: 1,
        versionPriority: 1,
        insecureSkipTLSVerify: true,
        service: { namespace: 'default', name: 'nowhere' },
      },
    });
    await expect
      .poll(async () => (await orchctl.run(['check'])).stdout, { timeout: 30_000 })
      .toMatch(/^FAILED +apiservices +v1.broken.example.com is not Available: /m);
    expect((await orchctl.run(['check'])).code).toBe(1);
    const { findings } = JSON.parse((await orchctl.run(['check', '-o', 'json'])).stdout);
    expect(findings).toContainEqual(expect.objectContaining({ level: 'failure', about: 'apiservices' }));
  });

  it('names as unknown what the user may not see', async () => {
    const jane = orchctl.file('jane.kubeconfig', kubeconfigOf(server, 'user-token'));
    const { stdout } = await orchctl.run(['check', '--kubeconfig', jane]);
    expect(stdout).toMatch(/^unknown +metrics +.*cannot get path "\/metrics"$/m);
    expect(stdout).toMatch(/^unknown +nodes +nodes is forbidden: /m);
  });
});
