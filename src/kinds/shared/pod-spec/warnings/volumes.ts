import type { CoreV1Volume, CoreV1VolumeProjection } from '../../../../api/schema/types.gen.ts';
import type { FieldPath } from '../../../../api/validation/field-errors.ts';
import { goQuote } from '../../../../util/quote.ts';
import type { PodFeatures } from '../features.ts';
import { fractional } from './amounts.ts';

type Text = (features: PodFeatures) => string | undefined;

const goneIn25: Text = ({ since27 }) =>
  since27
    ? 'deprecated in v1.22, non-functional in v1.25+'
    : 'deprecated in v1.22, support removal is planned in v1.26';

/** Volumes that are not what they were, in the order in which the API warns of them. */
const oldVolumes: readonly (readonly [source: keyof CoreV1Volume, text: Text])[] = [
  ['photonPersistentDisk', () => 'deprecated in v1.11, non-functional in v1.16+'],
  [
    'gitRepo',
    ({ since33 }) =>
      since33 ? 'deprecated in v1.11, and disabled by default in v1.33+' : 'deprecated in v1.11',
  ],
  ['scaleIO', () => 'deprecated in v1.16, non-functional in v1.22+'],
  ['flocker', goneIn25],
  ['storageos', goneIn25],
  ['quobyte', goneIn25],
  [
    'glusterfs',
    ({ since25, since27 }) => {
      if (since27) return 'deprecated in v1.25, non-functional in v1.26+';
      const text = 'deprecated in v1.25, this feature will be removed soon after in a subsequent release';
      return since25 ? text : undefined;
    },
  ],
  ['cephfs', ({ since28 }) => (since28 ? 'deprecated in v1.28, non-functional in v1.31+' : undefined)],
  ['rbd', ({ since28 }) => (since28 ? 'deprecated in v1.28, non-functional in v1.31+' : undefined)],
];

/** Warnings about volumes that are deprecated, ask for a part of a byte, or hide files of their own. */
export function warnOfVolumes(
  volumes: readonly CoreV1Volume[],
  path: FieldPath,
  features: PodFeatures,
): string[] {
  return [
    ...volumes.flatMap((volume, index) => [
      ...oldVolumes.flatMap(([source, textOf]) => {
        const text = Object.hasOwn(volume, source) ? textOf(features) : undefined;
        // Texts have the name of this one as programs know it.
        const name = source === 'storageos' ? 'storageOS' : source;
        return text === undefined ? [] : [`${path.index(index).child(name)}: ${text}`];
      }),
      ...(features.since26 ? warnOfClaim(volume, path.index(index)) : []),
    ]),
    ...(features.since32 ? volumes.flatMap(warnOfPaths) : []),
  ];
}

function warnOfClaim({ ephemeral }: CoreV1Volume, path: FieldPath): string[] {
  const { limits, requests } = ephemeral?.volumeClaimTemplate?.spec.resources ?? {};
  const at = path.child('ephemeral', 'volumeClaimTemplate', 'spec', 'resources');
  return [
    ...fractional(requests, at.child('requests'), 'storage'),
    ...fractional(limits, at.child('limits'), 'storage'),
  ];
}

/** A file of a volume, and where it comes from: `ConfigMap "settings"`. */
interface NamedPath {
  path: string;
  source: string;
}

const named = (
  kind: string,
  name: string | undefined,
  items: readonly { path: string }[] = [],
): NamedPath[] =>
  items.map(({ path }) => ({ path, source: name === undefined ? kind : `${kind} ${goQuote(name)}` }));

/** Two files of a volume cannot have the same path, nor one that is a directory to the other. */
function warnOfPaths({ name, secret, configMap, downwardAPI, projected }: CoreV1Volume): string[] {
  const volume = `volume ${goQuote(name)}`;
  const ofOne = (paths: readonly NamedPath[]): string[] =>
    overlaps(paths).map(
      ([one, other]) =>
        `${volume} (${one.source}): overlapping paths: ${goQuote(one.path)} with ${goQuote(other.path)}`,
    );
  if (secret !== undefined) return ofOne(named('Secret', secret.secretName ?? '', secret.items));
  if (configMap !== undefined) return ofOne(named('ConfigMap', configMap.name ?? '', configMap.items));
  if (downwardAPI !== undefined) return ofOne(named('DownwardAPI', undefined, downwardAPI.items));
  if (projected === undefined) return [];
  const sources = projected.sources ?? [];
  return [
    ...sources
      .filter((source) => Object.keys(source).length === 0)
      .map(() => `${volume} (Projected) has no sources provided`),
    ...overlaps(sources.flatMap(projectedPaths)).map(([one, other]) => {
      const texts = [one, other].map(({ path, source }) => `${goQuote(path)} (${source})`);
      return `${volume} (Projected): overlapping paths: ${texts.join(' with ')}`;
    }),
  ];
}

function projectedPaths(projection: CoreV1VolumeProjection): NamedPath[] {
  const { secret, configMap, downwardAPI, serviceAccountToken, clusterTrustBundle, podCertificate } =
    projection;
  if (configMap !== undefined) return named('ConfigMap', configMap.name ?? '', configMap.items);
  if (secret !== undefined) return named('Secret', secret.name ?? '', secret.items);
  if (downwardAPI !== undefined) return named('DownwardAPI', undefined, downwardAPI.items);
  if (serviceAccountToken !== undefined)
    return named('ServiceAccountToken', undefined, [serviceAccountToken]);
  if (clusterTrustBundle !== undefined) {
    const { name, signerName } = clusterTrustBundle;
    return named('ClusterTrustBundle', name ?? signerName ?? '', [clusterTrustBundle]);
  }
  const files = [
    podCertificate?.credentialBundlePath,
    podCertificate?.keyPath,
    podCertificate?.certificateChainPath,
  ];
  return named(
    'PodCertificate chain',
    undefined,
    files.flatMap((path) => (path ? [{ path }] : [])),
  );
}

/** Each path that collides with an earlier one, with that one. */
function overlaps(paths: readonly NamedPath[]): [NamedPath, NamedPath][] {
  return paths.flatMap((one, index): [NamedPath, NamedPath][] => {
    const other = paths.slice(0, index).find((before) => collide(one.path, before.path));
    return other === undefined ? [] : [[one, other]];
  });
}

function collide(one: string, other: string): boolean {
  const [a, b] = [trimmed(one), trimmed(other)];
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}

const trimmed = (path: string): string => path.replace(/\/+$/, '');
