import { Normalizer } from '../../../src/api/codec/normalizer.ts';
import { ProtobufEncoder } from '../../../src/api/codec/protobuf/encode.ts';
import { dialects } from '../../../src/api/meta/dialect.ts';
import { loadDefinitions } from '../../../src/api/schema/load.ts';
import { apiVersionOf, type KindDefinition } from '../../../src/api/schema/schema.ts';
import { testedRelease } from '../../support/release.ts';
import { sampleObjects } from '../../support/samples.ts';

export const dialect = dialects.find(({ name }) => name === 'kubernetes')!;

const path = new URL('../../../api-definitions', import.meta.url).pathname;
export const { kinds: definitions, structs } = loadDefinitions(path, dialect, testedRelease);

export const encoder = new ProtobufEncoder();

const byType = new Map(
  definitions.map((definition) => [`${apiVersionOf(definition)} ${definition.kind}`, definition]),
);

export const definitionOf = (apiVersion: string, kind: string): KindDefinition | undefined =>
  byType.get(`${apiVersion} ${kind}`);

/** One object of each kind that is stored. */
export const samples = sampleObjects(dialect.api) as unknown as readonly Sample[];

export interface Sample {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Record<string, unknown>;
  readonly [field: string]: unknown;
}

export const shaped = (value: unknown, { schema }: KindDefinition): Record<string, unknown> =>
  new Normalizer().normalize(value, schema) as Record<string, unknown>;

/** Kinds whose objects are deep, wide, or both. */
export const someSamples = samples.filter(({ kind }) =>
  [
    'Pod',
    'Deployment',
    'Service',
    'ConfigMap',
    'CustomResourceDefinition',
    'NetworkPolicy',
    'ClusterRole',
  ].includes(kind),
);

const names = new Set<string>();
for (const { fields } of structs.values()) for (const { name } of fields) names.add(name);

/** Names of all fields of all kinds. */
export const fieldNames: readonly string[] = [...names].sort();
