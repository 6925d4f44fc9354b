/** SPEC.md, "States and transitions": any object with finalizers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenWatch } from '../support/api-client.ts';
import { configMap, configMaps } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.remove());

const finalizersOf = (letters: string): string[] => [...letters].map((letter) => `example.com/${letter}`);

/** An object of its own, what a watch sees of it, and what can happen to it. */
async function scene(name: string, letters: string) {
  const path = `${configMaps}/${name}`;
  const finalizers = finalizersOf(letters);
  await server.client.post(configMaps, configMap(name, {}, letters === '' ? {} : { finalizers }));
  const watch = await server.client.watch(`${configMaps}?watch=true&fieldSelector=metadata.name=${name}`);
  const read = async (): Promise<any> => (await server.client.get(path)).body;
  return {
    watch,
    read,
    isThere: async () => (await server.client.get(path)).status === 200,
    delete: () => server.client.delete(path),
    /** As a controller does that has cleaned up: it takes its own finalizer away. */
    finish: async (letter: string) => {
      const object = await read();
      object.metadata.finalizers = object.metadata.finalizers.filter(
        (one: string) => one !== `example.com/${letter}`,
      );
      return server.client.put(path, object);
    },
  };
}

const typesOf = ({ events }: OpenWatch): string[] => events.map(({ type }) => type);

describe('live, and deleted', () => {
  it('without finalizers: it is removed from the store', async () => {
    const { watch, isThere, ...object } = await scene('none', '');
    await object.delete();
    expect(await isThere()).toBe(false);
    await watch.until(2);
    expect(typesOf(watch)).toEqual(['ADDED', 'DELETED']);
    watch.close();
  });

  it('with finalizers: it is terminating, and has the time of that', async () => {
    const begin = Math.floor(Date.now() / 1_000) * 1_000;
    const { watch, read, ...object } = await scene('some', 'a');
    await object.delete();
    const { deletionTimestamp, finalizers } = (await read()).metadata;
    expect(finalizers).toEqual(finalizersOf('a'));
    expect(Date.parse(deletionTimestamp)).toBeGreaterThanOrEqual(begin);
    expect(Date.parse(deletionTimestamp)).toBeLessThanOrEqual(Date.now());
    await watch.until(2);
    expect(typesOf(watch)).toEqual(['ADDED', 'MODIFIED']);
    watch.close();
  });

  it('a second time: it stays as it is', async () => {
    const { watch, read, ...object } = await scene('twice', 'a');
    await object.delete();
    const { deletionTimestamp } = (await read()).metadata;
    await object.delete();
    expect((await read()).metadata).toMatchObject({ deletionTimestamp, finalizers: finalizersOf('a') });
    watch.close();
  });

  it('after its last finalizer was removed: only then it is removed', async () => {
    const { watch, isThere, finish, ...object } = await scene('early', 'a');
    await finish('a');
    expect(await isThere()).toBe(true);
    await object.delete();
    expect(await isThere()).toBe(false);
    watch.close();
  });
});

describe('terminating', () => {
  it.each(['abc', 'acb', 'bac', 'bca', 'cab', 'cba'])(
    'finalizers may go in any order, here %s; it is removed with the last one',
    async (order) => {
      const { watch, isThere, read, finish, ...object } = await scene(`order-${order}`, 'abc');
      await object.delete();
      const { deletionTimestamp } = (await read()).metadata;
      for (const letter of order) {
        expect((await read()).metadata.deletionTimestamp).toBe(deletionTimestamp);
        expect((await finish(letter)).status).toBe(200);
        expect(await isThere()).toBe(letter !== order.at(-1));
      }
      const events = await watch.until(5);
      expect(typesOf(watch)).toEqual(['ADDED', 'MODIFIED', 'MODIFIED', 'MODIFIED', 'DELETED']);
      expect(events.at(-1)!.object.metadata.deletionTimestamp).toBe(deletionTimestamp);
      watch.close();
    },
  );

  it('all finalizers may go at once', async () => {
    const { watch, isThere, read, ...object } = await scene('at-once', 'ab');
    await object.delete();
    const { metadata } = await read();
    await server.client.put(`${configMaps}/at-once`, {
      ...configMap('at-once'),
      metadata: { ...metadata, finalizers: [] },
    });
    expect(await isThere()).toBe(false);
    watch.close();
  });

  it('a finalizer may be reordered, and none may be added', async () => {
    const { watch, read, ...object } = await scene('reordered', 'ab');
    await object.delete();
    const { metadata } = await read();
    const put = (letters: string) =>
      server.client.put(`${configMaps}/reordered`, {
        ...configMap('reordered'),
        metadata: { ...metadata, resourceVersion: undefined, finalizers: finalizersOf(letters) },
      });
    expect((await put('ba')).body.metadata.finalizers).toEqual(finalizersOf('ba'));
    expect((await put('abc')).status).toBe(422);
    watch.close();
  });
});
