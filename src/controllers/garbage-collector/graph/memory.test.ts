import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { typeName } from './coordinates.ts';
import { DependencyGraph } from './dependency-graph.ts';
import { observedObject } from './observed-object.ts';

const megabyte = 1024 * 1024;
const listener = {
  toDelete: () => {},
  toDeleteLater: () => {},
  toOrphan: () => {},
  shownGone: () => {},
  absent: () => {},
  ownerElsewhere: () => {},
};

/** A pod as it comes out of JSON, with texts of its own. */
const pod = (index: number): string => {
  const uid = (number: number): string => `8e5ad8a4-1d7e-4b2c-9d31-${String(number).padStart(12, '0')}`;
  const owner = Math.floor(index / 10);
  const reference = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: `web-${owner}`, uid: uid(owner) };
  return JSON.stringify({
    namespace: `namespace-${index % 100}`,
    name: `web-${owner}-${index}-abcde`,
    uid: uid(index + 1e6),
    ownerReferences: [{ ...reference, controller: true, blockOwnerDeletion: true }],
  });
};

it('50,000 objects with their owners take less than 60 MB', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  const graph = new DependencyGraph(listener);
  const type = typeName('v1', 'Pod');
  for (let index = 0; index < 50_000; index++) graph.observe(observedObject(type, JSON.parse(pod(index)))!);
  const megabytes = (used() - before) / megabyte;
  expect(graph.size).toBe(55_000);
  expect(megabytes).toBeLessThan(60);
});
