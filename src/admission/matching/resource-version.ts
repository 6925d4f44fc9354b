import type { ServedVersion, Versions } from '../descriptor.ts';

export interface ResourceVersion {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** The version of the objects that are asked for; undefined for what is never stored in any. */
export const versionOf = (versions: Versions, as: ResourceVersion): ServedVersion | undefined =>
  versions
    .of(as.group, as.resource)
    .find(
      ({ group, version, resource }) =>
        group === as.group && version === as.version && resource === as.resource,
    );
