import { describe, expect, it } from 'vitest';
import { ControllerBench } from '../../../test/support/unit/controller-bench.ts';
import type { MemoryLister } from '../../../test/support/unit/memory-objects.ts';
import { StatusError } from '../../api/meta/status.ts';
import { serviceAccountController } from './index.ts';

const namespace = (phase = 'Active'): object => ({ metadata: { name: 'shop' }, status: { phase } });
const account = (name = 'default'): object => ({ metadata: { name, namespace: 'shop' } });
const refuse =
  (code: number, reason: 'AlreadyExists' | 'Forbidden', cause = '') =>
  (): never => {
    throw new StatusError(code, reason, 'refused', { causes: [{ reason: cause }] });
  };

type Lists = { namespaces: MemoryLister; accounts: MemoryLister };
const post = 'POST serviceaccounts shop/default';

/** `before`: what is there when the controller starts. `then`: what happens later. */
async function calls(before: (lists: Lists) => void, then: (lists: Lists) => void = () => {}) {
  const bench = await ControllerBench.of(serviceAccountController);
  const namespaces = bench.caches.lister<any>({ resource: 'namespaces' });
  const accounts = bench.caches.lister<any>({ resource: 'serviceaccounts' });
  before({ namespaces, accounts });
  bench.start();
  await bench.settle();
  const first = bench.api.calls.splice(0);
  then({ namespaces, accounts });
  await bench.settle();
  return { first, later: bench.api.calls };
}

describe('the default account', () => {
  it.each<[string, (lists: Lists) => void, string[]]>([
    ['of an active namespace', ({ namespaces }) => namespaces.put(namespace()), [post]],
    [
      'of a namespace that is being deleted',
      ({ namespaces }) => namespaces.put(namespace('Terminating')),
      [],
    ],
    [
      'that is there',
      ({ namespaces, accounts }) => {
        namespaces.put(namespace());
        accounts.put(account());
      },
      [],
    ],
    [
      'beside another one',
      ({ namespaces, accounts }) => {
        namespaces.put(namespace());
        accounts.put(account('other'));
      },
      [post],
    ],
  ])('%s', async (_, arrange, expected) => {
    expect((await calls(arrange)).first).toEqual(expected);
    expect((await calls(() => {}, arrange)).later).toEqual(expected);
  });

  const both = ({ namespaces, accounts }: Lists): void => {
    namespaces.put(namespace());
    accounts.put(account());
    accounts.put(account('other'));
  };
  it.each<[string, (lists: Lists) => void, string[]]>([
    ['is deleted', ({ accounts }) => accounts.remove('shop', 'default'), [post]],
    ['loses a label', ({ accounts }) => accounts.put(account()), []],
    ['is not the one that is deleted', ({ accounts }) => accounts.remove('shop', 'other'), []],
    [
      'is deleted with its namespace',
      ({ namespaces, accounts }) => {
        namespaces.put(namespace('Terminating'));
        accounts.remove('shop', 'default');
        namespaces.remove('', 'shop');
      },
      [],
    ],
    ['is there when the namespace changes', ({ namespaces }) => namespaces.put(namespace()), []],
  ])('%s', async (_, change, expected) => {
    expect(await calls(both, change)).toEqual({ first: [], later: expected });
  });

  it.each<[string, () => never, number]>([
    ['is there by now', refuse(409, 'AlreadyExists'), 0],
    ['may not come any more', refuse(403, 'Forbidden', 'NamespaceTerminating'), 0],
    ['is refused for now', refuse(403, 'Forbidden', 'quota'), 1],
  ])('%s', async (_, refusal, warnings) => {
    const bench = await ControllerBench.of(serviceAccountController);
    bench.api.interfere('POST serviceaccounts', refusal);
    bench.caches.lister({ resource: 'namespaces' }).put(namespace());
    bench.start();
    await bench.settle();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await bench.settle();
    expect(bench.warnings).toHaveLength(warnings);
    expect(bench.api.calls).toEqual(warnings === 0 ? [post] : [post, post]);
  });
});
