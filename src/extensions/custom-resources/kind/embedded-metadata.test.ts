import { describe, expect, it } from 'vitest';
import { schemaOf } from '../../../../test/support/unit/apply-fields.ts';
import { embedding, list, mapOf, names, object } from '../../../../test/support/unit/structural-schemas.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { JsonMap } from '../../../api/json/json-values.ts';
import type { JsonSchema } from '../../../api/schema/json-schema.ts';
import type { StructSchema } from '../../../api/schema/schema.ts';
import { schemaNode } from '../../../api/structural-schema/schema-node.ts';
import { plainStyle, valueStyleOf } from '../../../api/structural-schema/value-style.ts';
import { coerceEmbedded } from './embedded-metadata.ts';

const metadata = schemaOf('ConfigMap').byName.get('metadata')!.schema as StructSchema;
const coerced = (value: JsonMap, schema: JsonSchema, style = plainStyle): JsonMap =>
  coerceEmbedded(value, schemaNode(schema, names), metadata, style);
const pod = { ...embedding, properties: { spec: embedding } };
const whole = { apiVersion: 'v1', kind: 'K' };

describe('an embedded object', () => {
  it.each<[string, JsonSchema, JsonMap, JsonMap]>([
    [
      'loses what metadata do not have',
      object({ a: pod }),
      { a: { ...whole, metadata: { name: 'x', odd: 1 } } },
      { a: { ...whole, metadata: { name: 'x' } } },
    ],
    [
      'in a list does too',
      object({ l: list(pod) }),
      { l: [{ metadata: { odd: 1 } }, 1] },
      { l: [{ metadata: {} }, 1] },
    ],
    [
      'in a map does too',
      object({ m: mapOf(pod) }),
      { m: { k: { metadata: { odd: 1 } } } },
      { m: { k: { metadata: {} } } },
    ],
    [
      'in another one does too',
      object({ a: pod }),
      { a: { spec: { metadata: { odd: 1 } } } },
      { a: { spec: { metadata: {} } } },
    ],
    ['has empty metadata for null', object({ a: pod }), { a: { metadata: null } }, { a: { metadata: {} } }],
    ['has no metadata where there are none', object({ a: pod }), { a: whole }, { a: whole }],
    [
      'keeps a creation time that it has',
      object({ a: pod }),
      { a: { metadata: { creationTimestamp: '2021-03-04T05:06:07Z' } } },
      { a: { metadata: { creationTimestamp: '2021-03-04T05:06:07Z' } } },
    ],
    [
      'is one where the schema says so',
      object({ a: object({}) }),
      { a: { metadata: { odd: 1 } } },
      { a: { metadata: { odd: 1 } } },
    ],
    [
      'is none under a key without a schema',
      object({ a: pod }),
      { b: { metadata: { odd: 1 } } },
      { b: { metadata: { odd: 1 } } },
    ],
  ])('%s', (_, schema, value, expected) => {
    const before = structuredClone(value);
    expect(coerced(value, schema)).toEqual(expected);
    expect(value).toEqual(before);
  });

  it('is the very same when nothing is to be done', () => {
    const value = { a: { ...whole, metadata: { name: 'x', labels: { a: 'b' } } } };
    expect(coerced(value, object({ a: pod }))).toBe(value);
  });

  it.each<[string, JsonMap, string]>([
    ['a kind that is a text', { a: { kind: 1 } }, 'a.kind: Invalid value: 1: must be a string'],
    [
      'an apiVersion that is a text',
      { a: { apiVersion: null } },
      'a.apiVersion: Invalid value: "null": must be a string',
    ],
    [
      'these all through',
      { a: { spec: { kind: true } } },
      'a.spec.kind: Invalid value: true: must be a string',
    ],
  ])('has %s', (_, value, message) => {
    expect(() => coerced(value, object({ a: pod }))).toThrow(message);
  });

  it.each<[string, JsonMap, string]>([
    ['a kind that is null', { kind: null }, 'a.kind: Invalid value: null: must be a string'],
    [
      'labels that are none',
      { metadata: { name: 'x', labels: [] } },
      'a.metadata: Invalid value: {"labels":[],"name":"x"}: json: cannot unmarshal array',
    ],
  ])('of 1.36 is shown as JSON: %s', (_, value, message) => {
    expect(() => coerced({ a: value }, object({ a: pod }), valueStyleOf(new FeatureGates('1.36')))).toThrow(
      message,
    );
  });

  it.each([
    ['metadata that are an object', 1],
    ['labels that are a map', { labels: [] }],
    ['a name that is a text', { name: 1 }],
  ])('has %s', (_, value) => {
    expect(() => coerced({ a: { metadata: value } }, object({ a: pod }))).toThrow(/unmarshal/);
  });
});
