import { describe, expect, test } from 'vitest';
import { created, later } from '../../../test/support/unit/kinds.ts';
import { dependencies, Versions } from '../../../test/support/unit/versions.ts';
import { runtimeClass } from './runtime-class/index.ts';

const rules = runtimeClass(dependencies);
const versions = new Versions(rules);
const metadata = { name: 'a', creationTimestamp: created };
const base = { metadata, handler: 'kata' };

describe('a RuntimeClass', () => {
  test('converts between versions without loss', () => versions.expectRoundTrips());

  test('has a spec in v1alpha1', () => {
    const overhead = { podFixed: { cpu: '1' } };
    const alpha = versions.version('v1alpha1');
    expect(versions.toStored({ metadata, spec: { runtimeHandler: 'kata', overhead } }, alpha)).toEqual({
      ...base,
      overhead,
    });
    expect(versions.fromStored({ ...base, overhead }, alpha)).toEqual({
      metadata,
      spec: { runtimeHandler: 'kata', overhead },
    });
  });

  test('rounds its overhead up to thousandths', () => {
    const given = { ...base, overhead: { podFixed: { cpu: '100u', memory: '1Mi' } } };
    const { overhead } = versions.toStored(given, versions.version('v1'));
    expect(overhead).toEqual({ podFixed: { cpu: '1m', memory: '1Mi' } });
  });

  const exists = { operator: 'Exists' };

  test.each<[string, object, string[]]>([
    ['valid', {}, []],
    [
      'an invalid handler',
      { handler: 'Kata' },
      [expect.stringMatching(/^handler: Invalid value: "Kata": a lowercase RFC 1123 label/) as never],
    ],
    [
      'an unknown resource and a negative amount',
      { overhead: { podFixed: { wheels: '1', cpu: '-1' } } },
      [
        'overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0',
        'overhead.limits[wheels]: Invalid value: "wheels": must be a standard resource type or fully qualified',
        'overhead.limits[wheels]: Invalid value: "wheels": must be a standard resource for containers',
      ],
    ],
    [
      'an invalid node selector',
      { scheduling: { nodeSelector: { 'a/b/c': 'x' } } },
      [expect.stringMatching(/^scheduling.nodeSelector: Invalid value: "a\/b\/c"/) as never],
    ],
    [
      'a repeated and an invalid toleration',
      { scheduling: { tolerations: [exists, exists, { key: 'a', operator: 'Near' }] } },
      [
        'scheduling.tolerations[2].operator: Unsupported value: "Near": supported values: "Equal", "Exists"',
        'scheduling.tolerations[1]: Duplicate value: core.Toleration{Key:"", Operator:"Exists", Value:"", Effect:"", TolerationSeconds:(*int64)(nil)}',
      ],
    ],
  ])('is validated: %s', (_, change, errors) => {
    expect(versions.create({ ...base, ...change }, 'v1')).toEqual(errors);
    expect(versions.create({ ...base, ...change }, 'v1beta1')).toEqual(errors);
  });

  test('has an immutable handler and is validated again on update', () => {
    const wrong = { handler: 'runc', overhead: { podFixed: { cpu: '-1' } } };
    expect(versions.update({ ...base, ...wrong }, base, 'v1')).toEqual([
      'overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0',
      'handler: Invalid value: "runc": field is immutable',
    ]);
  });

  test('shows its handler in the table', () => {
    expect(rules.table?.cells(base as never, later)).toEqual(['a', 'kata', '5m10s']);
  });
});
