import { type Dialect, dialects, fillPlaceholders } from '../../../../api/meta/dialect.ts';
import type { CoreV1EnvVar, CoreV1PodSpec, MetaV1ObjectMeta } from '../../../../api/schema/types.gen.ts';
import { FieldPath } from '../../../../api/validation/field-errors.ts';
import type { KindRules } from '../../../../registry/kind-rules.ts';
import { goQuote } from '../../../../util/quote.ts';
import type { ServedApi } from '../../served-api.ts';
import { appArmorPrefix } from '../annotations.ts';
import { type PodFeatures, podFeatures } from '../features.ts';
import { containerSeccompPrefix, podSeccompAnnotation } from '../seccomp.ts';
import { type AnyContainer, allContainersWithPaths } from '../visit.ts';
import { fractional } from './amounts.ts';
import { deprecatedLabels, warnOfNodeLabels } from './node-labels.ts';
import { warnOfPorts } from './ports.ts';
import { warnOfAffinity } from './selectors.ts';
import { warnOfVolumes } from './volumes.ts';

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

const seccompText = ({ since27 }: PodFeatures): string => {
  const state = since27 ? 'non-functional in v1.27+' : 'deprecated since v1.19';
  return `${state}; use the "seccompProfile" field instead`;
};
/** Ends a warning about an annotation with the profile of a container. */
export const appArmorText = 'deprecated since v1.30; use the "appArmorProfile" field instead';

/**
 * Warnings about a pod, or a template at `path`, that is valid and yet hardly intended so: deprecated names, fields that
 * no longer have an effect, duplicate items of which only one counts.
 */
export function podWarnings({ metadata, spec }: PodLike, path: FieldPath, api: ServedApi): string[] {
  const { dialect } = api;
  const features = podFeatures(api.gates);
  const annotations = metadata?.annotations ?? {};
  const seccompPrefix = containerSeccompPrefix(dialect);
  const specPath = path.child('spec');
  const isTemplate = path !== FieldPath.root;
  const annotationsPath = path.child('metadata', 'annotations');
  const annotation = (key: string, text: string): string[] =>
    Object.hasOwn(annotations, key) ? [`${annotationsPath.key(key)}: ${text}`] : [];
  const seccomp = (has: { securityContext?: { seccompProfile?: object } }, key: string): string[] =>
    has.securityContext?.seccompProfile === undefined ? annotation(key, seccompText(features)) : [];
  // Of pods the field is filled in from the annotation: they are warned of by their kind.
  const appArmor = (has: AnyContainer, key: string): string[] =>
    features.since30 && isTemplate && has.securityContext?.appArmorProfile === undefined
      ? annotation(key, appArmorText)
      : [];
  return [
    ...warnOfNodeLabels(spec, specPath, deprecatedLabels(dialect), features),
    ...annotationsIn.get(dialect)!.flatMap(([key, text]) => annotation(key, text)),
    ...warnOfVolumes(spec.volumes ?? [], specPath.child('volumes'), features),
    ...repeated(spec.hostAliases ?? [], 'ip', specPath.child('hostAliases')),
    ...repeated(spec.imagePullSecrets ?? [], 'name', specPath.child('imagePullSecrets')),
    ...nameless(spec.imagePullSecrets ?? [], specPath.child('imagePullSecrets')),
    ...fractional(spec.overhead, specPath.child('overhead'), 'memory', 'ephemeral-storage'),
    ...seccomp(spec, podSeccompAnnotation(dialect)),
    ...allContainersWithPaths(spec, specPath).flatMap(({ container, path: at }) => {
      const ofAnnotation = seccomp(container, seccompPrefix + container.name);
      return [
        ...ofAnnotation,
        ...appArmor(container, appArmorPrefix(dialect) + container.name),
        ...warnOfContainer(container, at, features),
      ];
    }),
    ...warnOfPorts(spec, specPath, features),
    ...(features.since27 ? warnOfGracePeriod(spec, specPath) : []),
    ...(features.since28 ? warnOfAffinity(spec.affinity, specPath.child('affinity')) : []),
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

function warnOfContainer(container: AnyContainer, path: FieldPath, { since28 }: PodFeatures): string[] {
  const { limits, requests } = container.resources ?? {};
  if (!(limits ?? requests ?? container.env)) return [];
  return [
    ...fractional(limits, path.child('resources', 'limits'), 'memory'),
    ...fractional(requests, path.child('resources', 'requests'), 'memory'),
    ...fractional(limits, path.child('resources', 'limits'), 'ephemeral-storage'),
    ...fractional(requests, path.child('resources', 'requests'), 'ephemeral-storage'),
    ...(since28
      ? hidden(container.env ?? [], path.child('env'))
      : repeated(container.env ?? [], 'name', path.child('env'))),
  ];
}

/** Variables of the same name: the last one counts, which may be made of those before it. */
function hidden(variables: readonly CoreV1EnvVar[], path: FieldPath): string[] {
  const seen = new Set<string>();
  return variables.flatMap(({ name, value = '' }, index) => {
    const isHidden = seen.has(name) && !value.includes(`$(${name})`);
    seen.add(name);
    if (!isHidden) return [];
    return [
      `${path.index(index)}: hides previous definition of ${goQuote(name)}, which may be dropped when using apply`,
    ];
  });
}

function warnOfGracePeriod(
  { terminationGracePeriodSeconds: grace }: CoreV1PodSpec,
  path: FieldPath,
): string[] {
  if (grace === undefined || grace >= 0) return [];
  const text = 'must be >= 0; negative values are invalid and will be treated as 1';
  return [`${path.child('terminationGracePeriodSeconds')}: ${text}`];
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
