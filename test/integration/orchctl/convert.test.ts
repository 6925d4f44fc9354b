import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseYaml } from '../../../src/api/codec/yaml.ts';
import { CommandLineHere } from '../../support/orchctl-here.ts';
import { TestServer } from '../../support/server.ts';

describe.each([
  { dialect: 'orch', api: 'orch.io' },
  { dialect: 'kubernetes', api: 'k8s.io' },
] as const)('orchctl convert in the dialect $dialect', ({ dialect, api }) => {
  let server: TestServer;
  let orchctl: CommandLineHere;
  beforeAll(async () => {
    server = await TestServer.start({ dialect, flags: ['--emulated-version=1.20'] });
    orchctl = new CommandLineHere(server);
  });
  afterAll(() => server?.remove());

  /** Without a server: the kubeconfig names one that does not answer. */
  const offline = ['--server', 'https://127.0.0.1:1'];
  const convert = async (object: object | string, ...words: string[]): Promise<any> => {
    const file = orchctl.file('convert.yaml', object);
    return parseYaml(await orchctl.ask('convert', '-f', file, ...words, ...offline));
  };
  const ingress = {
    apiVersion: `networking.${api}/v1beta1`,
    kind: 'Ingress',
    metadata: { name: 'web' },
    spec: {
      backend: { serviceName: 'web', servicePort: 80 },
      rules: [
        {
          host: 'a.example',
          http: { paths: [{ path: '/', backend: { serviceName: 'a', servicePort: 'http' } }] },
        },
      ],
    },
  };
  const scaler = {
    apiVersion: 'autoscaling/v2beta2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'web' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      maxReplicas: 3,
      metrics: ['cpu', 'memory'].map((name) => ({
        type: 'Resource',
        resource: { name, target: { type: 'Utilization', averageUtilization: 50 } },
      })),
    },
  };

  it.each([
    { title: 'an Ingress', object: ingress, resource: 'ingresses', to: `networking.${api}/v1` },
    { title: 'an autoscaler', object: scaler, resource: 'horizontalpodautoscalers', to: 'autoscaling/v1' },
  ])('makes of $title what the server makes of it', async ({ object, resource, to }) => {
    const path = (apiVersion: string) => `/apis/${apiVersion}/namespaces/default/${resource}`;
    expect((await server.client.post(path(object.apiVersion), object)).status).toBe(201);
    const { body } = await server.client.get(`${path(to)}/web`);
    const converted = await convert(object, '--output-version', to, '--dialect', dialect);
    expect([converted.apiVersion, converted.kind]).toEqual([to, object.kind]);
    expect(converted.spec).toEqual(body.spec);
    expect(converted.metadata.annotations).toEqual(body.metadata.annotations);
  });

  it('takes the newest version of the kind, where none is named or the kind does not have it', async () => {
    expect(
      (await convert({ ...ingress, apiVersion: 'extensions/v1beta1' }, '--dialect', dialect)).apiVersion,
    ).toBe(`networking.${api}/v1`);
    expect((await convert(scaler, '--output-version', 'apps/v1')).apiVersion).toBe('autoscaling/v2');
  });

  it('sees in the objects which words they are in', async () => {
    const metadata = {
      name: 'web',
      annotations: { [`${dialect === 'orch' ? 'orch' : 'kubernetes'}.io/ingress.class`]: 'a' },
    };
    const converted = await convert({ ...ingress, apiVersion: 'extensions/v1beta1', metadata });
    expect(converted.apiVersion).toBe(`networking.${api}/v1`);
  });

  it('makes a List of several objects, and JSON where it is asked for', async () => {
    const both = `${JSON.stringify(ingress)}\n---\n${JSON.stringify(scaler)}\n`;
    const list = await convert(both, '-o', 'json');
    expect([list.kind, list.items.map(({ apiVersion }: any) => apiVersion)]).toEqual([
      'List',
      [`networking.${api}/v1`, 'autoscaling/v2'],
    ]);
  });

  it('says which object cannot be converted, and why', async () => {
    const file = orchctl.file('strange.yaml', {
      apiVersion: 'example.com/v1',
      kind: 'Thing',
      metadata: { name: 'a' },
    });
    expect(await orchctl.run(['convert', '-f', file])).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: unable to convert Thing "a" of ${file}: no kind "Thing" is registered for version "example.com/v1"\n`,
    });
    expect((await orchctl.run(['convert', '-f', orchctl.file('empty.yaml', '')])).stderr).toBe(
      'error: no objects passed to convert\n',
    );
  });
});
