import { DecodeError, parseJson } from '../../../src/api/codec/json.ts';
import { equalValues, isMap, type JsonMap } from '../../../src/api/json/json-values.ts';
import type { ManagedFieldsEntry } from '../../../src/api/meta/metadata.ts';
import { StatusError } from '../../../src/api/meta/status.ts';
import { type Applied, applyConfig } from '../../../src/api/patch/apply/apply.ts';
import { compareObjects } from '../../../src/api/patch/apply/compare.ts';
import { ConfigError } from '../../../src/api/patch/apply/config-fields.ts';
import { difference, intersection, sameSet, sorted, union } from '../../../src/api/patch/apply/field-set.ts';
import { FieldsV1Error, parseFieldsV1 } from '../../../src/api/patch/apply/fields-v1.ts';
import { decodeEntries, type TrackedEntry } from '../../../src/api/patch/apply/managers.ts';
import { pathTexts } from '../../../src/api/patch/apply/path-text.ts';
import { TypedSchemas } from '../../../src/api/patch/apply/typed-schema.ts';
import { requireDepth } from '../../../src/api/patch/depth-check.ts';
import { PatchError } from '../../../src/api/patch/patch-error.ts';
import { apiVersionOf, type KindDefinition } from '../../../src/api/schema/schema.ts';
import { expectSame, expectTrue, type Target } from '../engine/target.ts';
import { definitionOf, fieldNames, shaped, someSamples } from './samples.ts';

const schemas = new TypedSchemas();
const now = '2021-03-04T05:06:07Z';

interface State {
  object: JsonMap;
  entries: readonly TrackedEntry[];
}

/** Applies a configuration as the server does, but for defaults and admission. */
async function apply(
  state: State,
  config: JsonMap,
  manager: string,
  definition: KindDefinition,
): Promise<State & { applied: Applied }> {
  const filter = (): boolean => true;
  let object = state.object;
  const applied = await applyConfig({
    live: state.object,
    config,
    applier: { manager, operation: 'Apply', apiVersion: apiVersionOf(definition), subresource: '' },
    entries: state.entries,
    force: true,
    mayBeNoop: true,
    forceConflictsOn: undefined,
    schema: definition.schema,
    schemas,
    listOrder: 'applied',
    filter,
    now,
    fieldsOf: ({ fieldsV1 }) => fieldsV1,
    complete: (merged) => {
      object = shaped(merged, definition);
      return {
        differences: () => compareObjects(state.object, object, definition.schema, schemas, filter),
        isSame: () => equalValues(state.object, object),
      };
    },
  });
  return { object, entries: applied.entries, applied };
}

const deployment = someSamples.find(({ kind }) => kind === 'Deployment')!;
const service = someSamples.find(({ kind }) => kind === 'Service')!;

/** Inputs are `{"live": {…}, "first": {…}, "second": {…}}`: two configurations, one after the other. */
export const applyTarget: Target = {
  name: 'apply',
  seeds: () => [
    ...someSamples.map((sample) =>
      JSON.stringify({ live: sample, first: sample, second: { ...sample, spec: {} } }),
    ),
    JSON.stringify({
      live: { ...deployment, spec: {} },
      first: deployment,
      second: { ...deployment, metadata: { name: 'sample', labels: { a: 'b' }, finalizers: ['a/b'] } },
    }),
    JSON.stringify({
      live: service,
      first: { ...service, spec: { ports: [{ port: 80, protocol: 'TCP' }, { port: 81 }] } },
      second: { ...service, spec: { ports: [{ port: 81, name: 'x' }], externalIPs: ['10.0.0.1'] } },
    }),
  ],
  dictionary: fieldNames,
  refusals: [ConfigError, StatusError, DecodeError, PatchError],
  maxMilliseconds: 200,
  async run(text: string) {
    const input = parseJson(text);
    if (!isMap(input) || !isMap(input['live']) || !isMap(input['first'])) return;
    const { live, first, second } = input as Record<string, JsonMap>;
    const definition = definitionOf(String(live!['apiVersion']), String(live!['kind']));
    if (definition === undefined) return;
    for (const config of [first, second]) if (isMap(config)) requireDepth(config);
    const start: State = { object: shaped(live, definition), entries: [] };
    const once = await apply(start, first!, 'one', definition);
    const again = await apply(once, first!, 'one', definition);
    expectSame(again.object, once.object, 'an object to which a configuration is applied twice');
    expectSame(again.entries, once.entries, 'the owners after a configuration is applied twice');
    // Who lists no field at all owns nothing, and is not looked up.
    const isOwner = once.entries.some(({ manager }) => manager === 'one');
    expectTrue(again.applied.isUnchanged || !isOwner, 'an apply that is repeated changes something');
    if (isMap(second)) {
      const changed = await apply(once, second, 'one', definition);
      await apply(changed, first!, 'two', definition);
    }
  },
};

export const fieldSets: Target = {
  name: 'field-sets',
  seeds: () => [
    '{"f:metadata":{"f:labels":{".":{},"f:app":{}}},"f:spec":{"f:replicas":{}}}',
    '{"f:spec":{"f:ports":{".":{},"k:{\\"port\\":80,\\"protocol\\":\\"TCP\\"}":{".":{},"f:port":{}}}}}',
    '{"f:metadata":{"f:finalizers":{".":{},"v:\\"a/b\\"":{}}},"f:a":{"i:0":{},"i:12":{"f:b":{}}}}',
    '{"k:{\\"b\\":1,\\"a\\":true}":{},"k:{\\"a\\":true,\\"b\\":1}":{"f:x":{}},"v:12345678901234567890":{}}',
  ],
  dictionary: [
    '"f:',
    '"k:{\\"',
    '"v:',
    '"i:',
    '".":{}',
    ':{}',
    '\\"',
    'true',
    '1.0',
    '1e3',
    '"f:":{}',
    '"k:{}":{}',
  ],
  refusals: [FieldsV1Error, DecodeError],
  maxBytes: 512 * 1024,
  run(text: string) {
    const value = parseJson(text);
    const set = parseFieldsV1(value);
    if (set === undefined) return;
    const again = parseFieldsV1(JSON.parse(JSON.stringify(set)));
    expectTrue(sameSet(set, again), 'a field set that is read again is another one');
    expectSame(again, set, 'a field set that is read again');
    expectTrue(difference(set, set) === undefined, 'something is left of a set without itself');
    expectSame(union(set, again), set, 'a set joined with itself');
    expectTrue(sameSet(intersection(set, again), set), 'a set and itself have not all in common');
    sorted(set);
    pathTexts(set);
    const entry = { manager: 'a', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', time: now };
    decodeEntries([{ ...entry, fieldsV1: value } as ManagedFieldsEntry]);
  },
};
