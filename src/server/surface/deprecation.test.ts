import { describe, expect, it } from 'vitest';
import { isReleasedBy } from '../../api/meta/release.ts';
import type { KindDefinition, Lifecycle } from '../../api/schema/schema.ts';
import { deprecationOf } from './deprecation.ts';

const life = (given: Partial<Lifecycle>): KindDefinition =>
  ({
    group: 'batch',
    version: 'v1beta1',
    kind: 'CronJob',
    lifecycle: {
      introduced: undefined,
      deprecated: undefined,
      removed: undefined,
      replacement: undefined,
      ...given,
    },
  }) as KindDefinition;

const textAt = (release: string, given: Partial<Lifecycle>): string | undefined =>
  deprecationOf(life(given), release)?.warning;

describe('deprecation of a version', () => {
  it('says since when, until when, and what to use', () => {
    const given = { deprecated: '1.21', removed: '1.25', replacement: 'batch/v1 CronJob' };
    expect(deprecationOf(life(given), '1.23')).toEqual({
      warning: 'batch/v1beta1 CronJob is deprecated in v1.21+, unavailable in v1.25+; use batch/v1 CronJob',
      removedRelease: '1.25',
    });
  });

  it('leaves out what is not known', () => {
    expect(textAt('1.23', { deprecated: '1.19' })).toBe('batch/v1beta1 CronJob is deprecated in v1.19+');
    expect(textAt('1.23', { deprecated: '1.19', replacement: 'a/v1 B' })).toBe(
      'batch/v1beta1 CronJob is deprecated in v1.19+; use a/v1 B',
    );
  });

  it('says nothing before it has come', () => {
    expect(textAt('1.20', { deprecated: '1.21', removed: '1.25' })).toBeUndefined();
    expect(textAt('1.21', { deprecated: '1.21' })).toBeDefined();
    expect(textAt('1.23', { removed: '1.25' })).toBeUndefined();
  });

  it('releases are numbers, not texts', () => {
    expect(isReleasedBy('1.9', '1.19')).toBe(true);
    expect(isReleasedBy('1.19', '1.9')).toBe(false);
    expect(isReleasedBy('1.23', '2.0')).toBe(true);
    expect(isReleasedBy('2.0', '1.23')).toBe(false);
  });
});
