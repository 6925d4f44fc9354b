import type { ResourceType } from '../../client/api/resource-client.ts';

const core = (resource: string): ResourceType => ({ group: '', version: 'v1', resource });

export const namespacesType = core('namespaces');
export const secretsType = core('secrets');
export const configMapsType = core('configmaps');
export const serviceAccountsType = core('serviceaccounts');
export const podsType = core('pods');
export const nodesType = core('nodes');
export const persistentVolumesType = core('persistentvolumes');
export const persistentVolumeClaimsType = core('persistentvolumeclaims');

/** The cause of the refusal to create something in a namespace that is being deleted. */
export const namespaceTerminating = 'NamespaceTerminating';
