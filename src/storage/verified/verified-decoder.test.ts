import { expect, it } from 'vitest';
import { withResourceVersion } from '../stored-bytes.ts';
import type { PageObject } from '../watch-cache/page-decoder.ts';
import { VerifiedDecoder } from './verified-decoder.ts';
import { digestOf, type Verified } from './verified-file.ts';

const prefix = '/registry/pods/';
const stored = (name: string): string =>
  `{"kind":"Pod","apiVersion":"v1","metadata":{"name":"${name}","uid":"u"}}`;
const object = (name: string, { value = `${stored(name)}\n`, modRevision = 7 } = {}): PageObject => ({
  key: `${prefix}a/${name}`,
  prefix,
  value: Buffer.from(value),
  modRevision,
});
const known = (...names: string[]): Map<string, Verified> =>
  new Map(
    names.map((name) => [
      `${prefix}a/${name}`,
      {
        digest: digestOf(withResourceVersion(Buffer.from(stored(name)), 7)),
        labels: { app: name },
        fields: {},
      },
    ]),
  );

/** Another decoder, which says what it was asked for. */
function other() {
  const asked: string[][] = [];
  let started = 0;
  const start = () => {
    started++;
    return {
      decode(objects: readonly PageObject[]) {
        asked.push(objects.map(({ key }) => key.slice(prefix.length)));
        return Promise.resolve(
          objects.map(({ value }) => ({ stored: value, labels: { by: 'other' }, fields: {} })),
        );
      },
      [Symbol.dispose]: () => {},
    };
  };
  return { asked, start, started: () => started };
}

it('what is known is not decoded', async () => {
  const { start, started } = other();
  const decoder = new VerifiedDecoder(known('x', 'y'), start);
  const decoded = (await decoder.decode([object('x'), object('y', { value: stored('y') })]))!;
  expect(decoded.map((one) => one?.labels)).toEqual([{ app: 'x' }, { app: 'y' }]);
  expect(decoded[0]!.stored.toString()).toBe(stored('x'));
  expect(decoded[0]!.served!.json.toString()).toBe(
    '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"x","uid":"u","resourceVersion":"7"}}',
  );
  expect(started()).toBe(0);
});

it.each([
  ['of another revision', object('x', { modRevision: 8 })],
  ['with other bytes at the same revision', object('x', { value: stored('x').replace('"u"', '"v"') })],
  ['that is longer', object('x', { value: `${stored('x')} ` })],
  ['of another name', object('z')],
  ['that is no JSON', object('x', { value: 'k8s\0garbage' })],
  ['that is empty', object('x', { value: '' })],
])('an object %s is left to the caller', async (_, changed) => {
  const decoder = new VerifiedDecoder(known('x', 'y'), other().start);
  const decoded = (await decoder.decode([changed, object('y')]))!;
  expect(decoded.map((one) => one?.labels)).toEqual([undefined, { app: 'y' }]);
});

it('help is started once many are not known, and their places are kept', async () => {
  const { start, started, asked } = other();
  const decoder = new VerifiedDecoder(known('x'), start);
  const strangers = Array.from({ length: 2_499 }, (_, n) => object(`s-${n}`));
  await decoder.decode(strangers);
  await decoder.decode(strangers);
  expect(started()).toBe(0);
  const decoded = (await decoder.decode([object('p'), object('x'), object('q')]))!;
  expect([started(), asked]).toEqual([1, [['a/p', 'a/q']]]);
  expect(decoded.map((one) => one?.labels)).toEqual([{ by: 'other' }, { app: 'x' }, { by: 'other' }]);
});
