import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FieldErrorReason } from '../../src/api/validation/field-errors.ts';
import type { Answer } from './api-client.ts';
import { type Change, changed } from './changed.ts';
import { conditionOf, established } from './custom-resources.ts';
import { collectionOf, type Resource, resourcesOf } from './resources.ts';
import { TestServer } from './server.ts';
import { until } from './until.ts';
import { validObject } from './valid-objects.ts';

/** Tables of objects that the server has to refuse, each told as the change that spoils a valid one. */

/** Where the fault lies, its reason, and what its message contains where clients match it. */
export type Cause = readonly [field: string, reason: FieldErrorReason, message?: string];

/** Any other answer than 422 with causes. */
export interface Refusal {
  code: number;
  message: string | RegExp;
}

export type Row = readonly [what: string, change: Change, expected: readonly Cause[] | Refusal];

export interface Table {
  /** In each of these versions the same. */
  apiVersions: readonly string[];
  kind: string;
  /** What faults are told of, where it is another group. */
  errorGroup?: string;
  /** Laid over the valid object of `valid-objects.ts` before the change of each row. */
  base?: Change;
  create?: readonly Row[];
  /** Changes of the stored object. */
  update?: readonly Row[];
  /** Changes of the stored object, written to a subresource. */
  status?: readonly Row[];
}

export const required = 'FieldValueRequired';
export const invalid = 'FieldValueInvalid';
export const notSupported = 'FieldValueNotSupported';
export const forbidden = 'FieldValueForbidden';
export const duplicate = 'FieldValueDuplicate';
export const notFound = 'FieldValueNotFound';
export const tooLong = 'FieldValueTooLong';
export const tooMany = 'FieldValueTooMany';

export interface Options {
  flags?: readonly string[];
}

/**
 * The rules of kinds are what is tested: these plugins would refuse a name before anybody looks at its form, keep
 * what a test has deleted, or say meanwhile what of a quota is used.
 */
const othersTests =
  '--disable-admission-plugins=Priority,ResourceQuota,RuntimeClass,ServiceAccount,StorageObjectInUseProtection';

/** Sends every row to a server of its own; nothing of it may be stored, and the server has to stay up. */
export function describeInvalid(tables: readonly Table[], { flags = [] }: Options = {}): void {
  let server: TestServer;
  let resources: Map<string, Resource>;

  beforeAll(async () => {
    server = await TestServer.start({ flags: ['--runtime-config=api/all=true', othersTests, ...flags] });
    resources = await resourcesOf(server.client);
  });
  afterAll(async () => {
    expect((await server.client.get('/readyz')).text).toBe('ok');
    expect(server.output).not.toMatch(/panic|unhandled|TypeError|RangeError/i);
    await server.remove();
  });

  for (const table of tables) {
    for (const apiVersion of table.apiVersions) {
      describe(`${table.kind} of ${apiVersion}`, () => describeTable(table, apiVersion));
    }
  }

  function describeTable(
    { kind, errorGroup, base = {}, create, update, status }: Table,
    apiVersion: string,
  ): void {
    const group = errorGroup ?? (apiVersion.includes('/') ? apiVersion.split('/')[0]! : '');
    const valid = changed(validObject(apiVersion, kind), base);
    let collection: string;
    let before: string;
    beforeAll(async () => {
      collection = collectionOf(resources.get(`${apiVersion} ${kind}`)!);
      await statusesWritten(server, kind, collection);
      before = await stored();
    });
    const stored = async (): Promise<string> =>
      JSON.stringify((await server.client.get(collection)).body.items.filter(isNotOfServer));

    if (create !== undefined) {
      describe('is not created with', () => {
        afterAll(async () => expect(await stored()).toBe(before));
        it.each(create)('%s', async (_, change, expected) => {
          const object = changed(valid, change);
          expectRefusal(await server.client.post(collection, object), group, expected);
        });
      });
    }
    describeUpdates('is not updated with', '', update);
    describeUpdates('has no status with', '/status', status);

    function describeUpdates(title: string, subresource: string, rows: readonly Row[] | undefined): void {
      if (rows === undefined) return;
      describe(title, () => {
        let object: any;
        let path: string;
        beforeAll(async () => {
          const made = await server.client.post(collection, valid);
          expect(made.status, made.text).toBe(201);
          path = `${collection}/${made.body.metadata.name}`;
          if (kind === 'CustomResourceDefinition') await established(server, made.body.metadata.name);
          await statusesWritten(server, kind, collection);
          object = (await server.client.get(path)).body;
        });
        afterEach(async () => expect((await server.client.get(path)).body).toEqual(object));
        afterAll(async () => {
          // Neither dependents nor a node may keep it.
          const options = { propagationPolicy: 'Background', gracePeriodSeconds: 0 };
          expect((await server.client.delete(path, options)).status).toBe(200);
          if (kind === 'Namespace') {
            const { body } = await server.client.get(path);
            await server.client.put(`${path}/finalize`, { ...body, spec: { finalizers: [] } });
          }
          if (kind === 'CustomResourceDefinition') await until(async () => (await stored()) === before);
          expect(await stored()).toBe(before);
        });
        it.each(rows)('%s', async (_, change, expected) => {
          const answer = await server.client.put(path + subresource, changed(object, change));
          expectRefusal(answer, group, expected);
        });
      });
    }
  }
}

/** An APIService of a definition comes and goes a moment after it: the server writes it, not the tests. */
function isNotOfServer({ metadata }: any): boolean {
  return !Object.keys(metadata.labels ?? {}).some((label) => label.endsWith('/automanaged'));
}

/** The server itself writes the status of each FlowSchema, a moment after it is there. */
async function statusesWritten(server: TestServer, kind: string, collection: string): Promise<void> {
  if (kind !== 'FlowSchema') return;
  await until(async () => {
    const { body } = await server.client.get(collection);
    return body.items.every((schema: any) => conditionOf(schema, 'Dangling') !== undefined);
  });
}

function expectRefusal({ status, body }: Answer, group: string, expected: readonly Cause[] | Refusal): void {
  if ('code' in expected) {
    expect([status, body.kind, body.message]).toEqual([
      expected.code,
      'Status',
      expect.stringMatching(expected.message),
    ]);
    return;
  }
  expect(body).toMatchObject({ kind: 'Status', status: 'Failure' });
  // A rule that is checked twice has its cause twice; the order is nobody's business.
  const lines = (causes: readonly (readonly unknown[])[]): string[] =>
    [...new Set(causes.map(([field, reason]) => `${field} ${reason}`))].sort();
  const causes = (body.details?.causes ?? []).map(({ field, reason }: any) => [field, reason]);
  expect(lines(causes), body.message).toEqual(lines(expected));
  for (const [field, , message] of expected) {
    if (message === undefined) continue;
    const texts = body.details.causes
      .filter((cause: any) => cause.field === field)
      .map((cause: any) => cause.message);
    expect(texts).toContainEqual(expect.stringContaining(message));
  }
  expect(status).toBe(422);
  expect(body.reason).toBe('Invalid');
  expect(body.details.group ?? '').toBe(group);
  expect(body.message).toMatch(
    new RegExp(`^[A-Za-z]+${group === '' ? '' : `\\.${group}`} ".*" is invalid: `, 's'),
  );
}
