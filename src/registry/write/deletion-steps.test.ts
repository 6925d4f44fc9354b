import { describe, expect, it } from 'vitest';
import type { ApiObject, ObjectMeta } from '../../api/meta/metadata.ts';
import { systemRandom } from '../../util/random.ts';
import type { DeletionRules } from '../kind-rules.ts';
import type { StoredResource } from '../resource.ts';
import type { Deletion } from './delete-options.ts';
import { DeletionSteps } from './deletion-steps.ts';
import { SystemMetadata } from './system-metadata.ts';

const now = '2021-03-04T05:06:07Z';
/** So many seconds after `now`. */
const inSeconds = (seconds: number): string =>
  new Date(Date.parse(now) + seconds * 1000).toISOString().replace('.000', '');

const steps = new DeletionSteps(new SystemMetadata({ now: () => Date.parse(now) }, systemRandom));

type Held = ApiObject & { spec?: { finalizers?: string[] }; status?: { phase: string } };

/** The rules of kinds for their deletion. */
const kinds = {
  plain: undefined,
  orphaning: { defaultPropagation: 'orphan' },
  unpropagated: { defaultPropagation: 'none' },
  /** Half a minute where the client says nothing. */
  graceful: { gracePeriodSeconds: (_, wanted) => wanted ?? 30 },
  /** Graceful, but with nothing to finish. */
  idle: { gracePeriodSeconds: () => 0 },
  /** By finalizers in its spec. */
  held: {
    holds: ({ spec }) => (spec?.finalizers?.length ?? 0) > 0,
    marked: (object) => {
      object.status = { phase: 'Terminating' };
    },
  },
} satisfies Record<string, DeletionRules<Held> | undefined>;

type Kind = keyof typeof kinds;

/** The step, and the metadata that it would write. */
function next(kind: Kind, metadata: ObjectMeta, options: Deletion, more: object = {}) {
  const object: Held = { kind: 'K', apiVersion: 'v1', metadata: { ...metadata }, ...more };
  const resource = { rules: { group: '', kind: 'K', deletion: kinds[kind] } } as StoredResource;
  const step = steps.next(resource, object, options);
  if ('object' in step) expect(step.object).toBe(object);
  return [step.what, object.metadata, object.status] as const;
}

const f = ['a.example/b'];
const marked = (seconds: number, of = now): ObjectMeta => ({
  deletionTimestamp: of,
  deletionGracePeriodSeconds: seconds,
});
const endsIn = (seconds: number, period = seconds): ObjectMeta => marked(period, inSeconds(seconds));

/** Kind, metadata before, options; the step, and metadata after it (as before when left out). */
type Row = [sentence: string, Kind, ObjectMeta, Deletion, step: string, after?: ObjectMeta];

function holds(rows: Row[]): void {
  it.each(rows)('%s', (_, kind, before, options, step, then = before) => {
    expect(next(kind, before, options)).toEqual([step, then, undefined]);
  });
}

describe('a deletion without grace', () => {
  holds([
    ['removes what nothing keeps', 'plain', {}, {}, 'remove'],
    ['at grace 0 as well', 'plain', {}, { gracePeriodSeconds: 0 }, 'remove'],
    ['whatever grace is wanted: the kind has none', 'plain', {}, { gracePeriodSeconds: 60 }, 'remove'],
    ['marks what finalizers keep', 'plain', { finalizers: f }, {}, 'mark', { finalizers: f, ...marked(0) }],
    [
      'which grace 0 does not remove either',
      'plain',
      { finalizers: f },
      { gracePeriodSeconds: 0 },
      'mark',
      { finalizers: f, ...marked(0) },
    ],
    [
      'counts a generation when it marks',
      'plain',
      { finalizers: f, generation: 4 },
      {},
      'mark',
      { finalizers: f, generation: 5, ...marked(0) },
    ],
    [
      'counts the first generation',
      'plain',
      { finalizers: f, generation: 1 },
      {},
      'mark',
      { finalizers: f, generation: 2, ...marked(0) },
    ],
    [
      'counts none where there are none',
      'plain',
      { finalizers: f, generation: 0 },
      {},
      'mark',
      { finalizers: f, generation: 0, ...marked(0) },
    ],
    [
      'of what is marked already keeps the time, and counts no generation',
      'plain',
      { finalizers: f, generation: 4, ...marked(0, inSeconds(-5)) },
      {},
      'mark',
      { finalizers: f, generation: 4, ...marked(0, inSeconds(-5)) },
    ],
    [
      'brings a time of the future to now',
      'plain',
      { finalizers: f, ...marked(0, inSeconds(5)) },
      {},
      'mark',
      { finalizers: f, ...marked(0) },
    ],
    ['removes what is marked and has lost its finalizers', 'plain', marked(0, inSeconds(-5)), {}, 'remove'],
  ]);
});

describe('a graceful deletion', () => {
  holds([
    ['marks with the grace of the kind', 'graceful', {}, {}, 'mark', endsIn(30)],
    ['marks with the grace that is wanted', 'graceful', {}, { gracePeriodSeconds: 5 }, 'mark', endsIn(5)],
    ['takes a second for a mark', 'graceful', {}, { gracePeriodSeconds: 1 }, 'mark', endsIn(1)],
    ['removes at grace 0', 'graceful', {}, { gracePeriodSeconds: 0 }, 'mark and remove', marked(0)],
    ['takes a negative grace for a second', 'graceful', {}, { gracePeriodSeconds: -7 }, 'mark', endsIn(1)],
    [
      'removes what has nothing to finish',
      'idle',
      {},
      { gracePeriodSeconds: 60 },
      'mark and remove',
      marked(0),
    ],
    [
      'at grace 0 only marks what finalizers keep',
      'graceful',
      { finalizers: f },
      { gracePeriodSeconds: 0 },
      'mark',
      { finalizers: f, ...marked(0) },
    ],
    [
      'only marks what has nothing to finish and finalizers',
      'idle',
      { finalizers: f },
      {},
      'mark',
      { finalizers: f, ...marked(0) },
    ],
    [
      'keeps finalizers beside a grace',
      'graceful',
      { finalizers: f },
      {},
      'mark',
      { finalizers: f, ...endsIn(30) },
    ],
    ['counts a generation', 'graceful', { generation: 1 }, {}, 'mark', { generation: 2, ...endsIn(30) }],
    [
      'ends in the year 9999 at the latest',
      'graceful',
      {},
      { gracePeriodSeconds: Number.MAX_SAFE_INTEGER },
      'mark',
      marked(Number.MAX_SAFE_INTEGER, '9999-12-31T23:59:59Z'),
    ],
  ]);
});

describe('a second graceful deletion', () => {
  holds([
    ['that says no grace changes nothing', 'graceful', endsIn(30), {}, 'nothing'],
    ['that wants more changes nothing', 'graceful', endsIn(30), { gracePeriodSeconds: 31 }, 'nothing'],
    ['that wants the same changes nothing', 'graceful', endsIn(30), { gracePeriodSeconds: 30 }, 'nothing'],
    [
      'that wants less brings the end nearer',
      'graceful',
      endsIn(30),
      { gracePeriodSeconds: 29 },
      'mark',
      endsIn(29),
    ],
    [
      'counts from the first, not from now',
      'graceful',
      { generation: 3, ...endsIn(12, 30) },
      { gracePeriodSeconds: 20 },
      'mark',
      { generation: 3, ...endsIn(2, 20) },
    ],
    [
      'at grace 0 removes',
      'graceful',
      endsIn(12, 30),
      { gracePeriodSeconds: 0 },
      'mark and remove',
      endsIn(-18, 0),
    ],
    [
      'at grace 0 leaves what finalizers keep',
      'graceful',
      { finalizers: f, ...endsIn(12, 30) },
      { gracePeriodSeconds: 0 },
      'mark',
      { finalizers: f, ...endsIn(-18, 0) },
    ],
    [
      'takes a negative grace for a second',
      'graceful',
      endsIn(30),
      { gracePeriodSeconds: -1 },
      'mark',
      endsIn(1),
    ],
    [
      'of a second that wants a negative one changes nothing',
      'graceful',
      endsIn(1),
      { gracePeriodSeconds: -1 },
      'nothing',
    ],
    [
      'counts from now when the end was cut at the largest time',
      'graceful',
      marked(Number.MAX_SAFE_INTEGER, '9999-12-31T23:59:59Z'),
      { gracePeriodSeconds: 10 },
      'mark',
      endsIn(10),
    ],
    [
      'removes what is marked with grace 0 and was never removed',
      'graceful',
      marked(0, inSeconds(-9)),
      {},
      'remove',
    ],
    ['removes what is marked without a grace', 'graceful', { deletionTimestamp: now }, {}, 'remove'],
  ]);
});

describe('the propagation policy', () => {
  const foreground = 'foregroundDeletion';
  const orphan = 'orphan';
  type Policy = [sentence: string, Kind, string[], Deletion, string[]];

  it.each<Policy>([
    // Without a word of the client: the kind decides.
    ['is background by default', 'plain', [], {}, []],
    ['is the one of the kind', 'orphaning', [], {}, [orphan]],
    [
      'is the one of the version that is spoken, before the kind’s',
      'orphaning',
      [],
      { byDefault: 'background' },
      [],
    ],
    ['of the version may orphan', 'plain', [], { byDefault: 'orphan' }, [orphan]],
    ['is of no use where the kind has none', 'unpropagated', [], { propagationPolicy: 'Orphan' }, []],
    [
      'leaves finalizers alone where the kind has none',
      'unpropagated',
      [orphan],
      { propagationPolicy: 'Background' },
      [orphan],
    ],
    // What the object has already decides before the kind.
    ['stays orphan by the finalizer', 'plain', [orphan], {}, [orphan]],
    ['stays foreground by the finalizer', 'orphaning', [foreground], {}, [foreground]],
    ['of two finalizers is the first', 'plain', [foreground, orphan], {}, [foreground]],
    // The client decides before everything.
    [
      'Background takes the others away',
      'orphaning',
      [orphan, 'a.example/b', foreground],
      { propagationPolicy: 'Background' },
      f,
    ],
    ['Orphan is a finalizer', 'plain', f, { propagationPolicy: 'Orphan' }, [...f, orphan]],
    ['Foreground is a finalizer', 'plain', f, { propagationPolicy: 'Foreground' }, [...f, foreground]],
    [
      'Foreground replaces orphan',
      'plain',
      [orphan, ...f],
      { propagationPolicy: 'Foreground' },
      [...f, foreground],
    ],
    [
      'Orphan that is there keeps its place',
      'plain',
      [orphan, ...f],
      { propagationPolicy: 'Orphan' },
      [orphan, ...f],
    ],
    ['orphanDependents orphans', 'plain', [], { orphanDependents: true }, [orphan]],
    ['orphanDependents as false does not', 'orphaning', [foreground], { orphanDependents: false }, []],
  ])('%s', (_, kind, finalizers, options, expected) => {
    const [step, metadata] = next(kind, { finalizers }, options);
    expect(metadata.finalizers ?? []).toEqual(expected);
    expect(step).toBe(expected.length === 0 ? 'remove' : 'mark');
    // An empty list is not written.
    expect('finalizers' in metadata).toBe(expected.length > 0);
  });

  it('holds a graceful deletion too', () => {
    const options: Deletion = { gracePeriodSeconds: 0, propagationPolicy: 'Foreground' };
    expect(next('graceful', {}, options)).toEqual([
      'mark',
      { finalizers: [foreground], ...marked(0) },
      undefined,
    ]);
  });

  it('can be changed by a second deletion', () => {
    const before = { finalizers: [foreground], ...marked(0) };
    expect(next('plain', before, { propagationPolicy: 'Background' })[0]).toBe('remove');
  });
});

describe('an object that its kind holds', () => {
  const content = { spec: { finalizers: ['orch'] } };
  const phase = { phase: 'Terminating' };

  it.each<[string, ObjectMeta, Deletion, ObjectMeta]>([
    ['is marked, and no grace is written', {}, { gracePeriodSeconds: 0 }, { deletionTimestamp: now }],
    ['keeps its generation', { generation: 2 }, {}, { generation: 2, deletionTimestamp: now }],
    ['keeps its finalizers', { finalizers: f }, {}, { finalizers: f, deletionTimestamp: now }],
    [
      'takes the finalizer of the policy',
      {},
      { propagationPolicy: 'Foreground' },
      { finalizers: ['foregroundDeletion'], deletionTimestamp: now },
    ],
  ])('%s', (_, before, options, then) => {
    expect(next('held', before, options, content)).toEqual(['mark', then, phase]);
  });

  it('is not marked twice', () => {
    const before = { deletionTimestamp: inSeconds(-60) };
    const options: Deletion = { propagationPolicy: 'Foreground' };
    expect(next('held', before, options, content)).toEqual(['mark', before, undefined]);
  });

  it('is removed when nothing holds it any more', () => {
    expect(next('held', { deletionTimestamp: inSeconds(-60) }, {})[0]).toBe('remove');
    expect(next('held', {}, {}, { spec: { finalizers: [] } })[0]).toBe('remove');
  });

  it('goes with its whole collection', () => {
    expect(next('held', {}, { isOfCollection: true }, content)).toEqual(['remove', {}, undefined]);
  });
});
