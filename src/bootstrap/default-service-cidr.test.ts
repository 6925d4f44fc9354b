import { expect, it } from 'vitest';
import { dialects } from '../api/meta/dialect.ts';
import type { SystemObjects } from '../registry/write/system-objects.ts';
import { ensureDefaultServiceCidr } from './default-service-cidr.ts';

const ranges = ['10.0.0.0/24', 'fd00::/112'];
const condition = (status: string, reason = '') => ({ type: 'Ready', status, reason, message: 'as it is' });
const range = (cidrs: string[], conditions: object[] = [], metadata: object = {}): object => ({
  metadata: { name: 'kubernetes', ...metadata },
  spec: { cidrs },
  status: { conditions },
});

/** Steps taken about an object, in a cluster whose flags name two ranges. */
async function done(present: object | undefined): Promise<string[]> {
  const calls: string[] = [];
  const objects = {
    ownedBy: () => objects,
    get: () => present,
    create: async (type: string, _: string, content: { reason?: string; message?: string }) =>
      void calls.push(
        type === 'events.' ? `Event ${content.reason}: ${content.message}` : `create ${type.split('.')[0]}`,
      ),
    keep: async (type: string) => void calls.push(`widen ${type.split('.')[0]}`),
    alterStatus: async (_: string, __: string, name: string, change: (object: object) => boolean) => {
      const object = structuredClone(present ?? range([]));
      if (change(object)) calls.push(`${name} becomes ready`);
    },
  };
  await ensureDefaultServiceCidr({
    objects: objects as unknown as SystemObjects,
    dialect: dialects[1]!,
    ranges,
    now: () => '2030-01-01T00:00:00Z',
    report: () => {},
  });
  return calls;
}

it.each<[string, object | undefined, string[]]>([
  ['is made, and ready', undefined, ['create servicecidrs', 'kubernetes becomes ready']],
  ['is left alone when it is ready', range(ranges, [condition('True')]), []],
  ['becomes ready when nobody has said so', range(ranges), ['kubernetes becomes ready']],
  ['gets the second range', range(ranges.slice(0, 1)), ['widen servicecidrs', 'kubernetes becomes ready']],
  [
    'is told the second range also when it is ready',
    range(ranges.slice(0, 1), [condition('True')]),
    ['widen servicecidrs'],
  ],
  [
    'of other ranges is not ready',
    range(['10.9.0.0/24']),
    [
      'Event KubernetesDefaultServiceCIDRInconsistent: The default ServiceCIDR [10.9.0.0/24] does not match the flag configurations [10.0.0.0/24 fd00::/112]',
    ],
  ],
  ['of other ranges stays ready', range(['10.9.0.0/24'], [condition('True')]), []],
  [
    'that somebody called not ready stays so',
    range(ranges, [condition('False', 'Broken')]),
    ['Event Broken: as it is'],
  ],
  [
    'that is being deleted is left to the controller',
    range(ranges, [condition('False', 'Terminating')], { deletionTimestamp: '2029-01-01T00:00:00Z' }),
    [],
  ],
])('the ServiceCIDR of the flags %s', async (_, present, expected) => {
  expect(await done(present)).toEqual(expected);
});
