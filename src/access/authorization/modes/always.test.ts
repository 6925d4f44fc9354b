import { describe, expect, it } from 'vitest';
import { request, userOf } from '../../../../test/support/unit/policy-bench.ts';
import { alwaysAllow, alwaysDeny } from './always.ts';

const ann = userOf('ann');

describe('a mode that answers everyone alike', () => {
  it('allows everything, and says so', async () => {
    const mode = await alwaysAllow.create({} as never, {} as never);
    expect(mode.authorize(request(ann, 'get pods'))).toEqual({ verdict: 'allow', reason: '' });
    const all = ['*'];
    expect(mode.rulesFor(ann, 'a')).toEqual({
      resourceRules: [{ verbs: all, apiGroups: all, resources: all, resourceNames: [] }],
      nonResourceRules: [{ verbs: all, nonResourceURLs: all }],
      incomplete: false,
      errors: [],
    });
  });

  it('allows nothing, and says so', async () => {
    const mode = await alwaysDeny.create({} as never, {} as never);
    expect(mode.authorize(request(ann, 'get pods'))).toEqual({
      verdict: 'no-opinion',
      reason: 'Everything is forbidden.',
    });
    expect(mode.rulesFor(ann, 'a')).toEqual({
      resourceRules: [],
      nonResourceRules: [],
      incomplete: false,
      errors: [],
    });
  });
});
