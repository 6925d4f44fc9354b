import { describe, expect, test } from 'vitest';
import { created, later } from '../../../test/support/unit/kinds.ts';
import { dependencies, Versions } from '../../../test/support/unit/versions.ts';

import { priorityClass } from './priority-class/index.ts';
import { isSystemPriorityClass, systemPriorityClasses } from './priority-class/system-classes.ts';

const rules = priorityClass(dependencies);
const versions = new Versions(rules);
const metadata = { name: 'a', creationTimestamp: created };
const reserved =
  "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: ";

describe('a priority class', () => {
  test('goes from version to version without loss', () => versions.expectRoundTrips());

  test.each<[string, object, string[]]>([
    ['may be the highest of users', { metadata, value: 1_000_000_000 }, []],
    [
      'is not higher',
      { metadata, value: 1_000_000_001 },
      ['value: Forbidden: maximum allowed value of a user defined priority is 1000000000'],
    ],
    [
      'is not called as those of the system are',
      { metadata: { name: 'system-mine' }, value: 1 },
      [`${reserved}system-mine is not a known system priority class`],
    ],
    [
      'of the system has its own number',
      { metadata: { name: 'system-node-critical' }, value: 1 },
      [`${reserved}value of system-node-critical PriorityClass must be 2000001000`],
    ],
    [
      'of the system is not the default',
      { metadata: { name: 'system-cluster-critical' }, value: 2_000_000_000, globalDefault: true },
      [`${reserved}globalDefault of system-cluster-critical PriorityClass must be false`],
    ],
    [
      'pushes others out or not',
      { metadata, value: 1, preemptionPolicy: 'Always' },
      ['preemptionPolicy: Unsupported value: "Always": supported values: "PreemptLowerPriority", "Never"'],
    ],
    [
      'says how, if it says',
      { metadata, value: 1, preemptionPolicy: '' },
      ['preemptionPolicy: Required value'],
    ],
  ])('%s', (_, object, errors) => {
    for (const { version } of versions.all) expect(versions.create(object, version)).toEqual(errors);
  });

  test('never changes its number and its policy', () => {
    const changed = { metadata, value: 2, preemptionPolicy: 'Never', globalDefault: true, description: 'x' };
    expect(versions.update(changed, { metadata, value: 1 }, 'v1')).toEqual([
      'Value: Forbidden: may not be changed in an update.',
      'preemptionPolicy: Invalid value: "Never": field is immutable',
    ]);
  });

  test('of the system is there from the start', () => {
    for (const { name, value } of systemPriorityClasses) {
      expect(versions.create({ metadata: { name }, value }, 'v1')).toEqual([]);
    }
    expect(isSystemPriorityClass('system-node-critical')).toBe(true);
    expect(isSystemPriorityClass('a')).toBe(false);
  });

  test('has generation 1 for ever', () => {
    expect(rules.tracksGeneration).toBe(true);
    expect(rules.specOf?.({} as never)).toBeUndefined();
  });

  test('shows its number', () => {
    expect(rules.table?.cells({ metadata, value: 5 } as never, later)).toEqual(['a', 5, false, '5m10s']);
  });
});
