import { describe, expect, it } from 'vitest';
import { usesClaim } from './use-of-claims.ts';

const claim = (name: string, owner?: string) => ({
  metadata: { name, ...(owner && { ownerReferences: [{ uid: owner, controller: true }] }) },
});
const pod = (volume: object, more: object = {}, nodeName = 'node-1') => ({
  metadata: { name: 'web', uid: 'u1', ...more },
  spec: { nodeName, volumes: [{ name: 'data', ...volume }] },
});
const named = { persistentVolumeClaim: { claimName: 'disk' } };
const ended = { deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: 0 };

describe('a pod uses a claim', () => {
  it.each([
    ['that it names', pod(named), claim('disk'), true],
    ['not one of another name', pod(named), claim('other'), false],
    ['not before it has a node', pod(named, {}, ''), claim('disk'), false],
    ['also when it has no time left', pod(named, ended), claim('disk'), true],
    ['of its ephemeral volume', pod({ ephemeral: {} }), claim('web-data', 'u1'), true],
    [
      'not one that belongs to another pod of its name',
      pod({ ephemeral: {} }),
      claim('web-data', 'u2'),
      false,
    ],
    [
      'of its ephemeral volume no more without time left',
      pod({ ephemeral: {} }, ended),
      claim('web-data', 'u1'),
      false,
    ],
  ])('%s', (_, user, used, expected) => {
    expect(usesClaim(user as never, used as never)).toBe(expected);
  });
});
