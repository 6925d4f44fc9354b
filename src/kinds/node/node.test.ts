import { describe, expect, test } from 'vitest';
import { created, later } from '../../../test/support/unit/kinds.ts';
import { dependencies, Versions } from '../../../test/support/unit/versions.ts';
import { runtimeClass } from './runtime-class/index.ts';

const rules = runtimeClass(dependencies);
const versions = new Versions(rules);
const metadata = { name: 'a', creationTimestamp: created };
const base = { metadata, handler: 'kata' };

describe('a runtime class', () => {
  test('goes from version to version without loss', () => versions.expectRoundTrips());

  test('had a spec once', () => {
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

  test('costs whole thousandths, as the pods that run with it', () => {
    const given = { ...base, overhead: { podFixed: { cpu: '100u', memory: '1Mi' } } };
    const { overhead } = versions.toStored(given, versions.version('v1'));
    expect(overhead).toEqual({ podFixed: { cpu: '1m', memory: '1Mi' } });
  });

  const exists = { operator: 'Exists' };

  test.each<[string, object, string[]]>([
    ['names a configuration', {}, []],
    [
      'names one that could be',
      { handler: 'Kata' },
      [expect.stringMatching(/^handler: Invalid value: "Kata": a lowercase RFC 1123 label/) as never],
    ],
    [
      'costs resources that there are',
      { overhead: { podFixed: { wheels: '1', cpu: '-1' } } },
      [
        'overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0',
        'overhead.limits[wheels]: Invalid value: "wheels": must be a standard resource type or fully qualified',
        'overhead.limits[wheels]: Invalid value: "wheels": must be a standard resource for containers',
      ],
    ],
    [
      'runs on nodes with labels',
      { scheduling: { nodeSelector: { 'a/b/c': 'x' } } },
      [expect.stringMatching(/^scheduling.nodeSelector: Invalid value: "a\/b\/c"/) as never],
    ],
    [
      'tolerates each taint once',
      { scheduling: { tolerations: [exists, exists, { key: 'a', operator: 'Near' }] } },
      [
        'scheduling.tolerations[2].operator: Unsupported value: "Near": supported values: "Equal", "Exists"',
        'scheduling.tolerations[1]: Duplicate value: core.Toleration{Key:"", Operator:"Exists", Value:"", Effect:"", TolerationSeconds:(*int64)(nil)}',
      ],
    ],
  ])('%s', (_, change, errors) => {
    expect(versions.create({ ...base, ...change }, 'v1')).toEqual(errors);
    expect(versions.create({ ...base, ...change }, 'v1beta1')).toEqual(errors);
  });

  test('never names another configuration, and is looked at again when it changes', () => {
    const wrong = { handler: 'runc', overhead: { podFixed: { cpu: '-1' } } };
    expect(versions.update({ ...base, ...wrong }, base, 'v1')).toEqual([
      'overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0',
      'handler: Invalid value: "runc": field is immutable',
    ]);
  });

  test('shows its configuration', () => {
    expect(rules.table?.cells(base as never, later)).toEqual(['a', 'kata', '5m10s']);
  });
});
