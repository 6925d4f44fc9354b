import { type Dialect, dialects, fillPlaceholders } from '../../../../api/meta/dialect.ts';
import type { CoreV1PodSpec, CoreV1Volume, MetaV1ObjectMeta } from '../../../../api/schema/types.gen.ts';
import { FieldPath } from '../../../../api/validation/field-errors.ts';
import type { KindRules } from '../../../../registry/kind-rules.ts';
import { goQuote } from '../../../../util/quote.ts';
import type { ServedApi } from '../../served-api.ts';
import { containerSeccompPrefix, podSeccompAnnotation } from '../seccomp.ts';
import { type AnyContainer, allContainersWithPaths } from '../visit.ts';
import { deprecatedLabels, warnOfNodeLabels } from './node-labels.ts';

/** A pod, or a template of one. */
interface PodLike {
  metadata?: MetaV1ObjectMeta;
  spec: CoreV1PodSpec;
}

const oldAnnotations = [
  [
    'scheduler.alpha.{label}/critical-pod',
    'non-functional in v1.16+; use the "priorityClassName" field instead',
  ],
  ['security.alpha.{label}/sysctls', 'non-functional in v1.11+; use the "sysctls" field instead'],
  ['security.alpha.{label}/unsafe-sysctls', 'non-functional in v1.11+; use the "sysctls" field instead'],
] as const;

/** The same in the words of each dialect. */
const annotationsIn: ReadonlyMap<Dialect, readonly (readonly [key: string, text: string])[]> = new Map(
  dialects.map((dialect) => [
    dialect,
    oldAnnotations.map(([key, text]) => [fillPlaceholders(dialect, key), text]),
  ]),
);

const oldVolumes: Partial<Record<keyof CoreV1Volume, string>> = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
};

const oldSources = Object.entries(oldVolumes);

const useSeccompProfile = 'deprecated since v1.19; use the "seccompProfile" field instead';

/**
 * Warnings about a pod, or a template at `path`, that is valid and yet hardly intended so: deprecated names, fields that
 * no longer have an effect, duplicate items of which only one counts.
 */
export function podWarnings({ metadata, spec }: PodLike, path: FieldPath, { dialect }: ServedApi): string[] {
  const annotations = metadata?.annotations ?? {};
  const seccompPrefix = containerSeccompPrefix(dialect);
  const specPath = path.child('spec');
  const annotationsPath = path.child('metadata', 'annotations');
  const annotation = (key: string, text: string): string[] =>
    Object.hasOwn(annotations, key) ? [`${annotationsPath.key(key)}: ${text}`] : [];
  const seccomp = (has: { securityContext?: { seccompProfile?: object } }, key: string): string[] =>
    has.securityContext?.seccompProfile === undefined ? annotation(key, useSeccompProfile) : [];
  return [
    ...warnOfNodeLabels(spec, specPath, deprecatedLabels(dialect)),
    ...annotationsIn.get(dialect)!.flatMap(([key, text]) => annotation(key, text)),
    ...warnOfVolumes(spec.volumes ?? [], specPath.child('volumes')),
    ...repeated(spec.hostAliases ?? [], 'ip', specPath.child('hostAliases')),
    ...repeated(spec.imagePullSecrets ?? [], 'name', specPath.child('imagePullSecrets')),
    ...nameless(spec.imagePullSecrets ?? [], specPath.child('imagePullSecrets')),
    ...fractional(spec.overhead, specPath.child('overhead')),
    ...seccomp(spec, podSeccompAnnotation(dialect)),
    ...allContainersWithPaths(spec, specPath).flatMap(({ container, path: at }) => {
      const ofAnnotation = seccomp(container, seccompPrefix + container.name);
      return ofAnnotation.concat(warnOfContainer(container, at));
    }),
  ];
}

/** Warnings about a kind with a pod template: at creation, and when an update changes its spec. */
export function templateWarnings<T extends { metadata: MetaV1ObjectMeta }>(
  templateOf: (object: T) => PodLike | undefined,
  path: FieldPath,
  api: ServedApi,
): NonNullable<KindRules<T>['warnings']> {
  return (object, old) => {
    const template = templateOf(object);
    const isSame = old !== undefined && old.metadata.generation === object.metadata.generation;
    return isSame || template === undefined ? [] : podWarnings(template, path, api);
  };
}

/** Warnings for workloads that keep the template at `spec.template`. */
export const workloadWarnings = <T extends { metadata: MetaV1ObjectMeta; spec: { template?: PodLike } }>(
  api: ServedApi,
) => templateWarnings<T>(({ spec }) => spec.template, FieldPath.of('spec', 'template'), api);

function warnOfVolumes(volumes: readonly CoreV1Volume[], path: FieldPath): string[] {
  return volumes.flatMap((volume, index) =>
    oldSources.flatMap(([source, text]) =>
      // Texts have the name of this one as programs know it.
      Object.hasOwn(volume, source)
        ? [`${path.index(index).child(source === 'storageos' ? 'storageOS' : source)}: ${text}`]
        : [],
    ),
  );
}

function warnOfContainer(container: AnyContainer, path: FieldPath): string[] {
  const { limits, requests } = container.resources ?? {};
  if (!(limits ?? requests ?? container.env)) return [];
  return [
    ...fractional(limits, path.child('resources', 'limits'), 'memory'),
    ...fractional(requests, path.child('resources', 'requests'), 'memory'),
    ...fractional(limits, path.child('resources', 'limits'), 'ephemeral-storage'),
    ...fractional(requests, path.child('resources', 'requests'), 'ephemeral-storage'),
    ...repeated(container.env ?? [], 'name', path.child('env')),
  ];
}

/** Items whose key field has the value of an earlier item. */
function repeated<K extends string>(
  items: readonly { [Key in K]?: string }[],
  field: K,
  path: FieldPath,
): string[] {
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const value = item[field] ?? '';
    if (seen.has(value)) return [`${path.index(index).child(field)}: duplicate ${field} ${goQuote(value)}`];
    seen.add(value);
    return [];
  });
}

function nameless(items: readonly { name?: string }[], path: FieldPath): string[] {
  return items.flatMap(({ name }, index) =>
    name ? [] : [`${path.index(index).child('name')}: invalid empty name ""`],
  );
}

/** There is no part of a byte: a memory of `100m` is a tenth of one, and was meant to be 100M. */
function fractional(
  amounts: Readonly<Record<string, string>> | undefined,
  path: FieldPath,
  ...names: ('memory' | 'ephemeral-storage')[]
): string[] {
  if (amounts === undefined) return [];
  return (names.length === 0 ? bytes : names).flatMap((name) => {
    const amount = amounts[name];
    if (amount === undefined || !partOfOne.test(amount)) return [];
    return [`${path.key(name)}: fractional byte value ${goQuote(amount)} is invalid, must be an integer`];
  });
}

const bytes = ['memory', 'ephemeral-storage'] as const;
/** Ending of the canonical text of an amount that is no whole number. */
const partOfOne = /[num]$|e-/;
