import { afterAll, beforeAll, expect, it } from 'vitest';
import { definition, definitionsPath, established, specOf } from '../../support/custom-resources.ts';
import type { TestServer } from '../../support/server.ts';
import { attackServer } from '../support/beside.ts';
import { attackWith, copies, maxBodyBytes, objectBytes } from '../support/requests.ts';

/** Rules of definitions (CEL) whose work a client sizes by the rule, by the object, or by both. */

const key = 'x-kubernetes-validations';
const rule = (expression: string): object => ({ rule: expression });
const text = { type: 'string' };
const numbers = { type: 'array', items: { type: 'integer' } };
const texts = { type: 'array', items: text };
const large = 'a'.repeat(objectBytes);
const ones = `[${copies('1', objectBytes)}]`;
const words = `[${copies('"a"', objectBytes)}]`;
const times = `[${copies('"2020-01-01T00:00:00Z"', objectBytes)}]`;

let server: TestServer;
let count = 0;
beforeAll(async () => {
  server = await attackServer({ flags: ['--emulated-version=1.26'] });
});
afterAll(() => server?.remove());

/** Defines a resource of its own with these rules; its collection, or undefined when the definition is refused. */
async function withRules(rules: object[], properties: object): Promise<string | undefined> {
  const group = `r${++count}.example`;
  const object = definition({ group, versions: [{ schema: specOf(properties, { [key]: rules }) }] });
  const { status, text } = await server.client.post(definitionsPath, object);
  expect([201, 413, 422], text.slice(0, 300)).toContain(status);
  if (status !== 201) return undefined;
  await established(server, `tabs.${group}`);
  return `/apis/${group}/v1/namespaces/default/tabs`;
}

const instance = (path: string, spec: string): string =>
  `{"kind":"Tab","apiVersion":"${path.split('/')[2]}/v1","metadata":{"name":"t"},"spec":${spec}}`;

const costly: [string, string, object, string][] = [
  ['a pattern that could run back', "self.s.matches('^(a|a)*b$')", { s: text }, `{"s":"${large}"}`],
  ['a pattern for each item', "self.l.all(x, x.matches('(a*)*b'))", { l: texts }, `{"l":${words}}`],
  [
    'a pattern of the object',
    'self.s.matches(self.p)',
    { s: text, p: text },
    `{"s":"${large.slice(700_000)}","p":"(${'a?'.repeat(300_000)})"}`,
  ],
  ['each item beside each item', 'self.l.all(x, self.l.all(y, x == y))', { l: numbers }, `{"l":${ones}}`],
  ['items that are looked for', 'self.l.all(x, x in self.l)', { l: numbers }, `{"l":${ones}}`],
  [
    'an error for each item',
    'self.l.exists(x, self.o.a == x)',
    { l: numbers, o: { type: 'object', properties: { a: { type: 'integer' } } } },
    `{"l":${ones},"o":{}}`,
  ],
  ['lists that grow', 'size(self.l.map(x, self.l)) > 0', { l: numbers }, `{"l":${ones}}`],
  ['conversions to text', 'self.l.all(x, int(string(double(x))) == x)', { l: numbers }, `{"l":${ones}}`],
  [
    'a long text that is a number',
    'int(self.s) == 1 || double(self.s) == 1.0',
    { s: text },
    `{"s":"${'1'.repeat(objectBytes)}"}`,
  ],
  [
    'a long text that is a time',
    'timestamp(self.s).getHours() == 1',
    { s: text },
    `{"s":"2020-01-01T00:00:00.${'1'.repeat(objectBytes)}Z"}`,
  ],
  [
    'a long text that is a duration',
    'duration(self.s).getHours() == 1',
    { s: text },
    `{"s":"${'1h'.repeat(objectBytes / 2)}"}`,
  ],
  [
    'bytes of a text',
    'size(bytes(self.s)) == 1 && string(bytes(self.s)) == self.s',
    { s: text },
    `{"s":"${large}"}`,
  ],
  ['times', 'self.l.all(x, timestamp(x).getFullYear() == 2020)', { l: texts }, `{"l":${times}}`],
  [
    'a time zone for each item',
    "self.l.all(x, timestamp(x).getHours('America/New_York') >= 0)",
    { l: texts },
    `{"l":${times}}`,
  ],
  [
    'time zones of the object',
    "self.l.all(x, timestamp('2020-01-01T00:00:00Z').getHours(x) >= 0)",
    { l: texts },
    `{"l":[${Array.from({ length: 100_000 }, (_, at) => `"+${String(at % 14).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}"`).join(',')}]}`,
  ],
  ['texts that are joined', "self.l.map(x, x + x).exists(x, x == 'b')", { l: texts }, `{"l":${words}}`],
  ['a text that grows', `size(${Array(60).fill('self.s').join(' + ')}) > 0`, { s: text }, `{"s":"${large}"}`],
  [
    'a text in pieces',
    "self.s.split('').size() > 0 && self.s.replace('a', 'bb').size() > 0",
    { s: text },
    `{"s":"${large}"}`,
  ],
  ['a text that is replaced', "self.s.replace('a', 'bb').size() > 0", { s: text }, `{"s":"${large}"}`],
  [
    'a text that is searched',
    "self.s.contains('ab') || self.s.endsWith('b') || self.s.indexOf('aaaab') == 1",
    { s: text },
    `{"s":"${large}"}`,
  ],
];

it.each(costly)('%s', async (_, expression, properties, spec) => {
  const path = await withRules([rule(expression)], properties);
  if (path === undefined) return;
  await attackWith(server, [{ path: `${path}?dryRun=All`, body: instance(path, spec) }]);
});

it.each([
  ['of the object', (l: object, rules: object[]) => [{ l }, rules] as const],
  [
    'of each item',
    (l: any, rules: object[]) => [{ l: { ...l, items: { ...l.items, [key]: rules } } }, []] as const,
  ],
])('300 rules %s with a long list', async (_, make) => {
  const bounded = { ...numbers, maxItems: 700_000 };
  for (const expression of ['self == self', 'true', 'has(self.l) || true', 'self.l.size() >= 0']) {
    const rules = Array.from({ length: 300 }, () => rule(expression));
    const [properties, own] = make(bounded, rules);
    const path = await withRules(own as object[], properties);
    if (path === undefined) continue;
    await attackWith(server, [{ path: `${path}?dryRun=All`, body: instance(path, `{"l":${ones}}`) }]);
  }
});

const sources: [string, string][] = [
  ['a rule of 2 MB', Array(200_000).fill('self.a == 1').join(' || ')],
  ['parentheses', `${'('.repeat(500_000)}true${')'.repeat(500_000)}`],
  ['negations', `${'!'.repeat(1_000_000)}true`],
  ['lists in lists', `${'['.repeat(500_000)}${']'.repeat(500_000)} == []`],
  ['selections', `self${'.a'.repeat(700_000)} == 1`],
  ['conditions', `${'true ? true : '.repeat(100_000)}true`],
  ['a list of 2 MB', `[${copies('1', 2_000_000)}].size() == 1`],
  ['a text of 2 MB', `'${'\\x41'.repeat(500_000)}' == ''`],
  ['loops in loops', `${'[1,2,3,4,5,6,7,8,9].all(x, '.repeat(12)}true${')'.repeat(12)}`],
];

it.each(sources)('a definition with a rule: %s', async (_, expression) => {
  const group = `s${++count}.example`;
  const schema = specOf({ a: { type: 'integer' } }, { [key]: [rule(expression)] });
  const body = JSON.stringify(definition({ group, versions: [{ schema }] }));
  expect(body.length).toBeLessThan(maxBodyBytes);
  await attackWith(server, [{ path: `${definitionsPath}?dryRun=All`, body }]);
});
