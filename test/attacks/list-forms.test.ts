import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writePrettyJson } from '../../src/api/codec/json.ts';
import { parseYaml } from '../../src/api/codec/yaml.ts';
import type { TestServer } from '../support/server.ts';
import { attackSeconds, attackServer, beside, expectHarmless } from './support/beside.ts';
import { ListReader, listedCollection, listForms, makeListedObjects } from './support/lists.ts';

const count = 3_000;

let server: TestServer;
let reader: ListReader;

beforeAll(async () => {
  server = await attackServer({ flags: ['--watch-cache-check-interval=1h'] });
  reader = new ListReader(server);
  await makeListedObjects(server, count);
}, 120_000);

afterAll(async () => {
  reader.close();
  await server.remove();
});

const formNamed = (name: string) => listForms.find((form) => form.name === name)!;

function pathOf({ query }: { query: string }, ...more: string[]): string {
  return `${listedCollection}?${[query, ...more].filter((part) => part !== '').join('&')}`;
}

const read = (name: string, gzip = false, ...more: string[]): Promise<Buffer> =>
  reader.whole(pathOf(formNamed(name), ...more), formNamed(name).accept, gzip);

describe('every byte is right', () => {
  it('the indented list is that of the JSON', async () => {
    const json = JSON.parse((await read('JSON')).toString());
    expect(json.items.length).toBeGreaterThanOrEqual(count);
    expect((await read('pretty')).toString()).toBe(writePrettyJson(json));
  });

  it('the list in YAML has the values of the JSON', async () => {
    // As many as can be read back.
    const some = ['limit=100', 'labelSelector=app%3Dlisted'];
    const json = JSON.parse((await read('JSON', false, ...some)).toString());
    expect(parseYaml((await read('YAML', false, ...some)).toString())).toEqual(json);
  });

  it('metadata and objects of rows are those of the JSON', async () => {
    const { items } = JSON.parse((await read('JSON')).toString());
    const metadata = items.map((item: { metadata: object }) => item.metadata);
    const partial = JSON.parse((await read('metadata')).toString());
    expect(partial.items.map((item: { metadata: object }) => item.metadata)).toEqual(metadata);
    const table = JSON.parse((await read('Table with objects')).toString());
    const objects = items.map((item: object) => ({ kind: 'ConfigMap', apiVersion: 'v1', ...item }));
    expect(table.rows.map((row: { object: object }) => row.object)).toEqual(objects);
  });

  it.each(listForms)('$name is the same with gzip and with a selector that selects all', async (form) => {
    const selected = 'labelSelector=app%3Dlisted';
    const digest = async (gzip: boolean, selector: string): Promise<object> => {
      const path = pathOf(form, selector);
      if (!form.name.includes('Table')) return reader.digest(path, form.accept, gzip);
      const text = (await reader.whole(path, form.accept, gzip)).toString();
      // The ages of rows change from one list to the next, and their length with them.
      return { sha256: hash('sha256', text.replaceAll(/\b(\d+m)?\d+s\b|\b\d+m\b/g, 'age')) };
    };
    const plain = await digest(false, selected);
    expect(await digest(true, selected)).toEqual(plain);
    expect(await digest(true, 'labelSelector=app%21%3Dx,app')).toEqual(plain);
    expect(await digest(true, '')).toEqual(await digest(false, ''));
  });
});

describe.each([false, true])('gzip: %s', (gzip) => {
  it('lists in all forms, one after the other, hold up nobody', async () => {
    const harm = await beside(server, attackSeconds(), async (signal) => {
      for (let index = 0; !signal.aborted; index++) {
        const form = listForms[index % listForms.length]!;
        await reader.digest(pathOf(form, index % 3 === 0 ? 'labelSelector=app' : ''), form.accept, gzip);
      }
    });
    expectHarmless(harm, { memoryMb: 200 });
  });

  it('lists in all forms that are read half hold up nobody and hold little', async () => {
    const harm = await beside(server, attackSeconds(), async (signal) => {
      const readers = Array.from({ length: 60 }, (_, index) => {
        const form = listForms[index % listForms.length]!;
        return reader.beginning(pathOf(form), form.accept, gzip, 20_000, signal);
      });
      await Promise.all(readers);
    });
    expectHarmless(harm, { memoryMb: 200 });
  });
});

it('watches that begin with the state, in every form, hold up nobody', async () => {
  const streamed = listForms.filter(({ accept }) => !accept.includes('yaml'));
  const harm = await beside(server, attackSeconds(), async (signal) => {
    const watches = Array.from({ length: 30 }, (_, index) => {
      const form = streamed[index % streamed.length]!;
      const accept = form.accept.replace('MetadataList', 'Metadata');
      const isEmpty = index % 5 === 0 ? 'labelSelector=app%21%3Dlisted' : '';
      return reader.beginning(pathOf(form, 'watch=true', isEmpty), accept, false, 1e9, signal);
    });
    await Promise.all(watches);
  });
  expectHarmless(harm, { memoryMb: 200 });
});

it('objects as large as may be, indented and in YAML, hold up nobody', async () => {
  const data = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`k${at}`, 'line: "x"\n'.repeat(2_500)]),
  );
  const made = await server.client.post(listedCollection, { metadata: { name: 'large' }, data });
  expect(made.status).toBe(201);
  const harm = await beside(server, attackSeconds(), async (signal) => {
    const lane = async (accept: string): Promise<void> => {
      while (!signal.aborted) await reader.digest(`${listedCollection}/large?pretty=true`, accept, false);
    };
    await Promise.all(
      ['application/json', 'application/yaml'].flatMap((accept) => [lane(accept), lane(accept)]),
    );
  });
  expectHarmless(harm, { memoryMb: 200 });
  const json = JSON.parse(
    (await reader.whole(`${listedCollection}/large`, 'application/json', false)).toString(),
  );
  expect(
    (await reader.whole(`${listedCollection}/large?pretty=1`, 'application/json', true)).toString(),
  ).toBe(writePrettyJson(json));
  expect(
    parseYaml((await reader.whole(`${listedCollection}/large`, 'application/yaml', false)).toString()),
  ).toEqual(json);
});
