import { expect, test } from 'vitest';
import { HistoryCheck } from './history-check.ts';

const header = (cluster: string, revision: number) =>
  ({ cluster_id: cluster, revision: String(revision) }) as never;

/** Has seen cluster 1 at revision 100. */
function seen() {
  const reasons: string[] = [];
  const check = new HistoryCheck((reason) => void reasons.push(reason));
  check.accept(header('1', 100), check.ask());
  return { check, reasons };
}

test.each([
  ['an answer from the same revision', '1', 100, false, []],
  ['an answer from a later one', '1', 101, false, []],
  ['a write that made the next one', '1', 101, true, []],
  ['an answer without an id', '0', 100, false, []],
  ['an answer from an earlier revision', '1', 99, false, ['its revision is 99 after 100']],
  ['an answer from an earlier revision, without an id', '0', 99, false, ['its revision is 99 after 100']],
  ['a write that made a revision again', '1', 100, true, ['its revision is 100 after 100']],
  ['another cluster at a later revision', '2', 200, false, ['its cluster id is 2 after 1']],
  ['another cluster at an earlier revision', '2', 2, true, ['its cluster id is 2 after 1']],
])('%s', (_, cluster, revision, isNew, expected) => {
  const { check, reasons } = seen();
  expect(check.accept(header(cluster, revision), check.ask(), isNew)).toBe(true);
  expect(reasons).toEqual(expected.map((reason) => expect.stringContaining(reason)));
  expect(check.replacements).toBe(expected.length);
  // The next answer of the same store goes on from there.
  expect(check.accept(header(cluster, revision), check.ask())).toBe(true);
  expect(check.replacements).toBe(expected.length);
});

test('answers that overtake each other are no sign of anything', () => {
  const { check, reasons } = seen();
  const [first, second] = [check.ask(), check.ask()];
  expect(check.accept(header('1', 104), first)).toBe(true);
  expect(check.accept(header('1', 101), second, true)).toBe(true);
  expect(reasons).toEqual([]);
});

test.each([
  ['of the store that is there now, by its revision', '1', 91, '1', 92, true],
  ['of the one before', '1', 91, '1', 101, false],
  ['of the cluster that is there now, at any revision', '2', 300, '2', 301, true],
  ['of the cluster before', '2', 300, '1', 101, false],
])('an answer that was asked for before, %s', (_, found, at, cluster, revision, isAccepted) => {
  const { check, reasons } = seen();
  const [first, late] = [check.ask(), check.ask()];
  check.accept(header(found, at), first);
  expect(check.accept(header(cluster, revision), late)).toBe(isAccepted);
  expect(reasons).toHaveLength(1);
});

test('what watches have shown counts as seen, and their own revisions say nothing', () => {
  const { check, reasons } = seen();
  check.saw(120);
  check.acceptCluster(header('1', 80));
  expect(reasons).toEqual([]);
  check.accept(header('1', 110), check.ask());
  expect(reasons).toHaveLength(1);
});
