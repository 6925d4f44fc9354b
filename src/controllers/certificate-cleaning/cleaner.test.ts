import { describe, expect, it } from 'vitest';
import {
  certificateBench,
  condition,
  nodeRequest,
  now,
} from '../../../test/support/unit/certificate-controllers.ts';
import { base64 } from '../../../test/support/unit/certificate-requests.ts';
import { failureStatus } from '../../../test/support/unit/fake-wire.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { makeAuthority } from '../../util/x509.ts';
import { requestType } from '../shared/certificate-requests/requests.ts';
import { Cleaner } from './cleaner.ts';
import { isOver } from './expiry.ts';
import { podCertificateRequests } from './index.ts';

const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString().replace('.000', '');
const at = (type: string, minutes: number, change = {}) =>
  condition(type, { lastUpdateTime: ago(minutes), ...change });
const certificateUntil = async (minutes: number): Promise<string> => {
  const validity = { notBefore: new Date(0), notAfter: new Date(now + minutes * 60_000) };
  return base64((await makeAuthority('a', validity)).certificate);
};
const valid = await certificateUntil(10);
const expired = await certificateUntil(-1);
const garbage = base64('-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n');

describe('a certificate request', () => {
  it.each<[string, boolean, object]>([
    [
      'approved an hour ago, with a certificate',
      true,
      { conditions: [at('Approved', 61)], certificate: valid },
    ],
    ['approved an hour ago, without a certificate', true, { conditions: [at('Approved', 61)] }],
    ['approved less than an hour ago', false, { conditions: [at('Approved', 59)], certificate: valid }],
    ['denied an hour ago', true, { conditions: [at('Denied', 61)] }],
    [
      'denied an hour ago, as its status does not say',
      true,
      { conditions: [at('Denied', 61, { status: 'False' })] },
    ],
    ['denied less than an hour ago', false, { conditions: [at('Denied', 59)] }],
    ['failed an hour ago', true, { conditions: [at('Approved', 0), at('Failed', 61)] }],
    ['failed less than an hour ago', false, { conditions: [at('Approved', 1), at('Failed', 59)] }],
    ['approved at no time', false, { conditions: [condition('Approved')], certificate: valid }],
    ['with a condition of another type', false, { conditions: [at('Mine', 6_000)] }],
    ['with a certificate that has expired', true, { conditions: [at('Approved', 1)], certificate: expired }],
    ['with one that is unreadable', false, { conditions: [at('Approved', 1)], certificate: garbage }],
    ['with an old one that is unreadable', true, { conditions: [at('Approved', 61)], certificate: garbage }],
    ['with an expired one, and not approved', false, { conditions: [at('Mine', 1)], certificate: expired }],
  ])('%s: is over: %s', (_, expected, status) => expect(isOver(nodeRequest({}, status), now)).toBe(expected));

  it.each([
    [24 * 60 + 1, true],
    [24 * 60 - 1, false],
  ])('pending for %i minutes: is over: %s', (minutes, expected) => {
    const request = nodeRequest();
    request.metadata.creationTimestamp = ago(minutes);
    expect(isOver(request, now)).toBe(expected);
    expect(isOver(nodeRequest({}, { conditions: [at('Mine', minutes)] }), now)).toBe(false);
  });
});

it.each([
  [14, false],
  [16, true],
])('a request for a certificate of a pod, made %i minutes ago: is over: %s', (minutes, expected) => {
  const { type, isOver: isPodOver } = podCertificateRequests(dialects[0]!, new FeatureGates('1.36'));
  const request = { metadata: { name: 'r', creationTimestamp: ago(minutes) }, spec: {}, status: {} };
  expect(isPodOver(request as never, now)).toBe(expected);
  expect(`${type.version} ${type.resource}`).toBe('v1beta1 podcertificaterequests');
});

describe('the cleaner', () => {
  const named = (name: string, status: object) => {
    const request = nodeRequest({}, status);
    return { ...request, metadata: { ...request.metadata, name } };
  };
  const denied = { conditions: [at('Denied', 61)] };

  it('deletes what is over as it was looked at, and goes on after a failure', async () => {
    const { parts, calls, logged, requests } = certificateBench(({ path }) => {
      if (path.endsWith('/a')) return failureStatus(403, 'Forbidden');
      if (path.endsWith('/b')) return failureStatus(409, 'Conflict');
      return path.endsWith('/c') ? failureStatus(404, 'NotFound') : {};
    });
    for (const name of ['a', 'b', 'c', 'd']) requests.put(named(name, denied));
    requests.put(named('e', {}));
    await new Cleaner(parts, { type: requestType(parts.dialect), interval: 3_600_000, isOver }).clean();
    const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
    expect(calls.map((call) => `${call.method} ${call.path}`)).toEqual(
      ['a', 'b', 'c', 'd'].map((name) => `DELETE ${path}/${name}`),
    );
    expect(calls[0]!.body).toMatchObject({ preconditions: { uid: 'u', resourceVersion: '7' } });
    expect(logged).toEqual(['warn certificate request "a": Forbidden!']);
  });

  it('begins when it starts, and writes nothing after it was closed', async () => {
    const { parts, calls, requests } = certificateBench();
    for (const name of ['a', 'b', 'c']) requests.put(named(name, denied));
    const cleaner = new Cleaner(parts, { type: requestType(parts.dialect), interval: 3_600_000, isOver });
    cleaner.start();
    await cleaner.close();
    const before = calls.length;
    expect(before).toBeLessThan(3);
    await cleaner.clean();
    expect(calls.length).toBe(before);
    const again = new Cleaner(parts, { type: requestType(parts.dialect), interval: 3_600_000, isOver });
    again.start();
    await expect.poll(() => calls.length).toBe(before + 3);
    await again.close();
  });

  it('goes on after a request that is malformed, and asks for no list', async () => {
    const { parts, calls, logged, requests } = certificateBench();
    requests.put({ ...named('a', denied), status: null });
    requests.put(named('b', { conditions: [null] }));
    requests.put(named('c', denied));
    await new Cleaner(parts, { type: requestType(parts.dialect), interval: 3_600_000, isOver }).clean();
    expect(calls.map(({ path }) => path.split('/').at(-1))).toEqual(['c']);
    expect(logged).toEqual([
      expect.stringMatching(/^warn certificate request "a": /),
      expect.stringMatching(/^warn certificate request "b": /),
    ]);
    expect(requests.catchUps).toBe(0);
  });
});
