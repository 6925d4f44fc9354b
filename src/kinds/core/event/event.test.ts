import { describe, expect, test } from 'vitest';
import { Bench, dependencies, metadata, type Written } from '../../../../test/support/unit/kinds.ts';
import { fieldErrorText } from '../../../api/validation/field-errors.ts';
import { event } from './index.ts';

const involvedObject = { kind: 'Pod', name: 'web', namespace: 'shop' };
const bench = new Bench(event(dependencies), { metadata: metadata('web.1'), involvedObject });
const newer = {
  eventTime: '2021-03-04T05:10:17.000000Z',
  reportingComponent: 'example.com/agent',
  reportingInstance: 'a-1',
  action: 'Start',
  reason: 'Started',
};
const mismatch = (namespace: string) =>
  `involvedObject.namespace: Invalid value: "${namespace}": does not match event.namespace`;
const inNamespace = (namespace: string, of?: string): Written => ({
  metadata: { namespace },
  involvedObject: { namespace: of },
});
const long = 'x'.repeat(129);

describe('an Event', () => {
  test.each<[string, Written, string[]]>([
    ['lies beside its object', {}, []],
    ['lies nowhere else', inNamespace('other', 'shop'), [mismatch('shop')]],
    ['of what is in no namespace lies in default', inNamespace('default'), []],
    ['of what is in no namespace lies nowhere else', inNamespace('shop'), [mismatch('')]],
    ['is of any type', { type: 'Whatever' }, []],
    ['of the older kind may say little', { reason: long, message: 'x'.repeat(2000) }, []],
    ['of the newer kind is fine', newer, []],
    [
      'of the newer kind may lie apart from its object',
      { ...newer, involvedObject: { namespace: 'other' } },
      [],
    ],
    [
      'of the newer kind about no namespace may lie with the system',
      { ...newer, ...inNamespace('orch-system') },
      [],
    ],
    [
      'of the newer kind about no namespace lies nowhere else',
      { ...newer, ...inNamespace('shop') },
      [mismatch('')],
    ],
    [
      'of the newer kind says who saw what',
      { eventTime: newer.eventTime },
      [
        'reportingController: Required value',
        expect.stringContaining('name part must be non-empty'),
        expect.stringContaining('name part must consist'),
        'reportingInstance: Required value',
        'action: Required value',
        'reason: Required value',
      ],
    ],
    [
      'of the newer kind is short',
      { ...newer, reportingInstance: long, action: long, reason: long, message: 'x'.repeat(1025) },
      ['reportingInstance', 'action', 'reason']
        .map((field) => `${field}: Invalid value: "": can have at most 128 characters`)
        .concat('message: Invalid value: "": can have at most 1024 characters'),
    ],
  ])('%s', (_, change, errors) => {
    expect(bench.create(change).errors).toEqual(errors);
    expect(bench.update(change).errors).toEqual(errors);
  });

  /** The Event that a recorder of the newer group writes. */
  const strict = (change: Written, apiVersion: string): string[] => {
    const object = bench.decode({ ...newer, type: 'Normal', ...change });
    return (bench.rules.validateCreate?.(object, apiVersion) ?? []).map(fieldErrorText);
  };

  test.each<[string, Written, string[]]>([
    ['is fine', {}, []],
    ['may be a warning', { type: 'Warning' }, []],
    [
      'has a time, and what comes with one is looked at only then',
      { eventTime: undefined, action: undefined },
      ['eventTime: Required value'],
    ],
    ['is normal or a warning', { type: 'Bad' }, ['type: Invalid value: "": has invalid value: Bad']],
    [
      'says nothing that older ones say',
      {
        firstTimestamp: '2021-03-04T05:06:07Z',
        lastTimestamp: '2021-03-04T05:06:07Z',
        count: 1,
        source: { host: 'a' },
      },
      ['firstTimestamp', 'lastTimestamp', 'count', 'source'].map(
        (name) => `${name}: Invalid value: "": needs to be unset`,
      ),
    ],
    [
      'has series of two and more',
      { series: { count: 1 } },
      ['series.count: Invalid value: "": should be at least 2', 'series.lastObservedTime: Required value'],
    ],
    [
      'has a name',
      { metadata: { name: 'A' } },
      [expect.stringMatching(/^metadata\.name: Invalid value: "A"/)],
    ],
    [
      'breaks the rules of all versions first, then its own',
      { action: undefined, reason: long, type: 'Bad', count: 1 },
      [
        'action: Required value',
        'reason: Invalid value: "": can have at most 128 characters',
        'type: Invalid value: "": has invalid value: Bad',
        'count: Invalid value: "": needs to be unset',
      ],
    ],
  ])('made through the newest version %s', (_, change, errors) => {
    expect(strict(change, 'events.orch.io/v1')).toEqual(errors);
  });

  test('made through an older version is not looked at as closely, nor when it is changed', () => {
    const counted: Written = { type: 'Bad', count: 1, series: { count: 1 } };
    expect(strict(counted, 'events.orch.io/v1beta1')).toEqual([]);
    expect(strict(counted, 'v1')).toEqual([]);
    const object = bench.decode({ ...newer, ...counted });
    expect(bench.rules.validateUpdate?.(object, object, 'events.orch.io/v1')).toEqual([]);
  });

  test('is found by what it is about, and who saw it', () => {
    const { names, of } = bench.rules.selectableFields!;
    const fields = of(
      bench.decode({ ...newer, type: 'Normal', involvedObject: { fieldPath: 'spec.containers{web}' } }),
    );
    expect(Object.keys(fields)).toEqual(names);
    expect(fields).toMatchObject({
      'involvedObject.kind': 'Pod',
      'involvedObject.uid': '',
      'involvedObject.fieldPath': 'spec.containers{web}',
      reason: 'Started',
      source: 'example.com/agent',
      type: 'Normal',
    });
    expect(of(bench.decode({ source: { component: 'agent' } }))['source']).toBe('agent');
  });
});

describe('a row', () => {
  const seen = { firstTimestamp: '2021-03-04T05:01:17Z', lastTimestamp: '2021-03-04T05:11:07Z', count: 3 };

  test('of the older kind', () => {
    expect(
      bench.row({
        ...seen,
        type: 'Normal',
        reason: 'Pulled',
        message: ' Pulled it\n',
        source: { component: 'agent', host: 'node-1' },
      }),
    ).toEqual({
      'Last Seen': '10s',
      Type: 'Normal',
      Reason: 'Pulled',
      Object: 'pod/web',
      Subobject: '',
      Source: 'agent, node-1',
      Message: 'Pulled it',
      'First Seen': '10m',
      Count: 3,
      Name: 'web.1',
    });
  });

  test.each<[string, Written, Written]>([
    ['without times', {}, { 'Last Seen': '<unknown>', 'First Seen': '<unknown>', Count: 1 }],
    [
      'of the newer kind',
      newer,
      { 'Last Seen': '60s', 'First Seen': '60s', Source: 'example.com/agent, a-1', Count: 1 },
    ],
    [
      'of a series',
      { ...newer, series: { count: 4, lastObservedTime: '2021-03-04T05:11:16.000000Z' } },
      { 'Last Seen': '1s', 'First Seen': '60s', Count: 5 },
    ],
    ['about a kind', { involvedObject: { name: undefined } }, { Object: 'pod' }],
  ])('%s', (_, change, cells) => {
    expect(bench.row(change)).toMatchObject(cells);
  });
});
