import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Kv, KvEvent, WriteResult } from '../../src/storage/kv.ts';
import { EventLog } from './event-log.ts';

/** A few keys, so that operations meet; among them ones whose order and prefixes are easily mistaken. */
const keys = ['a', 'a/b', 'a-b', 'b', 'b/c/d', 'b0', 'c'];

type Operation =
  | { kind: 'create'; key: string; value: string }
  /** `stale`: so many writes of the key ago; 0 is its current revision. */
  | { kind: 'update'; key: string; value: string; stale: number }
  | { kind: 'delete'; key: string; stale: number }
  | { kind: 'compact'; back: number };

const key = fc.constantFrom(...keys);
const value = fc.string({ maxLength: 40 });
const stale = fc.constantFrom(0, 0, 0, 1);

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('create' as const), key, value }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('update' as const), key, value, stale }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete' as const), key, stale }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('compact' as const), back: fc.nat(5) }) },
);

/** The store as it should be: everything that was ever written, in order. */
class Model {
  readonly writes: { revision: number; key: string; value: string | undefined; created: number }[] = [];
  compacted = 0;

  at(key: string, revision = Number.POSITIVE_INFINITY) {
    const last = this.writes.findLast((write) => write.key === key && write.revision <= revision);
    return last?.value === undefined ? undefined : last;
  }

  /** The revision that the key had so many writes ago. */
  revisionOf(key: string, stale: number): number {
    const revisions = this.writes.filter((write) => write.key === key).map((write) => write.revision);
    return revisions.at(-1 - stale) ?? 0;
  }

  apply(revision: number, key: string, value: string | undefined): void {
    this.writes.push({ revision, key, value, created: this.at(key)?.created ?? revision });
  }

  below(prefix: string, revision?: number) {
    return keys
      .filter((name) => `${name}`.startsWith(prefix))
      .sort()
      .flatMap((name) => this.at(name, revision) ?? []);
  }
}

export function kvProperties(kv: () => Kv, root: string): void {
  let runs = 0;

  test('does what the model does, one operation after the other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 40 }), async (operations) => {
        const prefix = `${root}-${++runs}/`;
        const model = new Model();
        const from = (await kv().currentRevision()) + 1;
        const log = new EventLog(kv(), from, prefix);
        for (const operation of operations) {
          // A watch that is behind a compaction is rightly ended; this one is to see everything.
          if (operation.kind === 'compact') await log.count(model.writes.length);
          await runAgainstModel(kv(), prefix, operation, model);
        }
        await compareHistory(kv(), prefix, model);
        await log.count(model.writes.length);
        log.watch[Symbol.dispose]();
        expect(log.complaints).toEqual([]);
        expect(log.events.map(brief)).toEqual(expectedEvents(model, prefix));
      }),
      { numRuns: 25, interruptAfterTimeLimit: 30_000 },
    );
  }, 60_000);

  test('puts concurrent operations in an order that explains every answer', async () => {
    const concurrent = fc.array(fc.array(operation, { minLength: 1, maxLength: 8 }), {
      minLength: 2,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(concurrent, async (clients) => {
        await runConcurrently(kv(), `${root}-${++runs}/`, clients);
      }),
      { numRuns: 25, interruptAfterTimeLimit: 30_000 },
    );
  }, 60_000);
}

async function runAgainstModel(kv: Kv, prefix: string, operation: Operation, model: Model): Promise<void> {
  if (operation.kind === 'compact') {
    const revision = (await kv.currentRevision()) - operation.back;
    await kv.compact(revision);
    model.compacted = Math.max(model.compacted, revision);
    return;
  }
  const { key } = operation;
  const current = model.at(key);
  const wanted = operation.kind === 'create' ? 0 : model.revisionOf(key, operation.stale);
  const result = await execute(kv, prefix, operation, wanted);
  expect(result.done).toBe((current?.revision ?? 0) === wanted && (operation.kind === 'create' || !!current));
  if (result.done) {
    model.apply(result.revision, key, operation.kind === 'delete' ? undefined : operation.value);
  } else {
    expect(result.current?.modRevision).toBe(current?.revision);
    expect(result.current?.value.toString()).toBe(current?.value);
    expect(result.current?.createRevision).toBe(current?.created);
  }
}

function execute(
  kv: Kv,
  prefix: string,
  operation: Exclude<Operation, { kind: 'compact' }>,
  wanted: number,
): Promise<WriteResult> {
  const key = prefix + operation.key;
  if (operation.kind === 'create') return kv.create(key, Buffer.from(operation.value));
  if (operation.kind === 'update') return kv.update(key, Buffer.from(operation.value), wanted);
  return kv.delete(key, wanted);
}

/** Every revision that can be read, in whole and in parts. */
async function compareHistory(kv: Kv, prefix: string, model: Model): Promise<void> {
  const readable = model.writes.map((write) => write.revision).filter((r) => r >= model.compacted);
  for (const revision of [undefined, ...readable]) {
    for (const below of ['', 'a/', 'b/']) {
      const expected = model.below(below, revision);
      const limited = await kv.range(prefix + below, { revision, limit: 2 });
      expect(limited.items.map((item) => item.key)).toEqual(expected.slice(0, 2).map((w) => prefix + w.key));
      expect([limited.count, limited.more]).toEqual([expected.length, expected.length > 2]);
      const all = await kv.range(prefix + below, { revision });
      expect(all.items).toEqual(
        expected.map((write) => ({
          key: prefix + write.key,
          value: Buffer.from(write.value!),
          createRevision: write.created,
          modRevision: write.revision,
        })),
      );
    }
  }
}

function expectedEvents(model: Model, prefix: string) {
  return model.writes.map(({ revision, key, value }) => ({
    type: value === undefined ? 'delete' : 'put',
    key: prefix + key,
    revision,
    value,
    previous: model.at(key, revision - 1)?.value,
  }));
}

function brief(event: KvEvent) {
  const { type, key, revision } = event;
  const value = event.type === 'put' ? event.value.toString() : undefined;
  return { type, key, revision, value, previous: event.previous?.toString() };
}

interface Answer {
  operation: Exclude<Operation, { kind: 'compact' }>;
  wanted: number;
  /** What had certainly happened when it was asked. */
  after: number;
  result: WriteResult;
}

async function runConcurrently(kv: Kv, prefix: string, clients: Operation[][]): Promise<void> {
  const from = (await kv.currentRevision()) + 1;
  const log = new EventLog(kv, from, prefix);
  const answers: Answer[] = [];
  const known = new Map<string, number>();
  const client = async (operations: Operation[]) => {
    for (const operation of operations) {
      if (operation.kind === 'compact') continue;
      const after = await kv.currentRevision();
      const wanted = operation.kind === 'create' ? 0 : (known.get(operation.key) ?? 0);
      const result = await execute(kv, prefix, operation, wanted);
      known.set(operation.key, result.done ? result.revision : (result.current?.modRevision ?? 0));
      answers.push({ operation, wanted, after, result });
    }
  };
  await Promise.all(clients.map(client));
  const done = answers.filter((answer) => answer.result.done);
  await log.count(done.length);
  log.watch[Symbol.dispose]();
  expect(log.complaints).toEqual([]);
  const model = new Model();
  for (const event of log.events) {
    model.apply(
      event.revision,
      event.key.slice(prefix.length),
      event.type === 'put' ? event.value.toString() : undefined,
    );
  }
  expect(log.events.map(brief)).toEqual(expectedEvents(model, prefix));
  for (const answer of answers) explain(answer, model);
  expect(model.writes).toHaveLength(done.length);
}

/** A done write is in the history, on what it asked for; a refused one met what it tells, at some time in between. */
function explain({ operation, wanted, after, result }: Answer, model: Model): void {
  const { key } = operation;
  if (result.done) {
    const write = model.writes.find((write) => write.revision === result.revision);
    const value = operation.kind === 'delete' ? undefined : operation.value;
    expect(write).toMatchObject({ key, value });
    expect(model.at(key, result.revision - 1)?.revision ?? 0).toBe(wanted);
    return;
  }
  const met = result.current?.modRevision ?? 0;
  expect(met === wanted && met !== 0).toBe(false);
  const moments = [after, ...model.writes.map((write) => write.revision)].filter(
    (revision) => revision >= after && revision <= result.revision,
  );
  expect(moments.map((revision) => model.at(key, revision)?.revision ?? 0)).toContain(met);
}
