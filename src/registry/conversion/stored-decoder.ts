import { isNormalized } from '../../api/codec/is-normalized.ts';
import { parseJson } from '../../api/codec/json.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { apiVersionOf, type KindDefinition } from '../../api/schema/schema.ts';
import type { DecodeStored } from '../../storage/watch-cache/entry.ts';
import type { AnyKindRules } from '../kind-rules.ts';
import { encodeStored } from './object-codec.ts';

const typeFields = ['kind', 'apiVersion'];

/**
 * Looks at what the store holds of a kind before anybody relies on it: it is an object of the kind, in the stored
 * version, under its own name. Bytes that are not as this server writes them (another wrote them, or another
 * release) are brought into shape where that can be done.
 */
export function storedDecoder(definition: KindDefinition, rules: AnyKindRules): DecodeStored {
  const apiVersion = apiVersionOf(definition);
  const head = Buffer.from(`{"kind":"${definition.kind}","apiVersion":"${apiVersion}","metadata":{`);
  return (bytes, place) => {
    const parsed = JSON.parse(bytes.toString()) as ApiObject;
    const isOurs = bytes.subarray(0, head.length).equals(head) && isCanonical(parsed, definition);
    const stored = isOurs ? bytes : inShape(bytes, definition, apiVersion);
    const object = isOurs ? parsed : (JSON.parse(stored.toString()) as ApiObject);
    checkPlace(object, place);
    return { stored, labels: object.metadata.labels, fields: rules.selectableFields?.of(object) ?? {} };
  };
}

function isCanonical(object: ApiObject, { schema }: KindDefinition): boolean {
  return isNormalized(object, schema, typeFields) && object.metadata.resourceVersion === undefined;
}

/** Throws when that cannot be done. */
function inShape(bytes: Buffer, definition: KindDefinition, apiVersion: string): Buffer {
  const object = parseJson(bytes.toString());
  if (typeof object !== 'object' || object === null || Array.isArray(object))
    throw new Error('not an object');
  const said = object as Partial<ApiObject>;
  if (said.kind !== definition.kind || said.apiVersion !== apiVersion) {
    throw new Error(`not of kind ${definition.kind}, version ${apiVersion}`);
  }
  if (typeof said.metadata !== 'object' || said.metadata === null) throw new Error('no metadata');
  return encodeStored(object as ApiObject, definition);
}

function checkPlace({ metadata }: ApiObject, { namespace, name }: { namespace: string; name: string }): void {
  if (metadata.name !== name || (metadata.namespace ?? '') !== namespace) {
    throw new Error(
      `it says that it is ${metadata.name ?? 'nothing'} of namespace ${metadata.namespace || 'none'}`,
    );
  }
}
