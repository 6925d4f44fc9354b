import { expressionTypes } from '../meta/dialect.ts';
import {
  boolType,
  dynType,
  intType,
  listOf,
  mapOf,
  type ObjectType,
  objectType,
  stringType,
  type Type,
  timestampType,
} from './types/types.ts';

const strings = listOf(stringType);
const texts = mapOf(stringType, stringType);

const kind = objectType(`${expressionTypes}.GroupVersionKind`, {
  group: stringType,
  version: stringType,
  kind: stringType,
});
const resource = objectType(`${expressionTypes}.GroupVersionResource`, {
  group: stringType,
  version: stringType,
  resource: stringType,
});

/** The type of a user. */
export const userInfoType = objectType(`${expressionTypes}.UserInfo`, {
  username: stringType,
  uid: stringType,
  groups: strings,
  extra: mapOf(stringType, strings),
});

const shared = new Set<Type['kind']>([
  'bool',
  'bytes',
  'double',
  'duration',
  'int',
  'null',
  'string',
  'timestamp',
  'uint',
]);

/** The type that a variable of a policy has for the expressions behind it: what has no form as JSON is dyn. */
export function variableType(type: Type): Type {
  if (type.kind === 'list') return listOf(variableType(type.item));
  if (type.kind === 'map') return mapOf(variableType(type.key), variableType(type.value));
  return shared.has(type.kind) ? type : dynType;
}

/** The type of the variable `request` of policies and match conditions. */
export const requestType: ObjectType = objectType(`${expressionTypes}.AdmissionRequest`, {
  kind,
  resource,
  subResource: stringType,
  requestKind: kind,
  requestResource: resource,
  requestSubResource: stringType,
  name: stringType,
  namespace: stringType,
  operation: stringType,
  userInfo: userInfoType,
  dryRun: boolType,
  options: dynType,
});

/** The type of the variable `namespaceObject`. */
export const namespaceType: ObjectType = objectType(`${expressionTypes}.Namespace`, {
  metadata: objectType(`${expressionTypes}.NamespaceMetadata`, {
    name: stringType,
    generateName: stringType,
    namespace: stringType,
    labels: texts,
    annotations: texts,
    UID: stringType,
    creationTimestamp: timestampType,
    deletionGracePeriodSeconds: intType,
    deletionTimestamp: timestampType,
    generation: intType,
    resourceVersion: stringType,
    finalizers: strings,
  }),
  spec: objectType(`${expressionTypes}.NamespaceSpec`, { finalizers: strings }),
  status: objectType(`${expressionTypes}.NamespaceStatus`, { phase: stringType }),
});
