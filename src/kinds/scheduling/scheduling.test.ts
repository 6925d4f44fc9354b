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

describe('a PriorityClass', () => {
  test('converts between versions without loss', () => versions.expectRoundTrips());

  test.each<[string, object, string[]]>([
    ['the highest user value', { metadata, value: 1_000_000_000 }, []],
    [
      'a user value that is too high',
      { metadata, value: 1_000_000_001 },
      ['value: Forbidden: maximum allowed value of a user defined priority is 1000000000'],
    ],
    [
      'an unknown name with the system prefix',
      { metadata: { name: 'system-mine' }, value: 1 },
      [`${reserved}system-mine is not a known system priority class`],
    ],
    [
      'a system class with another value',
      { metadata: { name: 'system-node-critical' }, value: 1 },
      [`${reserved}value of system-node-critical PriorityClass must be 2000001000`],
    ],
    [
      'a system class that is the global default',
      { metadata: { name: 'system-cluster-critical' }, value: 2_000_000_000, globalDefault: true },
      [`${reserved}globalDefault of system-cluster-critical PriorityClass must be false`],
    ],
    [
      'an unknown preemptionPolicy',
      { metadata, value: 1, preemptionPolicy: 'Always' },
      ['preemptionPolicy: Unsupported value: "Always": supported values: "PreemptLowerPriority", "Never"'],
    ],
    [
      'an empty preemptionPolicy',
      { metadata, value: 1, preemptionPolicy: '' },
      ['preemptionPolicy: Required value'],
    ],
  ])('is validated: %s', (_, object, errors) => {
    for (const { version } of versions.all) expect(versions.create(object, version)).toEqual(errors);
  });

  test('has an immutable value and preemptionPolicy', () => {
    const changed = { metadata, value: 2, preemptionPolicy: 'Never', globalDefault: true, description: 'x' };
    expect(versions.update(changed, { metadata, value: 1 }, 'v1')).toEqual([
      'Value: Forbidden: may not be changed in an update.',
      'preemptionPolicy: Invalid value: "Never": field is immutable',
    ]);
  });

  test('of the system passes validation', () => {
    for (const { name, value } of systemPriorityClasses) {
      expect(versions.create({ metadata: { name }, value }, 'v1')).toEqual([]);
    }
    expect(isSystemPriorityClass('system-node-critical')).toBe(true);
    expect(isSystemPriorityClass('a')).toBe(false);
  });

  test('always has generation 1', () => {
    expect(rules.tracksGeneration).toBe(true);
    expect(rules.specOf?.({} as never)).toBeUndefined();
  });

  test('shows its value in the table', () => {
    expect(rules.table?.cells({ metadata, value: 5 } as never, later)).toEqual(['a', 5, false, '5m10s']);
  });
});
