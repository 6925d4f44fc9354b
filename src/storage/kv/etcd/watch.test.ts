import { afterEach, describe, expect, test } from 'vitest';
import { EventLog } from '../../../../test/contract/event-log.ts';
import { FakeMember, type FakeWatch, put } from '../../../../test/support/unit/fake-etcd-member.ts';
import { openEtcd } from './open.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

/** A watch from revision 5 of a member that answers so. */
async function started(onWatch: (watch: FakeWatch, number: number) => void) {
  const member: FakeMember = await FakeMember.start({
    onWatch: (watch) => onWatch(watch, member.watches.length),
  });
  open.push(member);
  const kv = await openEtcd({ endpoints: [member.endpoint], livenessInterval: 200 });
  open.push(kv);
  const log = new EventLog(kv, 5);
  return { member, log, watch: log.watch };
}

const revisions = (log: EventLog) => log.events.map(({ revision }) => revision);
const starts = (member: FakeMember) => member.watches.map(({ start }) => start);
const puts = (...numbers: number[]) => ({ events: numbers.map((revision) => put(revision)) });

describe('a revision that a watch of the whole keyspace leaves out', () => {
  test('is asked for once more, and then comes', async () => {
    const { member, log } = await started((watch, number) =>
      watch.send(number === 1 ? puts(5, 6, 9) : puts(6, 7, 8, 9)),
    );
    await log.count(5);
    expect(revisions(log)).toEqual([5, 6, 7, 8, 9]);
    expect(starts(member)).toEqual([5, 6]);
    expect(log.complaints).toEqual([]);
  });

  test('between responses is noticed as well', async () => {
    const { member, log } = await started((watch, number) => {
      watch.send(number === 1 ? puts(5) : puts(5, 6));
      watch.send(number === 1 ? puts(7) : puts(7));
    });
    await log.count(3);
    expect(revisions(log)).toEqual([5, 6, 7]);
    expect(starts(member)).toEqual([5, 5]);
  });

  test('ends the watch as Expired when it is left out again', async () => {
    const { member, log } = await started((watch, number) =>
      watch.send(puts(...(number === 1 ? [5, 7] : [7]))),
    );
    await log.until(() => log.ended !== undefined);
    expect(log.ended).toMatchObject({ code: 'Expired', message: 'etcd shows revision 7 without 6' });
    expect(revisions(log)).toEqual([5]);
    expect(starts(member)).toEqual([5, 5]);
  });

  test('ends the watch as Expired when it is compacted', async () => {
    const { log } = await started((watch, number) =>
      watch.send(number === 1 ? puts(5, 9) : { canceled: true, compact_revision: 8 }),
    );
    await log.until(() => log.ended !== undefined);
    expect(log.ended).toMatchObject({ code: 'Expired', oldestRevision: 8 });
    expect(revisions(log)).toEqual([5]);
  });
});

test('events before the start, which a member that lags sends, are left out', async () => {
  const { log } = await started((watch) => watch.send(puts(3, 4, 5, 6)));
  await log.count(2);
  expect(revisions(log)).toEqual([5, 6]);
});

test('a revision that comes in fragments is delivered as one', async () => {
  const { log } = await started((watch) => {
    watch.send({ fragment: true, events: [put(5), put(6, 'first')] });
    watch.send({ fragment: true, events: [put(6, 'second')] });
    watch.send({ events: [put(6, 'third'), put(7)] });
  });
  await log.count(5);
  expect(log.calls).toEqual([
    { events: 1, revision: 5 },
    { events: 4, revision: 7 },
  ]);
});

test('what is deleted has no value, an empty value is empty bytes, and previous values are those that were sent', async () => {
  const key = Buffer.from('/x');
  const { log } = await started((watch) =>
    watch.send({
      events: [
        { type: 'Put', kv: { key, create_revision: 5, mod_revision: 5 } },
        {
          type: 'Delete',
          kv: { key, mod_revision: 6 },
          prev_kv: { key, value: Buffer.from('was'), mod_revision: 5 },
        },
      ],
    }),
  );
  await log.count(2);
  const empty = Buffer.alloc(0);
  expect(log.events).toEqual([
    { type: 'put', key: '/x', value: empty, createRevision: 5, revision: 5, previous: undefined },
    { type: 'delete', key: '/x', revision: 6, previous: Buffer.from('was') },
  ]);
});

test('a member that is silent is asked for a sign of life, and left when it gives none', async () => {
  const { member, log } = await started((watch, number) => {
    // The first one answers one question, and no more.
    if (number === 1 && watch.requests.length === 2) watch.send({ header: { revision: 4 } });
    if (number === 2) watch.send(puts(5));
  });
  await log.count(1);
  const questions = member.watches[0]!.requests.slice(1);
  expect(questions.length).toBeGreaterThanOrEqual(2);
  for (const question of questions) expect(Object.keys(question)).toEqual(['progress_request']);
  expect(starts(member)).toEqual([5, 5]);
});

test('a revision that the member has, and does not show, is asked for on another stream', async () => {
  const { member, log } = await started((watch, number) => {
    watch.send(number === 1 ? { created: true, header: { revision: 6 } } : puts(6));
    if (number === 1) watch.send(watch.requests.length === 1 ? puts(5) : { header: { revision: 6 } });
  });
  await log.count(2);
  expect(revisions(log)).toEqual([5, 6]);
  expect(starts(member)).toEqual([5, 5]);
});

test('a member that says before its events how far they go is not left', async () => {
  const { member, log } = await started((watch) => {
    if (watch.requests.length === 1) watch.send({ created: true, header: { revision: 6 } });
    else watch.send({ header: { revision: watch.requests.length + 3 } });
    if (watch.requests.length > 1) watch.send(puts(watch.requests.length + 3));
  });
  await log.count(3);
  expect(revisions(log)).toEqual([5, 6, 7]);
  expect(starts(member)).toEqual([5]);
});

test('a stream that etcd ends is followed by another one', async () => {
  const { member, log } = await started((watch, number) => {
    watch.send(puts(4 + number));
    if (number === 1) watch.end();
  });
  await log.count(2);
  expect(revisions(log)).toEqual([5, 6]);
  expect(starts(member)).toEqual([5, 5]);
});

test('a watch that is paused delivers again when it is resumed, and stays on its stream', async () => {
  let sent: FakeWatch | undefined;
  const { member, log, watch } = await started((begun) => {
    sent = begun;
    begun.send(puts(5));
  });
  await log.count(1);
  watch.pause();
  sent!.send(puts(6));
  watch.resume();
  await log.count(2);
  expect(revisions(log)).toEqual([5, 6]);
  expect(member.watches).toHaveLength(1);
});

describe('a stream that follows another one', () => {
  const other = { type: 'Delete', kv: { key: Buffer.from('/6'), mod_revision: 6 } };

  test.each([
    ['the same write', [put(6)]],
    ['nothing, as it was compacted away', []],
  ])('begins with the last revision: %s, and nothing is delivered twice', async (_, last) => {
    const { log } = await started((watch, number) => {
      watch.send(number === 1 ? puts(5, 6) : { events: [...last, put(7)] });
      if (number === 1) watch.end();
    });
    await log.count(3);
    expect(revisions(log)).toEqual([5, 6, 7]);
    expect(log.ended).toBeUndefined();
  });

  test('ends as Replaced when another write made that revision', async () => {
    const { log } = await started((watch, number) => {
      watch.send(number === 1 ? puts(5, 6) : { events: [other, put(7)] });
      if (number === 1) watch.end();
    });
    await log.until(() => log.ended !== undefined);
    expect(log.ended).toMatchObject({ code: 'Replaced', message: expect.stringContaining('revision 6') });
    expect(revisions(log)).toEqual([5, 6]);
  });

  test('begins with the next revision where the last one is compacted, and no more is', async () => {
    const { member, log } = await started((watch, number) => {
      watch.send([puts(5, 6), { canceled: true, compact_revision: 7 }, puts(7)][number - 1]!);
      if (number === 1) watch.end();
    });
    await log.count(3);
    expect(starts(member)).toEqual([5, 6, 7]);
    expect(log.ended).toBeUndefined();
  });

  test('ends as Replaced when the cluster has another id', async () => {
    const { log } = await started((watch, number) => {
      watch.send({ created: true, header: { cluster_id: number, revision: 9 } });
      watch.send(number === 1 ? puts(5) : puts(5, 6));
      if (number === 1) watch.end();
    });
    await log.until(() => log.ended !== undefined);
    expect(log.ended).toMatchObject({
      code: 'Replaced',
      message: expect.stringContaining('cluster id is 2 after 1'),
    });
    expect(revisions(log)).toEqual([5]);
  });
});
