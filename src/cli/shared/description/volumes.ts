import type { CoreV1Volume } from '../../../api/schema/types.gen.ts';
import { parseQuantity } from '../../../api/values/quantity.ts';
import { describeClaimSpec } from './claim-spec.ts';
import type { Description } from './description.ts';
import { type Form, type Row, sourceLayouts } from './volume-sources.ts';

/** `isTemplate`: the lines are indented by one step. */
export function describeVolumes(
  to: Description,
  volumes: readonly CoreV1Volume[] = [],
  isTemplate = false,
): void {
  if (volumes.length === 0) return to.field(isTemplate ? 1 : 0, 'Volumes', '<none>');
  to.line(isTemplate ? 1 : 0, 'Volumes:');
  for (const { name, ...sources } of volumes) {
    to.line(1, `${isTemplate ? ' ' : ''}${name}:`);
    describeSource(to, sources);
  }
}

interface SourceOptions {
  /** Whether it is a PersistentVolume: that names namespaces with Secrets, and has some fields of its own. */
  isPersistent?: boolean;
}

/** `sources`: fields of which one is the source of the volume. */
export function describeSource(
  to: Description,
  sources: Readonly<Partial<Record<string, unknown>>>,
  { isPersistent = false }: SourceOptions = {},
): void {
  // These are more than fields.
  const { downwardAPI, ephemeral, projected } = sources as Partial<CoreV1Volume>;
  if (downwardAPI !== undefined) return describeDownward(to, downwardAPI);
  if (ephemeral !== undefined) return describeEphemeral(to, ephemeral);
  if (projected !== undefined) return describeProjected(to, projected);
  const name = Object.keys(sources).find((key) => key in sourceLayouts);
  if (name === undefined) return to.line(1, '<unknown>');
  const source = sources[name] as Source;
  const { type, rows, persistentRows = rows } = sourceLayouts[name]!;
  to.field(2, 'Type', type.replace('{nodeAgent}', to.dialect.nodeAgent));
  for (const row of isPersistent ? persistentRows : rows) describeRow(to, row, source, isPersistent);
  if (name === 'csi')
    describeAttributes(to, source['volumeAttributes'] as Record<string, string> | undefined);
}

type Source = Readonly<Record<string, unknown>>;

function describeRow(to: Description, [title, key, form]: Row, source: Source, isPersistent: boolean): void {
  const value = key
    .split('.')
    .reduce<unknown>((object, name) => (object as Source | undefined)?.[name], source);
  // The one title that other clients print without a colon.
  if (title === 'ISCSIInterface') to.line(2, `${title}\t${value ?? ''}`);
  else to.field(2, title, forms[form ?? 'text'](value, isPersistent));
}

const forms: Readonly<Record<Form, (value: unknown, isPersistent: boolean) => unknown>> = {
  text: (value) => value,
  number: (value) => value ?? 0,
  flag: (value) => value ?? false,
  list: (value) => `[${((value ?? []) as string[]).join(' ')}]`,
  commas: (value) => ((value ?? []) as string[]).join(', '),
  map: (value) =>
    `map[${Object.entries((value ?? {}) as object)
      .map(([key, one]) => `${key}:${one}`)
      .sort()
      .join(' ')}]`,
  size: (value) => (value === undefined || parseQuantity(String(value)).sign() <= 0 ? '<unset>' : value),
  unset: (value) => value ?? '<unset>',
  none: (value) => value ?? '<none>',
  reference(value, isPersistent) {
    if (value === undefined) return 'nil';
    const { name = '', namespace = '' } = value as { name?: string; namespace?: string };
    return isPersistent
      ? `&SecretReference{Name:${name},Namespace:${namespace},}`
      : `&LocalObjectReference{Name:${name},}`;
  },
};

function describeAttributes(to: Description, attributes: Readonly<Record<string, string>> = {}): void {
  const [first, ...others] = Object.keys(attributes)
    .sort()
    .map((key) => `${key}=${attributes[key]}`);
  if (first === undefined) return to.field(2, 'VolumeAttributes', '<none>');
  to.field(2, 'VolumeAttributes', `    ${first}`);
  for (const text of others) to.line(4, `\t    ${text}`);
}

function describeDownward(to: Description, { items = [] }: NonNullable<CoreV1Volume['downwardAPI']>): void {
  to.field(2, 'Type', 'DownwardAPI (a volume populated by information about the pod)');
  to.line(2, 'Items:');
  for (const { path, fieldRef, resourceFieldRef } of items) {
    if (fieldRef !== undefined) to.line(3, `${fieldRef.fieldPath} -> ${path}`);
    if (resourceFieldRef !== undefined) to.line(3, `${resourceFieldRef.resource} -> ${path}`);
  }
}

function describeEphemeral(
  to: Description,
  { volumeClaimTemplate }: NonNullable<CoreV1Volume['ephemeral']>,
): void {
  const what = 'an inline specification for a volume that gets created and deleted with the pod';
  to.field(2, 'Type', `EphemeralVolume (${what})`);
  if (volumeClaimTemplate !== undefined) describeClaimSpec(to, volumeClaimTemplate);
}

function describeProjected(to: Description, { sources }: NonNullable<CoreV1Volume['projected']>): void {
  to.field(2, 'Type', 'Projected (a volume that contains injected data from multiple sources)');
  for (const { secret, configMap, downwardAPI, serviceAccountToken } of sources ?? []) {
    if (secret !== undefined) {
      to.field(2, 'SecretName', secret.name);
      to.field(2, 'SecretOptionalName', secret.optional ?? '<nil>');
    }
    if (downwardAPI !== undefined) to.field(2, 'DownwardAPI', true);
    if (configMap !== undefined) {
      to.field(2, 'ConfigMapName', configMap.name);
      to.field(2, 'ConfigMapOptional', configMap.optional ?? '<nil>');
    }
    if (serviceAccountToken !== undefined) {
      to.field(2, 'TokenExpirationSeconds', serviceAccountToken.expirationSeconds ?? 3600);
    }
  }
}
