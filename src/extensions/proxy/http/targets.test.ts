import { describe, expect, it } from 'vitest';
import { notFoundError } from '../../../api/meta/status.ts';
import { type TargetDependencies, Targets } from './targets.ts';

const pod = (ip: string, ...ports: number[]) => ({
  metadata: {},
  spec: {
    containers: [
      { name: 'sidecar' },
      { name: 'app', ports: ports.map((containerPort) => ({ containerPort })) },
    ],
  },
  status: { podIP: ip, podIPs: ip === '' ? [] : [{ ip }] },
});
const pods: Record<string, object> = {
  web: pod('10.0.0.1', 8080, 9090),
  bare: pod('10.0.0.2'),
  new: pod(''),
};
const services: Record<string, object> = {
  web: { spec: { ports: [{ name: 'http', port: 80 }] } },
};
const refTo = (name: string, namespace = 'a') => ({ kind: 'Pod', name, namespace });
const endpoints: Record<string, object> = {
  web: {
    subsets: [
      {
        addresses: [{ ip: '10.0.0.9' }, { ip: '10.0.0.1', targetRef: refTo('web') }],
        ports: [{ name: 'http', port: 8080 }],
      },
    ],
  },
  plain: { subsets: [{ addresses: [{ ip: '10.0.0.2', targetRef: refTo('bare') }], ports: [{ port: 1 }] }] },
  none: {},
  // Each of these addresses could be written by anyone who may write Endpoints.
  false: {
    subsets: [
      {
        addresses: [
          { ip: '10.0.0.7' },
          { ip: '10.0.0.7', targetRef: refTo('web') },
          { ip: '10.0.0.1', targetRef: refTo('web', 'b') },
          { ip: '10.0.0.1', targetRef: refTo('missing') },
          { ip: '10.0.0.1', targetRef: { ...refTo('web'), kind: 'Node' } },
        ],
        ports: [{ port: 1 }],
      },
    ],
  },
};
const nodes: Record<string, object> = {
  near: {
    status: {
      addresses: [
        { type: 'ExternalIP', address: '192.0.2.1' },
        { type: 'InternalIP', address: '10.1.0.1' },
      ],
      daemonEndpoints: { kubeletEndpoint: { Port: 10_251 } },
    },
  },
  lost: { status: { addresses: [{ type: 'Hostname', address: 'lost' }] } },
};

function of<T>(all: Record<string, object>, resource: string) {
  return async (name: string): Promise<T> => {
    const found = all[name];
    if (found === undefined) throw notFoundError({ group: '', resource }, name);
    return found as T;
  };
}

const dependencies: TargetDependencies = {
  getPod: (_, name) => of<never>(pods, 'pods')(name),
  getService: (_, name) => of<never>(services, 'services')(name),
  getEndpoints: (_, name) => of<never>(endpoints, 'endpoints')(name),
  getNode: of<never>(nodes, 'nodes'),
  looksAtServices: false,
  random: { below: () => 0 } as never,
  addressTypes: ['InternalIP', 'ExternalIP'],
  defaultPort: 10_250,
};
const targets = new Targets(dependencies);

describe('a pod', () => {
  it.each([
    ['web', { scheme: 'http', host: '10.0.0.1', port: '8080', isAgent: false }],
    ['web:9', { scheme: 'http', host: '10.0.0.1', port: '9', isAgent: false }],
    ['https:web:http', { scheme: 'https', host: '10.0.0.1', port: 'http', isAgent: false }],
    ['bare', { scheme: 'http', host: '10.0.0.2', port: '', isAgent: false }],
  ])('%s', async (id, wanted) => {
    expect(await targets.pod('a', id)).toEqual(wanted);
  });

  it.each([
    ['new', 'address not allowed'],
    ['missing', 'pods "missing" not found'],
    ['a:b:c:d', 'invalid pod request "a:b:c:d"'],
  ])('not %s', async (id, message) => {
    await expect(targets.pod('a', id)).rejects.toThrow(message);
  });
});

describe('a Service', () => {
  it.each([
    ['web:80', '10.0.0.1', '8080'],
    ['web:http', '10.0.0.1', '8080'],
    ['https:plain:', '10.0.0.2', '1'],
  ])('%s', async (id, host, port) => {
    expect(await targets.service('a', id)).toMatchObject({ host, port });
  });

  it.each([
    ['web', 503, 'no endpoints available for service "web"'],
    ['web:81', 503, 'no service port 81 found for service "web"'],
    ['web:other', 503, 'no endpoints available for service "web:other"'],
    ['http:none:', 503, 'no endpoints available for service "none"'],
    ['false', 503, 'no endpoints available for service "false"'],
    ['missing', 404, 'endpoints "missing" not found'],
    ['missing:80', 404, 'services "missing" not found'],
  ])('not %s', async (id, code, message) => {
    await expect(targets.service('a', id)).rejects.toMatchObject({ code, message });
  });

  it('that is missing is told of before its addresses, since they are looked at in this order', async () => {
    const { service } = new Targets({ ...dependencies, looksAtServices: true });
    await expect(service('a', 'missing:http')).rejects.toThrow('services "missing" not found');
    expect(await service('a', 'web:http')).toMatchObject({ host: '10.0.0.1', port: '8080' });
  });
});

describe('a node', () => {
  it.each([
    ['near', { scheme: 'https', host: '10.1.0.1', port: '10251', isAgent: true }],
    ['http:near:10251', { scheme: 'https', host: '10.1.0.1', port: '10251', isAgent: true }],
    ['near:80', { scheme: 'http', host: '10.1.0.1', port: '80', isAgent: false }],
    ['https:near:443', { scheme: 'https', host: '10.1.0.1', port: '443', isAgent: false }],
  ])('%s', async (id, wanted) => {
    expect(await targets.node('', id)).toEqual(wanted);
  });

  it('has one of the addresses that are wanted', async () => {
    await expect(targets.node('', 'lost')).rejects.toThrow(
      'no preferred addresses found; known addresses: [{Hostname lost}]',
    );
  });
});
