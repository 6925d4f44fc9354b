import { describe, expect, it } from 'vitest';
import type { Objects } from '../../api/meta/lister.ts';
import { ServiceAddresses } from './service-address.ts';

/** Two Services, and the pods behind them. */
const stored: Record<string, object> = {
  'services ns/web': {
    spec: { type: 'ClusterIP', clusterIP: '10.0.0.1', ports: [{ name: 'https', port: 443 }] },
  },
  'services ns/six': { spec: { type: 'LoadBalancer', clusterIP: 'fd00::1', ports: [{ port: 443 }] } },
  'services ns/far': { spec: { type: 'ExternalName', externalName: 'a.example' } },
  'services ns/none': { spec: { type: 'NodePort', clusterIP: '10.0.0.2', ports: [{ port: 443 }] } },
  'services ns/headless': { spec: { clusterIP: 'None', ports: [{ name: 'https', port: 443 }] } },
  'endpoints ns/web': {
    subsets: [
      { notReadyAddresses: [{ ip: '10.1.0.9' }], ports: [{ name: 'https', port: 8443 }] },
      { addresses: [{ ip: '10.1.0.1' }], ports: [{ name: 'metrics', port: 9090 }] },
      {
        addresses: [{ ip: '10.1.0.2' }, { ip: '10.1.0.3' }],
        ports: [
          { name: 'metrics', port: 9090 },
          { name: 'https', port: 8443 },
        ],
      },
    ],
  },
  'endpoints ns/headless': {
    subsets: [{ addresses: [{ ip: '10.1.0.4' }], ports: [{ name: 'https', port: 1 }] }],
  },
  'endpoints ns/none': { subsets: [{ notReadyAddresses: [{ ip: '10.1.0.5' }], ports: [{ port: 8443 }] }] },
};
const objects = {
  lister: ({ resource }: { resource: string }) => ({
    get: (namespace: string, name: string) => stored[`${resource} ${namespace}/${name}`],
  }),
} as unknown as Objects;
const last = { uuid: () => '', below: (bound: number) => bound - 1 };

describe('the address of a Service', () => {
  it.each<[string, string, number, boolean, object | string]>([
    ['is its own', 'web', 443, false, { host: '10.0.0.1', port: 443 }],
    ['may be of the newer sort', 'six', 443, false, { host: 'fd00::1', port: 443 }],
    ['may be a name elsewhere, at any port', 'far', 8443, false, { host: 'a.example', port: 8443 }],
    ['must be there', 'headless', 443, false, 'cannot route to service with ClusterIP "None"'],
    ['must have the port', 'web', 80, false, 'no service port 80 found for service "web"'],
    ['is that of a Service that is there', 'other', 443, false, 'service "other" not found'],
    [
      'may be that of a pod that is ready, by name of its port',
      'web',
      443,
      true,
      { host: '10.1.0.3', port: 8443 },
    ],
    ['is then there without one of its own', 'headless', 443, true, { host: '10.1.0.4', port: 1 }],
    [
      'is then none without a pod that is ready',
      'none',
      443,
      true,
      'no endpoints available for service "none"',
    ],
    ['is then none without pods', 'six', 443, true, 'no endpoints available for service "six"'],
    ['is then no name elsewhere', 'far', 443, true, 'unsupported service type "ExternalName"'],
  ])('%s', (_, name, port, toPods, expected) => {
    const addresses = new ServiceAddresses(objects, last, toPods);
    const locate = () => addresses.locate('ns', name, port);
    if (typeof expected === 'string') expect(locate).toThrow(expected);
    else expect(locate()).toEqual(expected);
  });

  it('of the server itself is where it listens, also before its Service is there', () => {
    const own = { namespace: 'ns', name: 'self', address: { host: '127.0.0.1', port: 6443 } };
    const addresses = new ServiceAddresses(objects, last, true, own);
    expect(addresses.locate('ns', 'self', 443)).toEqual(own.address);
    for (const [namespace, port] of [
      ['ns', 444],
      ['other', 443],
    ] as const) {
      expect(() => addresses.locate(namespace, 'self', port)).toThrow('service "self" not found');
    }
  });
});
