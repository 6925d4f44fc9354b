import { syntaxError } from '../../../api/codec/json-syntax.ts';
import { jsonTypeOf } from '../../../api/codec/type-text.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1PodSpec, CoreV1Toleration, MetaV1ObjectMeta } from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { goQuote } from '../../../util/quote.ts';
import type { PodContext } from './options.ts';
import { validateTolerations } from './scheduling/tolerations.ts';
import { containerSeccompPrefix, podSeccompAnnotation, validateSeccompAnnotation } from './seccomp.ts';
import { allContainers } from './visit.ts';

/** Annotations that mean something to nodes and controllers. */

/** Annotation of a pod that a node runs by itself and only shows to the API. */
export const mirrorAnnotation = ({ label }: Dialect): string => `${label}/config.mirror`;
export const appArmorPrefix = ({ label }: Dialect): string => `container.apparmor.security.beta.${label}/`;
const tolerationsAnnotation = ({ label }: Dialect): string => `scheduler.alpha.${label}/tolerations`;
const deletionCostAnnotation = ({ label }: Dialect): string => `controller.${label}/pod-deletion-cost`;

type Annotations = Readonly<Record<string, string>>;

export function validatePodAnnotations(
  { annotations }: MetaV1ObjectMeta,
  spec: CoreV1PodSpec,
  path: FieldPath,
  context: PodContext,
): FieldError[] {
  if (annotations === undefined) return [];
  return [
    ...validateMirror(annotations, spec, path, context),
    ...validateOldTolerations(annotations, path, context),
    ...validateDeletionCost(annotations, path, context),
    ...validateOldSeccomp(annotations, path, context),
    ...validateAppArmor(annotations, spec, path, context),
  ];
}

function validateMirror(
  annotations: Annotations,
  { nodeName }: CoreV1PodSpec,
  path: FieldPath,
  { dialect }: PodContext,
): FieldError[] {
  const key = mirrorAnnotation(dialect);
  if (nodeName || annotations[key] === undefined) return [];
  return [invalid(path.key(key), annotations[key], 'must set spec.nodeName if mirror pod annotation is set')];
}

function validateOldTolerations(
  annotations: Annotations,
  path: FieldPath,
  context: PodContext,
): FieldError[] {
  const key = tolerationsAnnotation(context.dialect);
  const text = annotations[key];
  if (!text) return [];
  const tolerations = readTolerations(text);
  return typeof tolerations === 'string'
    ? [invalid(path, key, tolerations)]
    : validateTolerations(tolerations, path.child(key), context);
}

/** The complaint of a decoder when it is not a list of tolerations. */
function readTolerations(text: string): CoreV1Toleration[] | string {
  const value = parsed(text);
  if (value === undefined) return syntaxError(text);
  if (value === null) return [];
  if (!Array.isArray(value)) return mismatch(value, 'value of type []core.Toleration');
  for (const item of value) {
    const complaint = tolerationMismatch(item);
    if (complaint !== undefined) return complaint;
  }
  return value.map((item) => Object.fromEntries(Object.entries(item ?? {}).flatMap(knownField)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const mismatch = (value: unknown, target: string): string =>
  `json: cannot unmarshal ${jsonTypeOf(value)} into Go ${target}`;

/** Fields by their names in lower case, which the decoder does not tell from others, and how it calls them. */
const tolerationFields = new Map<string, [field: keyof CoreV1Toleration, label: string, type: string]>([
  ['key', ['key', 'Key', 'string']],
  ['operator', ['operator', 'Operator', 'core.TolerationOperator']],
  ['value', ['value', 'Value', 'string']],
  ['effect', ['effect', 'Effect', 'core.TaintEffect']],
  ['tolerationseconds', ['tolerationSeconds', 'TolerationSeconds', 'int64']],
]);

function tolerationMismatch(item: unknown): string | undefined {
  if (item === null) return undefined;
  if (typeof item !== 'object' || Array.isArray(item)) return mismatch(item, 'value of type core.Toleration');
  for (const [name, value] of Object.entries(item)) {
    const known = tolerationFields.get(name.toLowerCase());
    if (known === undefined || value === null) continue;
    const [, label, type] = known;
    const target = `struct field Toleration.${label} of type ${type}`;
    if (type !== 'int64') {
      if (typeof value !== 'string') return mismatch(value, target);
    } else if (!Number.isInteger(value)) {
      const got = typeof value === 'number' ? `number ${value}` : jsonTypeOf(value);
      return `json: cannot unmarshal ${got} into Go ${target}`;
    }
  }
  return undefined;
}

function knownField([name, value]: [string, unknown]): [string, unknown][] {
  const known = tolerationFields.get(name.toLowerCase());
  return known === undefined || value === null ? [] : [[known[0], value]];
}

const costFormat = /^(?:0|-?[0-9]+)$/;

/** A plain decimal number of 32 bits. */
function isDeletionCost(text: string): boolean {
  if (!costFormat.test(text) || (text.length > 1 && text.startsWith('0'))) return false;
  const value = Number(text);
  return value >= -(2 ** 31) && value < 2 ** 31;
}

function validateDeletionCost(
  annotations: Annotations,
  path: FieldPath,
  { dialect, old }: PodContext,
): FieldError[] {
  const key = deletionCostAnnotation(dialect);
  const cost = annotations[key];
  if (cost === undefined || isDeletionCost(cost)) return [];
  const before = old?.metadata.annotations?.[key];
  if (before !== undefined && !isDeletionCost(before)) return [];
  return [invalid(path.key(key), cost, 'must be a 32bit integer')];
}

function validateOldSeccomp(
  annotations: Annotations,
  path: FieldPath,
  { dialect }: PodContext,
): FieldError[] {
  const podKey = podSeccompAnnotation(dialect);
  const prefix = containerSeccompPrefix(dialect);
  const keys = Object.keys(annotations).filter((key) => key.startsWith(prefix));
  return validateEach([...(annotations[podKey] === undefined ? [] : [podKey]), ...keys.sort()], (key) =>
    validateSeccompAnnotation(annotations[key]!, path.child(key)),
  );
}

function validateAppArmor(
  annotations: Annotations,
  spec: CoreV1PodSpec,
  path: FieldPath,
  { dialect }: PodContext,
): FieldError[] {
  const prefix = appArmorPrefix(dialect);
  const keys = Object.keys(annotations).filter((key) => key.startsWith(prefix));
  const containers = new Set(keys.length === 0 ? [] : allContainers(spec).map(({ name }) => name));
  return validateEach(keys.sort(), (key) => {
    const profile = annotations[key]!;
    const container = key.slice(prefix.length);
    const isProfile =
      ['', 'runtime/default', 'unconfined'].includes(profile) || profile.startsWith('localhost/');
    const text = `invalid AppArmor profile name: ${goQuote(profile)}`;
    return [
      ...(containers.has(container) ? [] : [invalid(path.key(key), container, 'container not found')]),
      ...(isProfile ? [] : [invalid(path.key(key), profile, text)]),
    ];
  });
}
