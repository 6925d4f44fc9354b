import { expect, it } from 'vitest';
import { usesGroup } from './use-of-groups.ts';

const pod = (podGroupName: string | undefined, phase?: string) => ({
  spec: { ...(podGroupName && { schedulingGroup: { podGroupName } }) },
  status: { ...(phase && { phase }) },
});

it.each([
  ['one that belongs to it', pod('train', 'Running'), true],
  ['one that has not started', pod('train'), true],
  ['one of another group', pod('other', 'Running'), false],
  ['one of none', pod(undefined, 'Running'), false],
  ['one that has ended', pod('train', 'Succeeded'), false],
  ['one that has failed', pod('train', 'Failed'), false],
])('%s', (_, user, expected) => {
  expect(usesGroup(user as never, 'train')).toBe(expected);
});
