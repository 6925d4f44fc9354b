import { ownValue } from '../../json/json-values.ts';
import { type Dialect, fillPlaceholders } from '../../meta/dialect.ts';
import type { CoreV1PersistentVolumeClaim } from '../../schema/types.gen.ts';
import { Quantity, quantityFromJson } from '../../values/quantity.ts';
import { one } from '../amounts.ts';
import type { Evaluator, Scope } from './evaluator.ts';
import type { QuotaFeatures } from './features.ts';
import { isSelected } from './selected.ts';

const [counted, all, storage] = [
  'count/persistentvolumeclaims',
  'persistentvolumeclaims',
  'requests.storage',
] as const;
const names: readonly string[] = [counted, all, storage];

/** Claims and the storage that they ask for, of all classes together and of each. */
export function claims(dialect: Dialect, { knowsAttributesClasses }: QuotaFeatures): Evaluator {
  const ofClass = `.storageclass.storage.${dialect.api}/`;
  const endings = [`${ofClass}${all}`, `${ofClass}${storage}`];
  const annotation = fillPlaceholders(dialect, 'volume.beta.{label}/storage-class');
  return {
    type: { group: '', resource: 'persistentvolumeclaims' },
    updates: [''],
    countable: (resources) =>
      [...resources.keys()].filter(
        (name) =>
          names.includes(name) || (name.includes(ofClass) && endings.some((end) => name.endsWith(end))),
      ),
    examine: (claim: CoreV1PersistentVolumeClaim) => {
      const { metadata, spec } = claim;
      const className = textIn(metadata.annotations, annotation) ?? spec.storageClassName ?? '';
      const usage = new Map<string, Quantity>([
        [counted, one],
        [all, one],
      ]);
      if (className !== '') usage.set(`${className}${ofClass}${all}`, one);
      const requested = textIn(spec.resources?.requests, 'storage');
      if (requested !== undefined) {
        const exact = quantityFromJson(requested);
        // There is no part of a byte.
        const bytes = exact.isInteger() ? exact : Quantity.of(exact.value(), exact.format);
        usage.set(storage, bytes);
        if (className !== '') usage.set(`${className}${ofClass}${storage}`, bytes);
      }
      return knowsAttributesClasses ? { usage, isInScope: claimScopes(claim) } : { usage };
    },
  };
}

/** A claim is in the scope of each class that it has, is to have or is about to get. */
function claimScopes({ spec, status }: CoreV1PersistentVolumeClaim): (scope: Scope) => boolean {
  const named = [
    spec.volumeAttributesClassName,
    status?.currentVolumeAttributesClassName,
    status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ];
  const classes = new Set(named.filter((name): name is string => Boolean(name)));
  return (scope) => {
    if (scope.scopeName !== 'VolumeAttributesClass') return false;
    if (classes.size === 0) return isSelected('', scope);
    return [...classes].some((name) => isSelected(name, scope));
  };
}

/** Keys are data, and `constructor` may be one of them. */
const textIn = (map: Record<string, string> | undefined, key: string): string | undefined =>
  ownValue(map ?? {}, key) as string | undefined;
