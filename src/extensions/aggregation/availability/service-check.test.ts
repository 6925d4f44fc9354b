import { expect, it } from 'vitest';
import { MemoryLister } from '../../../../test/support/unit/memory-objects.ts';
import type { CoreV1Service } from '../../../api/schema/types.gen.ts';
import type { RemoteApiService } from '../api-service/api-service.ts';
import { checkService } from './service-check.ts';

const metadata = { namespace: 'a', name: 'web' };
const ports = [{ name: 'https', port: 443 }];
const subset = (addresses: object[], name: string) => ({ addresses, ports: [{ name, port: 8443 }] });
const ready = [{ ip: '192.0.2.1' }];

it.each<
  [string, Partial<CoreV1Service['spec']> | undefined, object[] | undefined, string | undefined, string?]
>([
  ['no Service', undefined, undefined, 'ServiceNotFound', 'service/web in "a" is not present'],
  [
    'another port',
    { ports: [{ port: 80 }] } as never,
    undefined,
    'ServicePortError',
    'service/web in "a" is not listening on port 443',
  ],
  [
    'no Endpoints',
    { ports } as never,
    undefined,
    'EndpointsNotFound',
    'cannot find endpoints for service/web in "a"',
  ],
  [
    'no addresses',
    { ports } as never,
    [subset([], 'https')],
    'MissingEndpoints',
    'endpoints for service/web in "a" have no addresses with port name "https"',
  ],
  [
    'addresses of another port',
    { ports } as never,
    [subset(ready, 'http')],
    'MissingEndpoints',
    'endpoints for service/web in "a" have no addresses with port name "https"',
  ],
  ['all there', { ports } as never, [subset(ready, 'https')], undefined],
  [
    'an external name, of which nothing is known',
    { type: 'ExternalName', externalName: 'b' } as never,
    undefined,
    undefined,
  ],
  ['a node port, whose endpoints are not looked at', { type: 'NodePort' } as never, undefined, undefined],
])('%s', (_, spec, subsets, reason, message) => {
  const services = new MemoryLister<any>();
  const endpoints = new MemoryLister<any>();
  if (spec !== undefined) services.put({ metadata, spec });
  if (subsets !== undefined) endpoints.put({ metadata, subsets });
  const service = { spec: { service: { namespace: 'a', name: 'web' } } } as RemoteApiService;
  const found = checkService(service, { services, endpoints });
  expect(found).toEqual(reason && { status: 'False', reason, message });
});
