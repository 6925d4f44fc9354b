import type { ServedResource } from '../discovery/served-api.ts';

/** Something on the server that a command line names. `namespace`: "" for cluster-scoped types and for all namespaces. */
export type Target = ListTarget | NameTarget | ManifestTarget;

export interface ListTarget {
  readonly form: 'list';
  readonly type: ServedResource;
  readonly namespace: string;
}

export interface NameTarget {
  readonly form: 'name';
  readonly type: ServedResource;
  readonly namespace: string;
  readonly name: string;
}

/** An object of a file. */
export interface ManifestTarget {
  readonly form: 'manifest';
  readonly type: ServedResource;
  readonly namespace: string;
  /** "" for an object that has `generateName` only. */
  readonly name: string;
  readonly object: ManifestObject;
  /** The file's path, URL, or `STDIN`. */
  readonly source: string;
}

/** An object as it stands in a file. */
export interface ManifestObject {
  apiVersion: string;
  kind: string;
  metadata: { name?: string; generateName?: string; namespace?: string; [field: string]: unknown };
  [field: string]: unknown;
}
