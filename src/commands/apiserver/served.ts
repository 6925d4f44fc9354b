import type { ProtobufEncoder } from '../../api/codec/protobuf/encode.ts';
import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import { isReleasedBy } from '../../api/meta/release.ts';
import {
  apiVersionOf,
  type Definitions,
  type GroupVersionDefinition,
  type KindDefinition,
} from '../../api/schema/schema.ts';
import type { EncodingMemory } from '../../registry/conversion/encoding-cache.ts';
import { VersionCodec } from '../../registry/conversion/version-codec.ts';
import type { StoredResource } from '../../registry/resource.ts';
import { ProtobufEntries } from '../../server/encoding/protobuf-codec.ts';
import {
  ApiSurface,
  type ServedGroupVersion,
  type ServedResource,
} from '../../server/surface/api-surface.ts';
import { deprecationOf } from '../../server/surface/deprecation.ts';
import type { RuntimeConfig } from './runtime-config.ts';

/** Flags by which something is served ahead of its time. */
interface Ahead {
  /** Newer versions, that are not alpha, of kinds that the release serves in such a version. */
  servesNewer: boolean;
  /** Whatever the operator names. */
  takesLater: boolean;
}

/** The kinds that a release has and that are switched on, each in each of its versions. */
export function servedKinds(
  { kinds }: Definitions,
  runtimeConfig: RuntimeConfig,
  gates: FeatureGates,
  { servesNewer, takesLater }: Ahead = { servesNewer: false, takesLater: false },
): KindDefinition[] {
  const { release } = gates;
  const possible = kinds.filter(
    (kind) => isLeft(kind, release) && (!kind.gate || gates.isOn(kind.gate)) && runtimeConfig.isOn(kind),
  );
  const own = possible.filter((kind) => isKnown(kind, release));
  const finished = new Set(own.filter(isFinished).map(typeOf));
  return possible.filter(
    (kind) =>
      isKnown(kind, release) ||
      (servesNewer && isFinished(kind) && finished.has(typeOf(kind))) ||
      (takesLater && runtimeConfig.isNamed(kind)),
  );
}

const isKnown = ({ lifecycle: { introduced } }: KindDefinition, release: string): boolean =>
  introduced === undefined || isReleasedBy(introduced, release);

const isLeft = ({ lifecycle: { removed } }: KindDefinition, release: string): boolean =>
  removed === undefined || !isReleasedBy(removed, release);

const isFinished = ({ version }: KindDefinition): boolean => !version.includes('alpha');
const typeOf = ({ group, plural }: KindDefinition): string => `${plural}.${group}`;

export interface ServeOptions {
  /** Stored resource of a kind, in whichever version and group it is asked for; undefined if it is stored nowhere. */
  resourceOf(kind: KindDefinition): StoredResource | undefined;
  /** `1.23` */
  release: string;
  encoder: ProtobufEncoder;
  /** For the forms that are kept of objects. */
  memory: EncodingMemory;
}

/** The versions and resources that are served below /api and /apis. */
export function serve(
  { groupVersions }: Definitions,
  kinds: readonly KindDefinition[],
  { resourceOf, release, encoder, memory }: ServeOptions,
): ApiSurface {
  const served = kinds.flatMap((definition): ServedResource[] => {
    const resource = resourceOf(definition);
    if (resource === undefined) return [];
    const codec = new VersionCodec(definition, resource, memory);
    const protobuf = new ProtobufEntries(encoder, definition, codec);
    const deprecation = deprecationOf(definition, release);
    return [{ definition, apiVersion: apiVersionOf(definition), resource, codec, protobuf, deprecation }];
  });
  return new ApiSurface(groupVersions.flatMap((groupVersion) => servedGroupVersion(groupVersion, served)));
}

function servedGroupVersion(
  definition: GroupVersionDefinition,
  served: readonly ServedResource[],
): ServedGroupVersion[] {
  const apiVersion = apiVersionOf(definition);
  const own = served.filter((resource) => resource.apiVersion === apiVersion);
  if (own.length === 0) return [];
  return [
    {
      definition,
      apiVersion,
      resources: new Map(own.map((resource) => [resource.definition.plural, resource])),
    },
  ];
}
