import { apiVersionOf, type KindDefinition } from '../../api/schema/schema.ts';
import type { StoredResource } from '../resource.ts';
import type { VersionConverter } from '../version-converter.ts';
import { VersionCodec } from './version-codec.ts';

/** Undefined for a version in which the kind does not exist (any more). */
export type CodecFor = (resource: StoredResource, apiVersion: string) => VersionConverter | undefined;

/** Every version of every kind that is stored, served or not (who owns fields may have said so in an older one), and of those that are answered. */
export function versionCodecs(
  kinds: readonly KindDefinition[],
  resourceOf: (kind: KindDefinition) => StoredResource | undefined,
): CodecFor {
  const codecs = new Map<StoredResource, Map<string, VersionCodec>>();
  for (const kind of kinds) {
    const resource = resourceOf(kind);
    if (resource === undefined) continue;
    const ofResource = codecs.get(resource) ?? new Map<string, VersionCodec>();
    codecs.set(resource, ofResource.set(apiVersionOf(kind), new VersionCodec(kind, resource)));
  }
  return (resource, apiVersion) =>
    (resource.versions ?? ((own) => codecs.get(resource)?.get(own)))(apiVersion);
}
