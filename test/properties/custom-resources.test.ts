import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { define, definition, definitionsPath, tab, tabs } from '../support/custom-resources.ts';
import { mutated, seeded } from '../support/mutations.ts';
import { TestServer } from '../support/server.ts';

const each = 1_000;
const seed = Number(process.env['SEED'] ?? 1);

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.remove());

const text = { type: 'string' };
/** Of everything that schemas can say, without formats: those have tests of their own. */
const schema = {
  type: 'object',
  required: ['spec'],
  properties: {
    spec: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { ...text, minLength: 1, maxLength: 20, pattern: '^[a-z]+$' },
        count: { type: 'integer', minimum: 0, maximum: 10, exclusiveMaximum: true, default: 3 },
        ratio: { type: 'number', minimum: 1 },
        on: { type: 'boolean' },
        color: { ...text, enum: ['red', 'blue'], nullable: true },
        port: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
        tags: {
          type: 'array',
          'x-kubernetes-list-type': 'set',
          items: { ...text, maxLength: 5 },
          maxItems: 3,
        },
        parts: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['id'],
          items: {
            type: 'object',
            required: ['id'],
            properties: { id: text, size: { type: 'integer', default: 1 } },
          },
        },
        labels: { type: 'object', additionalProperties: { ...text, maxLength: 8 }, maxProperties: 3 },
        choice: {
          type: 'object',
          properties: { a: text, b: { type: 'integer' } },
          oneOf: [{ required: ['a'] }, { required: ['b'] }],
          not: { required: ['a', 'b'] },
        },
        any: { 'x-kubernetes-preserve-unknown-fields': true },
        template: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
      },
    },
  },
};

const instance = tab('x', {
  spec: {
    name: 'abc',
    count: 2,
    ratio: 1.5,
    on: true,
    color: 'red',
    port: 'http',
    tags: ['a', 'b'],
    parts: [{ id: 'p', size: 2 }, { id: 'q' }],
    labels: { k: 'v' },
    choice: { a: 'x' },
    any: { deep: [{ er: 1 }] },
    template: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', labels: { a: 'b' } }, spec: {} },
  },
});

/** The same rules for another validator. */
function forAjv(value: any): any {
  if (Array.isArray(value)) return value.map(forAjv);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, default: _, exclusiveMaximum, ...rest } = value;
  const result: any = Object.fromEntries(
    Object.entries(rest)
      .filter(([key]) => !key.startsWith('x-'))
      .map(([key, one]) => [key, forAjv(one)]),
  );
  if (exclusiveMaximum === true) {
    result.exclusiveMaximum = result.maximum;
    delete result.maximum;
  }
  if (nullable === true && typeof result.type === 'string') result.type = [result.type, 'null'];
  return result;
}

const unique = (list: unknown[] | undefined): boolean =>
  list === undefined || new Set(list.map((one) => JSON.stringify(one))).size === list.length;

describe(`mutations, seed ${seed}`, () => {
  it(`${each} instances: none is an error of the server, none is stored that should not be`, async () => {
    await define(server, definition({ versions: [{ schema }] }));
    const fits: ValidateFunction = new Ajv({ strict: false }).compile(forAjv(schema));
    const random = seeded(seed);
    let taken = 0;
    let refused = 0;
    for (let index = 0; index < each; index++) {
      const body = mutated({ ...instance, metadata: { name: `n${index}` } }, random, ({ spec }) => spec);
      const answer = await server.client.post(tabs, body);
      const shown = `${JSON.stringify(body.spec)} → ${answer.text}`.slice(0, 2_000);
      expect(answer.status, shown).toBeLessThan(500);
      if (answer.status !== 201) {
        refused++;
        expect([400, 422], shown).toContain(answer.status);
        continue;
      }
      taken++;
      const { body: stored } = await server.client.get(`${tabs}/n${index}`);
      expect(stored, shown).toEqual(answer.body);
      // What null means and which enum it is in are matters of the schema's dialect.
      if (!JSON.stringify(stored.spec).includes('null'))
        expect(fits(stored), `${shown} ${JSON.stringify(fits.errors)}`).toBe(true);
      expect(unique(stored.spec.tags), shown).toBe(true);
      expect(unique(stored.spec.parts?.map(({ id }: any) => id)), shown).toBe(true);
      const again = await server.client.put(`${tabs}/n${index}`, stored);
      expect(again.status, again.text).toBe(200);
      expect(again.body.metadata.resourceVersion, shown).toBe(stored.metadata.resourceVersion);
    }
    expect(taken).toBeGreaterThan(each / 20);
    expect(refused).toBeGreaterThan(each / 5);
  });

  it(`${each} definitions: none is an error of the server, and those that are taken are served`, async () => {
    const random = seeded(seed + 1);
    const originals = [definition({ group: 'd.example', versions: [{ schema }] }), ...realDefinitions()];
    let taken = 0;
    for (let index = 0; index < each; index++) {
      const original = originals[index % originals.length];
      const body = mutated(original, random, ({ spec }) => spec);
      const { name } = original.metadata;
      const answer = await server.client.post(definitionsPath, body);
      const shown = `${index} ${name} → ${answer.text}`.slice(0, 2_000);
      expect(answer.status, shown).toBeLessThan(500);
      if (answer.status !== 201) {
        expect([400, 413, 422], shown).toContain(answer.status);
        continue;
      }
      taken++;
      const { group, names, versions, scope } = answer.body.spec;
      const place = scope === 'Namespaced' ? 'namespaces/default/' : '';
      const version = versions.find(({ storage }: any) => storage).name;
      const path = `/apis/${group}/${version}/${place}${names.plural}`;
      const made = await server.client.post(path, {
        kind: names.kind,
        apiVersion: `${group}/${version}`,
        metadata: { name: 'x' },
        spec: instance.spec,
      });
      expect(made.status, `${shown} ${made.text}`).toBeLessThan(500);
      if (index % 50 === 0) expect((await server.client.get('/openapi/v2')).status).toBe(200);
      // With its whole collection it goes at once.
      await server.client.delete(`${definitionsPath}?fieldSelector=metadata.name=${name}`);
    }
    expect(taken).toBeGreaterThan(each / 20);
    expect((await server.client.get('/readyz')).status).toBe(200);
  });
});

/** Those of real projects, where they are at hand; the smaller ones, for there are many turns. */
function realDefinitions(): any[] {
  const directory = new URL('../../../shared/manifests/kube-prometheus/manifests/setup/', import.meta.url)
    .pathname;
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .map((file) => readFileSync(directory + file, 'utf8'))
    .filter((source) => source.length < 60_000 && source.includes('CustomResourceDefinition'))
    .map((source) => parse(source))
    .filter(({ kind }) => kind === 'CustomResourceDefinition');
}
