import { fileURLToPath } from 'node:url';
import { Normalizer } from '../../src/api/codec/normalizer.ts';
import { ProtobufEncoder } from '../../src/api/codec/protobuf/encode.ts';
import { encodeEnvelope } from '../../src/api/codec/protobuf/envelope.ts';
import { writeYaml } from '../../src/api/codec/yaml-writer.ts';
import { dialects } from '../../src/api/meta/dialect.ts';
import { isReleasedBy } from '../../src/api/meta/release.ts';
import { loadDefinitions } from '../../src/api/schema/load.ts';
import { apiVersionOf, type KindDefinition } from '../../src/api/schema/schema.ts';
import { builtInPaths } from '../../src/storage/key-table.ts';
import { StorageKeys } from '../../src/storage/keys.ts';
import { isKnownAt, testedRelease } from './release.ts';
import { validObject } from './valid-objects.ts';

/** Values as another server of the API leaves them in a store. */

const dialect = dialects.find(({ name }) => name === 'kubernetes')!;
export const { kinds } = loadDefinitions(
  fileURLToPath(new URL('../../api-definitions', import.meta.url)),
  dialect,
  testedRelease,
);
export const storeKeys = new StorageKeys('/registry', builtInPaths(kinds, dialect));
const encoder = new ProtobufEncoder();

export type Form = 'JSON' | 'Protobuf' | 'YAML' | 'base64';

const written: Record<Form, (object: object, definition: KindDefinition) => Buffer> = {
  JSON: (object) => Buffer.from(`${JSON.stringify(object)}\n`),
  Protobuf: asProtobuf,
  YAML: (object) => Buffer.from(writeYaml(object)),
  base64: (object, definition) => Buffer.from(asProtobuf(object, definition).toString('base64')),
};

/** An object as it was written in one version, and where. */
export interface ForeignValue {
  definition: KindDefinition;
  name: string;
  key: string;
  value: Buffer;
}

/** Valid in that version, with a uid, as stored: without resourceVersion. */
export function foreignValue(definition: KindDefinition, form: Form): ForeignValue {
  const apiVersion = apiVersionOf(definition);
  const { metadata, ...rest } = validObject(apiVersion, definition.kind);
  if (definition.kind === 'Job') {
    // A server has filled them in before it stored the Job, or its creator has.
    rest['spec'].manualSelector = true;
    rest['spec'].selector = { matchLabels: { app: 'sample' } };
    rest['spec'].template.metadata = { labels: { app: 'sample' } };
  }
  const name = nameOf(definition, metadata.name);
  const namespace = definition.namespaced ? 'default' : '';
  const object = {
    kind: definition.kind,
    apiVersion,
    metadata: {
      name,
      ...(definition.namespaced ? { namespace } : {}),
      uid: `uid-of-${name}`,
      creationTimestamp: '2021-03-04T05:06:07Z',
      managedFields: [managedBy(apiVersion)],
      ...(metadata.labels && { labels: metadata.labels }),
    },
    ...rest,
  };
  const key = storeKeys.object({ group: definition.group, resource: definition.plural }, namespace, name);
  return { definition, name, key, value: written[form](object, definition) };
}

function asProtobuf(object: object, definition: KindDefinition): Buffer {
  const shaped = new Normalizer().normalize(object, definition.schema);
  return encodeEnvelope(apiVersionOf(definition), definition.kind, encoder.encode(shaped, definition.schema));
}

const managedBy = (apiVersion: string): object => ({
  manager: 'somebody',
  operation: 'Update',
  apiVersion,
  time: '2021-03-04T05:06:07Z',
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:metadata': { 'f:labels': {} } },
});

/** One object of each version of a kind stands beside the others. */
function nameOf({ kind, version, group }: KindDefinition, wanted: string): string {
  if (wanted !== 'sample') return wanted;
  return ['Ingress', 'RuntimeClass'].includes(kind) || group === 'extensions'
    ? `${wanted}-${group.split('.')[0]}-${version}`
    : `${wanted}-${version}`;
}

/** Where clients find the object in a version that a release serves: a stable one if there is one. */
export function servedPath({ definition, name }: ForeignValue, release: string): string {
  const { storedAs, plural, namespaced } = definition;
  const served = kinds.filter(
    (one) =>
      one.storedAs.group === storedAs.group &&
      one.storedAs.kind === storedAs.kind &&
      isKnownAt(release, one) &&
      (one.lifecycle.removed === undefined || !isReleasedBy(one.lifecycle.removed, release)),
  );
  const one = served.find(({ version }) => version === 'v1') ?? served[0]!;
  const root = one.group === '' ? '/api/v1' : `/apis/${apiVersionOf(one)}`;
  return `${root}/${namespaced ? 'namespaces/default/' : ''}${plural}/${name}`;
}
