import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../support/server.ts';

const pods = '/api/v1/namespaces/default/pods';
const spread = {
  maxSkew: 1,
  topologyKey: 'zone',
  whenUnsatisfiable: 'DoNotSchedule',
  labelSelector: { matchLabels: { a: 'b' } },
  minDomains: 2,
};
const pod = (name: string, more: object = {}) => ({
  metadata: { name },
  spec: { containers: [{ name: 'a', image: 'a', ...more }], topologySpreadConstraints: [spread] },
});
const domainsOf = ({ spec }: ReturnType<typeof pod>) => spec.topologySpreadConstraints[0]!.minDomains;
const byGrpc = { readinessProbe: { grpc: { port: 80 } } };

describe.each([
  ['1.24', undefined, 422],
  ['1.27', 2, 201],
])('in %s', (release, domains, status) => {
  let server: TestServer;
  beforeAll(async () => {
    const flags = [
      `--emulated-version=${release}`,
      '--disable-admission-plugins=ServiceAccount',
      ...(release === '1.24' ? ['--feature-gates=GRPCContainerProbe=false'] : []),
    ];
    server = await TestServer.start({ flags });
  });
  afterAll(() => server?.remove());

  it('a field is emptied where its gate is off, on create and on update', async () => {
    const { body } = await server.client.post(pods, pod('a'));
    expect(domainsOf(body)).toBe(domains);
    const labelled = { ...body, metadata: { ...body.metadata, labels: { a: 'b' } } };
    const after = await server.client.put(`${pods}/a`, {
      ...labelled,
      spec: { ...body.spec, topologySpreadConstraints: [spread] },
    });
    expect([after.status, domainsOf(after.body)]).toEqual([200, domains]);
  });

  it('a field is emptied in a template as well', async () => {
    const template = { metadata: { name: 't' }, template: pod('') };
    const { body } = await server.client.post('/api/v1/namespaces/default/podtemplates', template);
    expect(domainsOf(body.template)).toBe(domains);
  });

  it(`a probe whose only handler is emptied has none: ${status}`, async () => {
    const answer = await server.client.post(pods, pod('b', byGrpc));
    expect(answer.status).toBe(status);
    if (status === 422) expect(answer.body.message).toContain('must specify a handler type');
    else expect(answer.body.spec.containers[0].readinessProbe.grpc).toEqual({ port: 80, service: '' });
  });
});
