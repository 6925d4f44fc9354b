import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../support/server.ts';

const services = '/api/v1/namespaces/default/services';

let server: TestServer;
beforeAll(async () => {
  // Wide, so that what a test asks for is not what another one was given.
  server = await TestServer.start({
    flags: ['--service-cluster-ip-range=10.96.0.0/12', '--service-node-port-range=10000-60000'],
  });
});
afterAll(() => server.remove());

const service = (name: string, spec: object = {}): any => ({
  kind: 'Service',
  apiVersion: 'v1',
  metadata: { name },
  spec: { ports: [{ port: 80 }], ...spec },
});
const create = (name: string, spec: object = {}) => server.client.post(services, service(name, spec));
const merge = (name: string, patch: object, query = '') =>
  server.client.send('PATCH', `${services}/${name}${query}`, {
    body: JSON.stringify(patch),
    headers: { 'content-type': 'application/merge-patch+json' },
  });
const inRange = /^10\.(?:9[6-9]|10\d|11[01])\.\d{1,3}\.\d{1,3}$/;

describe('the address of a Service', () => {
  it('is a free one of the range, with its family and policy', async () => {
    const { status, body } = await create('a');
    expect(status).toBe(201);
    expect(body.spec).toMatchObject({
      clusterIP: expect.stringMatching(inRange),
      clusterIPs: [body.spec.clusterIP],
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
    });
    expect(body.spec.clusterIP).not.toBe('10.96.0.1');
  });

  it('can be asked for, once', async () => {
    expect((await create('asked', { clusterIP: '10.96.0.77' })).body.spec.clusterIPs).toEqual(['10.96.0.77']);
    const taken = await create('again', { clusterIP: '10.96.0.77' });
    expect(taken).toMatchObject({
      status: 422,
      body: {
        message:
          'Service "again" is invalid: spec.clusterIPs: Invalid value: []string{"10.96.0.77"}: failed to allocated ip:10.96.0.77 with error:provided IP is already allocated',
        details: { causes: [{ field: 'spec.clusterIPs', reason: 'FieldValueInvalid' }] },
      },
    });
    expect((await create('again', { clusterIP: '::ffff:10.96.0.77' })).status).toBe(422);
  });

  it.each(['10.112.0.1', '10.96.0.0', '10.111.255.255'])(
    'cannot be %s, which is outside of the range',
    async (clusterIP) => {
      expect((await create('outside', { clusterIP })).body.message).toContain(
        `failed to allocated ip:${clusterIP} with error:provided IP is not in the valid range. The range of valid IPs is 10.96.0.0/12`,
      );
    },
  );

  it('is not the first one, which is for the API itself', async () => {
    expect((await create('first', { clusterIP: '10.96.0.1' })).body.message).toContain(
      'provided IP is already allocated',
    );
    const { body } = await server.client.get(`${services}/kubernetes`);
    expect(body.spec.clusterIP).toBe('10.96.0.1');
  });

  it('stays when the Service is put again without it, and goes with it', async () => {
    const made = (await create('kept')).body;
    const again = await server.client.put(`${services}/kept`, service('kept'));
    expect(again.body.spec.clusterIP).toBe(made.spec.clusterIP);
    const moved = await merge('kept', { spec: { clusterIP: '10.96.1.9', clusterIPs: ['10.96.1.9'] } });
    expect(moved.body).toMatchObject({ code: 422, details: { causes: [{ field: 'spec.clusterIPs[0]' }] } });
    await server.client.delete(`${services}/kept`);
    expect((await create('heir', { clusterIP: made.spec.clusterIP })).status).toBe(201);
  });

  it('is kept as long as a finalizer keeps the Service', async () => {
    const body = service('held', { clusterIP: '10.96.0.80' });
    body.metadata.finalizers = ['example.com/wait'];
    await server.client.post(services, body);
    await server.client.delete(`${services}/held`);
    expect((await create('waiting', { clusterIP: '10.96.0.80' })).status).toBe(422);
    await merge('held', { metadata: { finalizers: null } });
    expect((await server.client.get(`${services}/held`)).status).toBe(404);
    expect((await create('waiting', { clusterIP: '10.96.0.80' })).status).toBe(201);
  });

  it('is given and taken with the type', async () => {
    const outside = { type: 'ExternalName', externalName: 'example.com', clusterIP: '10.96.0.90' };
    expect((await create('turning', { ...outside, clusterIP: undefined })).body.spec).not.toHaveProperty(
      'clusterIP',
    );
    const inside = await merge('turning', {
      spec: { type: 'ClusterIP', externalName: null, clusterIP: '10.96.0.90' },
    });
    expect(inside.body.spec).toMatchObject({ clusterIPs: ['10.96.0.90'], ipFamilies: ['IPv4'] });
    const out = await merge('turning', { spec: { type: 'ExternalName', externalName: 'example.com' } });
    expect(out.status).toBe(200);
    expect(out.body.spec).not.toHaveProperty('clusterIPs');
    expect((await create('next', { clusterIP: '10.96.0.90' })).status).toBe(201);
  });

  it('is none for a headless Service, which may be of both families', async () => {
    expect((await create('headless', { clusterIP: 'None', selector: { a: 'b' } })).body.spec).toMatchObject({
      clusterIPs: ['None'],
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
    });
    expect((await create('free', { clusterIP: 'None' })).body.spec).toMatchObject({
      ipFamilies: ['IPv4', 'IPv6'],
      ipFamilyPolicy: 'RequireDualStack',
    });
  });

  it('of another family is refused, as are two', async () => {
    expect((await create('six', { ipFamilies: ['IPv6'] })).body.message).toContain(
      'spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster',
    );
    expect((await create('two', { ipFamilyPolicy: 'RequireDualStack' })).body.message).toContain(
      'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
    );
    expect((await create('either', { ipFamilyPolicy: 'PreferDualStack' })).body.spec).toMatchObject({
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'PreferDualStack',
    });
  });

  it('is given back when the Service turns out to be invalid, or there already', async () => {
    const clusterIP = '10.96.0.100';
    expect((await create('bad', { clusterIP, ports: [{ port: 0 }] })).status).toBe(422);
    expect((await create('a', { clusterIP })).status).toBe(409);
    expect((await create('good', { clusterIP })).status).toBe(201);
  });
});

describe('ports on the nodes', () => {
  const nodePorts = ({ body }: { body: any }) => body.spec.ports.map(({ nodePort }: any) => nodePort);
  const tcpAndUdp = [
    { name: 'tcp', port: 53, protocol: 'TCP' },
    { name: 'udp', port: 53, protocol: 'UDP' },
  ];

  it('are free ones of the range, shared by protocols of one port', async () => {
    const [tcp, udp] = nodePorts(await create('dns', { type: 'NodePort', ports: tcpAndUdp }));
    expect(tcp).toBe(udp);
    expect(tcp).toBeGreaterThanOrEqual(10_000);
    expect(tcp).toBeLessThanOrEqual(60_000);
    const asked = [tcpAndUdp[0], { ...tcpAndUdp[1], nodePort: 30_053 }];
    expect(nodePorts(await create('dns2', { type: 'NodePort', ports: asked }))).toEqual([30_053, 30_053]);
  });

  it('can be asked for, once', async () => {
    const ports = [{ port: 80, nodePort: 30_080 }];
    expect(nodePorts(await create('np', { type: 'NodePort', ports }))).toEqual([30_080]);
    const taken = await create('np2', { type: 'NodePort', ports });
    expect(taken.body).toMatchObject({
      code: 422,
      message:
        'Service "np2" is invalid: spec.ports[0].nodePort: Invalid value: 30080: provided port is already allocated',
    });
    const outside = await create('np2', { type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] });
    expect(outside.body.message).toContain(
      'spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. The range of valid ports is 10000-60000',
    );
  });

  it('come and go with the type and with the ports', async () => {
    await create('changing');
    const up = await merge('changing', {
      spec: { type: 'NodePort', ports: [{ port: 80, nodePort: 30_200 }] },
    });
    expect(nodePorts(up)).toEqual([30_200]);
    const other = await merge('changing', { spec: { ports: [{ port: 80, nodePort: 30_201 }] } });
    expect(nodePorts(other)).toEqual([30_201]);
    expect(
      (await create('free-port', { type: 'NodePort', ports: [{ port: 1, nodePort: 30_200 }] })).status,
    ).toBe(201);
    expect((await merge('changing', { spec: { ports: [{ port: 80, nodePort: 30_200 }] } })).status).toBe(422);
    const down = await merge('changing', { spec: { type: 'ClusterIP' } });
    expect(down.body.spec.ports).toEqual([{ port: 80, protocol: 'TCP', targetPort: 80 }]);
    expect(
      (await create('free-port2', { type: 'NodePort', ports: [{ port: 1, nodePort: 30_201 }] })).status,
    ).toBe(201);
  });

  it('of a balancer are left out when it says so; its health check gets one', async () => {
    const type = 'LoadBalancer';
    expect(nodePorts(await create('lb', { type }))[0]).toBeGreaterThanOrEqual(10_000);
    expect(nodePorts(await create('lb2', { type, allocateLoadBalancerNodePorts: false }))).toEqual([
      undefined,
    ]);
    const local = await create('lb3', { type, externalTrafficPolicy: 'Local', healthCheckNodePort: 30_300 });
    expect(local.body.spec.healthCheckNodePort).toBe(30_300);
    const taken = await create('lb4', { type, externalTrafficPolicy: 'Local', healthCheckNodePort: 30_300 });
    expect(taken.body).toMatchObject({
      code: 500,
      message:
        'Internal error occurred: failed to allocate requested HealthCheck NodePort 30300: provided port is already allocated',
    });
    const picked = await create('lb5', { type, externalTrafficPolicy: 'Local' });
    expect(picked.body.spec.healthCheckNodePort).toBeGreaterThanOrEqual(10_000);
    await merge('lb3', { spec: { externalTrafficPolicy: 'Cluster' } });
    expect(
      (await create('lb4', { type, externalTrafficPolicy: 'Local', healthCheckNodePort: 30_300 })).status,
    ).toBe(201);
  });
});

describe('a dry run', () => {
  it('shows what would be, and takes nothing', async () => {
    const spec = {
      type: 'NodePort',
      clusterIP: '10.96.2.2',
      ports: [
        { name: 'y', port: 80, nodePort: 30_400 },
        { name: 'x', port: 81 },
      ],
    };
    const dry = await server.client.post(`${services}?dryRun=All`, service('dry', spec));
    expect(dry).toMatchObject({ status: 201, body: { spec: { clusterIP: '10.96.2.2' } } });
    expect(dry.body.spec.ports[1].nodePort).toBe(32_769);
    const unnamed = await server.client.post(`${services}?dryRun=All`, service('dry2'));
    expect(unnamed.body.spec).not.toHaveProperty('clusterIP');
    expect((await create('wet', spec)).status).toBe(201);
    const taken = await server.client.post(`${services}?dryRun=All`, service('dry', spec));
    expect(taken.body.message).toContain('provided IP is already allocated');
    await server.client.delete(`${services}/wet?dryRun=All`);
    expect((await create('wet2', spec)).status).toBe(422);
  });
});

describe('the removal of a Service', () => {
  it('takes the Endpoints of the same name with it', async () => {
    await create('gone');
    const endpoints = '/api/v1/namespaces/default/endpoints';
    await server.client.post(endpoints, { kind: 'Endpoints', apiVersion: 'v1', metadata: { name: 'gone' } });
    const { status, body } = await server.client.delete(`${services}/gone`);
    expect([status, body.kind]).toEqual([200, 'Service']);
    expect((await server.client.get(`${endpoints}/gone`)).status).toBe(404);
  });
});

describe('small ranges of two families', () => {
  let small: TestServer;
  beforeAll(async () => {
    small = await TestServer.start({
      flags: ['--service-cluster-ip-range=10.0.0.0/29,fd00::/112', '--service-node-port-range=31000-31001'],
    });
  });
  afterAll(() => small.remove());
  const make = (name: string, spec: object = {}) => small.client.post(services, service(name, spec));

  it('give one address of each family to who wants both', async () => {
    const both = await make('both', { ipFamilyPolicy: 'PreferDualStack' });
    expect(both.body.spec).toMatchObject({
      clusterIPs: [
        expect.stringMatching(/^10\.0\.0\.[2-6]$/),
        expect.stringMatching(/^fd00::[0-9a-f]{1,4}$/),
      ],
      ipFamilies: ['IPv4', 'IPv6'],
    });
    const change = async (name: string, spec: object) => {
      const { body } = await small.client.get(`${services}/${name}`);
      return small.client.put(`${services}/${name}`, { ...body, spec: { ...body.spec, ...spec } });
    };
    const single = await change('both', { ipFamilyPolicy: 'SingleStack' });
    expect(single.body.spec.clusterIPs).toEqual([both.body.spec.clusterIP]);
    const again = await change('both', {
      ipFamilyPolicy: 'RequireDualStack',
      clusterIPs: [both.body.spec.clusterIP, 'fd00::77'],
      ipFamilies: undefined,
    });
    expect(again.body.spec).toMatchObject({
      clusterIPs: [both.body.spec.clusterIP, 'fd00::77'],
      ipFamilies: ['IPv4', 'IPv6'],
    });
    await small.client.delete(`${services}/both`);
    expect((await make('six', { ipFamilies: ['IPv6'], clusterIP: 'fd00:0::0077' })).status).toBe(201);
  });

  it('say when they are full', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, (_, n) => make(`s${n}`)));
    expect(made.map(({ body }) => body.spec.clusterIP).sort()).toEqual(
      [2, 3, 4, 5, 6].map((n) => `10.0.0.${n}`),
    );
    expect((await make('late')).body).toMatchObject({
      code: 500,
      message: 'Internal error occurred: failed to allocate a serviceIP: range is full',
    });
    const type = 'NodePort';
    const ipFamilies = ['IPv6'];
    const ports = [
      { name: 'a', port: 1 },
      { name: 'b', port: 2 },
      { name: 'c', port: 3 },
    ];
    expect((await make('three', { type, ipFamilies, ports })).body).toMatchObject({
      code: 500,
      message: 'Internal error occurred: failed to allocate a nodePort: range is full',
    });
    expect((await make('pair', { type, ipFamilies, ports: ports.slice(1) })).status).toBe(201);
  });
});
