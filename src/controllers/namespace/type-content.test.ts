import { describe, expect, it } from 'vitest';
import { type Answers, FakeApi, refusal } from '../../../test/support/unit/fake-api.ts';
import type { CoreV1Pod } from '../../api/schema/types.gen.ts';
import type { DiscoveredResource } from '../../client/api/discovery.ts';
import { maxGraceSeconds } from './pod-estimate.ts';
import { deleteAllOfType } from './type-content.ts';

const type = (resource: string, verbs = ['delete', 'deletecollection', 'list']): DiscoveredResource => ({
  group: resource === 'pods' ? '' : 'g',
  version: 'v1',
  resource,
  kind: 'K',
  namespaced: true,
  verbs,
  isPreferred: true,
});

const path = '/apis/g/v1/namespaces/ns/tabs';
const list = (...items: object[]): object => ({
  metadata: {},
  items: items.map((metadata) => ({ metadata })),
});

/** The requests for `tabs`, and how the deletion ends. */
async function run(answers: Answers, verbs?: string[]) {
  const server = new FakeApi(answers);
  const place = { caller: server, namespace: 'ns', elapsed: 5_000 };
  const { remaining, finalizers, seconds, error } = await deleteAllOfType(place, type('tabs', verbs));
  const outcome = { remaining, finalizers: Object.fromEntries(finalizers), seconds, error: error?.message };
  return { asked: server.asked, outcome };
}

const empty = { remaining: 0, finalizers: {}, seconds: 0, error: undefined };
const collection = [`DELETE ${path}`, `GET ${path}`];
const each = [`GET ${path}`, `DELETE ${path}/a`, `DELETE ${path}/b`, `GET ${path}`];
const two = [list({ name: 'a' }, { name: 'b' }), list()];

describe('the objects of a type', () => {
  it.each<[string, string[] | undefined, Answers, string[]]>([
    ['go as a collection', undefined, { [`DELETE ${path}`]: {}, [`GET ${path}`]: list() }, collection],
    [
      'go one by one where collections cannot be deleted',
      ['delete', 'list'],
      { [`GET ${path}`]: two, [`DELETE ${path}/a`]: {}, [`DELETE ${path}/b`]: refusal(404) },
      each,
    ],
    [
      'go one by one where that is found out only now',
      undefined,
      {
        [`DELETE ${path}`]: refusal(405),
        [`GET ${path}`]: two,
        [`DELETE ${path}/a`]: {},
        [`DELETE ${path}/b`]: refusal(405),
      },
      [`DELETE ${path}`, ...each],
    ],
    ['are left alone where they can be neither listed nor deleted at once', ['delete'], {}, []],
    [
      'are gone with their type',
      undefined,
      { [`DELETE ${path}`]: refusal(404), [`GET ${path}`]: refusal(404) },
      [`DELETE ${path}`, `GET ${path}`, `GET ${path}`],
    ],
  ])('%s', async (_, verbs, answers, asked) => {
    expect(await run(answers, verbs)).toEqual({ asked, outcome: empty });
  });

  it('are deleted in the background', async () => {
    const server = new FakeApi({ [`DELETE ${path}`]: {}, [`GET ${path}`]: list() });
    await deleteAllOfType({ caller: server, namespace: 'ns', elapsed: 0 }, type('tabs'));
    expect(server.calls[0]?.body).toEqual({
      kind: 'DeleteOptions',
      apiVersion: 'v1',
      propagationPolicy: 'Background',
    });
  });

  it('are counted over all pages', async () => {
    const first = { metadata: { continue: 'more' }, items: [{ metadata: { name: 'a', finalizers: ['f'] } }] };
    const second = list({ name: 'b', finalizers: ['f', 'e'] }, { name: 'c' });
    const { outcome } = await run({ [`DELETE ${path}`]: {}, [`GET ${path}`]: [first, second] });
    expect(outcome).toEqual({ remaining: 3, finalizers: { f: 2, e: 1 }, seconds: 15, error: undefined });
  });

  it('that remain without a finalizer are an error', async () => {
    const { outcome } = await run({ [`DELETE ${path}`]: {}, [`GET ${path}`]: list({ name: 'a' }) });
    const error = 'unexpected items still remain in namespace: ns for gvr: g/v1, Resource=tabs';
    expect(outcome).toEqual({ remaining: 1, finalizers: {}, seconds: 0, error });
  });

  it.each<[string, Answers]>([
    ['deletes', { [`DELETE ${path}`]: refusal(500) }],
    ['counts', { [`DELETE ${path}`]: {}, [`GET ${path}`]: refusal(500) }],
  ])('a server that fails when it %s is an error', async (_, answers) => {
    expect((await run(answers)).outcome).toEqual({ ...empty, error: 'refused with 500' });
  });

  it('no other object is tried after a failure', async () => {
    const names = Array.from({ length: 20 }, (_, n) => ({ name: `n${n}` }));
    const failing = Object.fromEntries(names.map(({ name }) => [`DELETE ${path}/${name}`, refusal(500)]));
    const { asked, outcome } = await run({ ...failing, [`GET ${path}`]: list(...names) }, ['delete', 'list']);
    expect(outcome.error).toBe('refused with 500');
    expect(asked.length).toBeLessThan(10);
  });
});

describe('pods', () => {
  const pod = (seconds: number | undefined, phase = 'Running'): CoreV1Pod =>
    ({ spec: { terminationGracePeriodSeconds: seconds }, status: { phase } }) as CoreV1Pod;

  it.each<[string, CoreV1Pod[], number]>([
    ['none', [], 0],
    ['the longest', [pod(10), pod(30), pod(20)], 30],
    ['none of those that are over', [pod(10), pod(90, 'Succeeded'), pod(80, 'Failed')], 10],
    ['those that have not begun', [pod(7, 'Pending')], 7],
    ['nothing where no time is given', [pod(undefined)], 0],
  ])('their time is %s', (_, pods, expected) => {
    expect(maxGraceSeconds(pods)).toBe(expected);
  });

  const pods = '/api/v1/namespaces/ns/pods';
  const held = { metadata: { name: 'p', finalizers: ['f'] }, spec: { terminationGracePeriodSeconds: 30 } };
  const free = { metadata: { name: 'p' }, spec: { terminationGracePeriodSeconds: 30 } };
  const gvr = 'unexpected items still remain in namespace: ns for gvr: /v1, Resource=pods';

  it.each<[string, object[], number, number, string?]>([
    ['have their time', [free], 29_999, 30],
    ['have the rest of nothing when it has passed', [free], 30_000, 0, gvr],
    ['have that of finalizers when it has passed', [held], 30_000, 15],
    ['have their own, not that of finalizers, until then', [held], 5_000, 30],
    ['need none when they are gone', [], 5_000, 0],
  ])('%s', async (_, left, elapsed, seconds, error) => {
    const before = { metadata: {}, items: [free] };
    const answers = { [`DELETE ${pods}`]: {}, [`GET ${pods}`]: [before, { metadata: {}, items: left }] };
    const place = { caller: new FakeApi(answers), namespace: 'ns', elapsed };
    const outcome = await deleteAllOfType(place, type('pods'));
    expect(outcome).toMatchObject({ seconds, remaining: left.length });
    expect(outcome.error?.message).toBe(error);
  });
});
