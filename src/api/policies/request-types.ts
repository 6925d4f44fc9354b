import {
  boolType,
  dynType,
  intType,
  listOf,
  mapOf,
  type ObjectType,
  objectType,
  stringType,
  timestampType,
} from '../cel/types/types.ts';

/** Types of the variables whose fields are known: what the request says, and the namespace of the object. */

const texts = listOf(stringType);
const textMap = mapOf(stringType, stringType);

const kindType = objectType('kubernetes.GroupVersionKind', {
  group: stringType,
  version: stringType,
  kind: stringType,
});

const resourceType = objectType('kubernetes.GroupVersionResource', {
  group: stringType,
  version: stringType,
  resource: stringType,
});

const userType = objectType('kubernetes.UserInfo', {
  username: stringType,
  uid: stringType,
  groups: texts,
  extra: mapOf(stringType, texts),
});

export const requestType: ObjectType = objectType('kubernetes.AdmissionRequest', {
  kind: kindType,
  resource: resourceType,
  subResource: stringType,
  requestKind: kindType,
  requestResource: resourceType,
  requestSubResource: stringType,
  name: stringType,
  namespace: stringType,
  operation: stringType,
  userInfo: userType,
  dryRun: boolType,
  options: dynType,
});

const namespaceMetadataType = objectType('kubernetes.NamespaceMetadata', {
  name: stringType,
  generateName: stringType,
  namespace: stringType,
  labels: textMap,
  annotations: textMap,
  UID: stringType,
  creationTimestamp: timestampType,
  deletionGracePeriodSeconds: intType,
  deletionTimestamp: timestampType,
  generation: intType,
  resourceVersion: stringType,
  finalizers: texts,
});

const conditionType = objectType('kubernetes.NamespaceCondition', {
  status: stringType,
  type: stringType,
  lastTransitionTime: timestampType,
  message: stringType,
  reason: stringType,
});

export const namespaceType: ObjectType = objectType('kubernetes.Namespace', {
  metadata: namespaceMetadataType,
  spec: objectType('kubernetes.NamespaceSpec', { finalizers: texts }),
  status: objectType('kubernetes.NamespaceStatus', { conditions: listOf(conditionType), phase: stringType }),
});
