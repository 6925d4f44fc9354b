import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubectls } from '../../support/kubectls.ts';
import { CommandLine } from '../../support/orchctl.ts';
import { TestServer } from '../../support/server.ts';

const commands = `
explain pods
explain pods --recursive
explain deployments.apps.spec
explain deploy.spec.template --api-version=apps/v1
explain pods.spec.containers.resources.limits
explain crd.spec.versions.schema.openAPIV3Schema
explain crd.spec.versions.schema --recursive
explain netpol.spec.ingress.ports
explain pods.metadata.creationTimestamp
explain cm.data
wait --for=condition=Ready pod/none
wait --for=strange ns/default
wait --for=delete ns/none
wait --for=jsonpath={.status.phase}=Active ns/default
wait --for=jsonpath={.status.phase}=Other ns/default --timeout=1s
wait --for=condition=Ready pods --all
wait --for=condition=Ready ns --all --timeout=1s
top pods
top nodes
`
  .trim()
  .split('\n')
  .map((line) => [line]);

let server: TestServer;
let orchctl: CommandLine;
beforeAll(async () => {
  server = await TestServer.start({ dialect: 'kubernetes' });
  orchctl = CommandLine.orchctl(server);
});
afterAll(() => server?.remove());

const [, newest] = kubectls();
describe(`beside ${newest!.title}`, () => {
  it.skipIf(newest!.path === undefined).each(commands)('%s', async (line) => {
    const words = line.split(' ');
    const [own, model] = await Promise.all([
      orchctl.run(words),
      CommandLine.kubectl(server, newest!.path!).run(words),
    ]);
    expect(own).toEqual({ ...model, stderr: model.stderr.replace(/kubectl[\d.]*/g, 'orchctl') });
  });
});

describe('orchctl wait', () => {
  const path = '/api/v1/namespaces/default/configmaps';
  const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'waited' }, data: { a: '1' } };

  it('ends when the field has the value, when the object is gone, and when it is made', async () => {
    await server.client.post(path, settings);
    const waiting = orchctl.run(['wait', "--for=jsonpath='{.data.a}'=2", 'cm/waited', '--timeout=50s']);
    await server.client.put(`${path}/waited`, { ...settings, data: { a: '2' } });
    expect(await waiting).toEqual({ code: 0, stderr: '', stdout: 'configmap/waited condition met\n' });
    const leaving = orchctl.run(['wait', '--for=delete', 'cm/waited', '--timeout=50s']);
    // An object that is gone before it is looked at has been waited for as well, without a word.
    await server.client.delete(`${path}/waited`);
    expect(await leaving).toMatchObject({ code: 0, stderr: '' });
    const coming = orchctl.run(['wait', '--for=create', 'cm/waited', '--timeout=50s']);
    await server.client.post(path, settings);
    expect(await coming).toEqual({ code: 0, stderr: '', stdout: 'configmap/waited condition met\n' });
  });
});

describe('orchctl explain', () => {
  it('says which field there is not', async () => {
    expect(await orchctl.run(['explain', 'pods.spec.none'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: field "none" does not exist\n',
    });
  });
});
