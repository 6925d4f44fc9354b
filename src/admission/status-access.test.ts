import { describe, expect, test } from 'vitest';
import type { Attributes, Authorizer } from '../access/authorization/authorizer.ts';
import { StatusError } from '../api/meta/status.ts';
import { certificateStatusAccess } from './certificate-status-access.ts';
import type { NamedPlugin } from './chain.ts';
import { claimStatusAccess } from './claim-status-access.ts';
import type { AdmissionAttributes } from './plugin.ts';

/** Allows what is listed as `verb resource/subresource name`. */
const allowing = (allowed: readonly string[]): Authorizer => ({
  authorize: ({ verb, resource, subresource, name }: Attributes) => ({
    verdict: allowed.includes(`${verb} ${resource}/${subresource} ${name}`) ? 'allow' : 'no-opinion',
    reason: '',
  }),
});

interface Change {
  object: object;
  old: object;
  isPatch?: boolean;
  extra?: Record<string, string[]>;
}

async function refusals(
  { plugin }: NamedPlugin,
  { object, old, isPatch = false, extra = {} }: Change,
): Promise<string[]> {
  const attributes = {
    kind: { group: 'g', version: 'v1', kind: 'K' },
    name: 'a',
    user: { name: 'jane', uid: '', groups: [], extra },
    verb: isPatch ? 'patch' : 'update',
    object,
    old,
  } as unknown as AdmissionAttributes;
  try {
    await plugin.validate!(attributes);
    return [];
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    expect(error.code).toBe(422);
    return error.details!.causes!.map(({ field, message }) => `${field}: ${message}`);
  }
}

const target = (resource: string, subresource = 'status', operation = 'UPDATE') =>
  ({ operation, group: 'g', resource, subresource }) as AdmissionAttributes;

describe('the certificate of a pod', () => {
  const request = (status: object) => ({ spec: { signerName: 'example.com/a' }, status });
  const change = { object: request({ certificateChain: 'x' }), old: request({}) };
  const refusal =
    'spec.signerName: Forbidden: User "jane" is not permitted to "sign" for signer "example.com/a"';

  test.each<[string, string[], Change, string[]]>([
    ['is not issued by everybody', [], change, [refusal]],
    ['is issued by a signer', ['sign signers/ example.com/a'], change, []],
    ['is issued by a signer of the domain', ['sign signers/ example.com/*'], change, []],
    ['is not issued by another signer', ['sign signers/ example.com/b'], change, [refusal]],
    ['may have a status that stays', [], { object: request({}), old: request({}) }, []],
  ])('%s', async (_, allowed, asked, expected) => {
    expect(await refusals(certificateStatusAccess('g', allowing(allowed)), asked)).toEqual(expected);
  });

  test('is in the status alone', () => {
    const { plugin } = certificateStatusAccess('g', allowing([]));
    expect(plugin.handles(target('podcertificaterequests'))).toBe(true);
    expect(plugin.handles(target('podcertificaterequests', ''))).toBe(false);
    expect(plugin.handles(target('certificatesigningrequests'))).toBe(false);
  });
});

describe('the status of a claim', () => {
  const nodeKey = 'authentication.example.com/node-name';
  const device = (driver: string, change: object = {}) => ({ driver, pool: 'p', device: 'd', ...change });
  const onNode = (node: string) => ({
    nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] }],
  });
  const allocated = (...drivers: string[]) => ({
    devices: { results: drivers.map((driver) => ({ request: 'r', ...device(driver) })) },
    nodeSelector: onNode('n1'),
  });
  const claim = (status: object) => ({ spec: {}, status });
  const bind = (verb: string) =>
    `status.allocation: Forbidden: changing status.allocation or status.reservedFor requires resource="resourceclaims/binding", verb="${verb}" permission: User "jane" cannot ${verb} resource "resourceclaims/binding" in API group "g" at the cluster scope`;
  const drive = (verbs: string, last: string) =>
    `status.devices: Forbidden: changing status.devices requires resource="resourceclaims/driver", verb="[${verbs}]" permission: User "jane" cannot ${last} resource "resourceclaims/driver" in API group "g" at the cluster scope`;

  const allocation = allocated('a', 'b');
  const bound = claim({ allocation });
  const said = claim({ allocation, devices: [device('a', { data: {} }), device('b')] });
  const onOwnNode = { [nodeKey]: ['n1'] };

  test.each<[string, string[], Change, string[]]>([
    ['stays', [], { object: bound, old: structuredClone(bound) }, []],
    ['is not bound by everybody', [], { object: bound, old: claim({}) }, [bind('update')]],
    [
      'is not reserved by everybody',
      ['update resourceclaims/binding '],
      { object: claim({ allocation, reservedFor: [{ uid: 'u' }] }), old: bound, isPatch: true },
      [bind('patch')],
    ],
    ['is bound', ['update resourceclaims/binding '], { object: bound, old: claim({}) }, []],
    [
      'is said by each driver',
      ['arbitrary-node:update resourceclaims/driver a'],
      { object: said, old: bound },
      [drive('arbitrary-node:update', 'arbitrary-node:update')],
    ],
    [
      'is said by all of its drivers',
      ['arbitrary-node:update resourceclaims/driver a', 'arbitrary-node:update resourceclaims/driver b'],
      { object: said, old: bound },
      [],
    ],
    [
      'is said by a driver of its node',
      ['associated-node:patch resourceclaims/driver a', 'associated-node:patch resourceclaims/driver b'],
      { object: said, old: bound, isPatch: true, extra: onOwnNode },
      [],
    ],
    [
      'is not said by a driver of another node',
      ['associated-node:update resourceclaims/driver a', 'associated-node:update resourceclaims/driver b'],
      { object: said, old: bound, extra: { [nodeKey]: ['n2'] } },
      [
        drive('arbitrary-node:update', 'arbitrary-node:update'),
        drive('arbitrary-node:update', 'arbitrary-node:update'),
      ],
    ],
    [
      'is not said by a pod of its node that is no driver',
      ['arbitrary-node:update resourceclaims/driver b'],
      { object: said, old: bound, extra: onOwnNode },
      [drive('associated-node:update arbitrary-node:update', 'arbitrary-node:update')],
    ],
    [
      'loses what was said of released devices with the binding alone',
      ['update resourceclaims/binding '],
      { object: claim({}), old: said },
      [],
    ],
  ])('%s', async (_, allowed, asked, expected) => {
    const plugin = claimStatusAccess({ authorizer: allowing(allowed), group: 'g', nodeKey });
    expect(await refusals(plugin, asked)).toEqual(expected);
  });

  test('is the status alone', () => {
    const { plugin } = claimStatusAccess({ authorizer: allowing([]), group: 'g', nodeKey });
    expect(plugin.handles(target('resourceclaims'))).toBe(true);
    expect(plugin.handles(target('resourceclaims', ''))).toBe(false);
  });
});
