import { expect, it } from 'vitest';
import type { DiscoveryV1EndpointSlice } from '../../../api/schema/types.gen.ts';
import { endpointsText } from './service-endpoints.ts';

const slice = (
  endpoints: DiscoveryV1EndpointSlice['endpoints'],
  ports: DiscoveryV1EndpointSlice['ports'],
): DiscoveryV1EndpointSlice => ({ addressType: 'IPv4', endpoints, ports }) as DiscoveryV1EndpointSlice;

const ready = (address: string) => ({ addresses: [address], conditions: {} });

it('endpoints that are ready are named at the port', () => {
  const slices = [
    slice(
      [ready('10.0.0.1'), { addresses: ['10.0.0.2'], conditions: { ready: false } }],
      [
        { name: 'http', port: 80 },
        { name: 'other', port: 81 },
      ],
    ),
    slice([ready('2001:db8::1')], [{ name: 'http', port: 8080 }]),
  ];
  expect(endpointsText(slices, 'http')).toBe('10.0.0.1:80,[2001:db8::1]:8080');
  expect(endpointsText(slices, 'none')).toBe('');
  expect(endpointsText([], 'http')).toBe('<none>');
});

it('of many three are named, and of a Service without ports the addresses', () => {
  const all = ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.5'].map(ready);
  expect(endpointsText([slice(all, null)], '')).toBe('10.0.0.1,10.0.0.2,10.0.0.3 + 2 more...');
});
