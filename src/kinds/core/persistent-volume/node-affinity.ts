import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { equalValues } from '../../../api/json/json-values.ts';
import { type Dialect, fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { CoreV1NodeSelectorTerm, CoreV1VolumeNodeAffinity } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { asGo } from '../../shared/go-types/index.ts';
import { unchanged } from '../../shared/unchanged.ts';

type Affinity = CoreV1VolumeNodeAffinity;

/** The check of an update of the nodes from which a volume can be reached. */
export type AffinityUpdate = (affinity: Affinity | undefined, old: Affinity | undefined) => FieldError[];

const path = FieldPath.of('nodeAffinity');

/** Labels of nodes and their newer names. */
const newerNames: readonly [string, string][] = [
  ['failure-domain.beta.{label}/zone', 'topology.{label}/zone'],
  ['failure-domain.beta.{label}/region', 'topology.{label}/region'],
  ['beta.{label}/os', '{label}/os'],
  ['beta.{label}/arch', '{label}/arch'],
  ['beta.{label}/instance-type', 'node.{label}/instance-type'],
];

/** The nodes of a volume may be said once; since 1.27 a label may get its newer name. */
export function affinityUpdate(gates: FeatureGates, dialect: Dialect): AffinityUpdate {
  if (gates.isOn('MutablePVNodeAffinity')) return () => [];
  if (!gates.isIn('1.27'))
    return (affinity, old) => (old === undefined ? [] : unchanged(affinity, old, path));
  const names = new Map(
    newerNames.map(([older, newer]) => [fillPlaceholders(dialect, older), fillPlaceholders(dialect, newer)]),
  );
  return (affinity, old) => {
    if (old === undefined || equalValues(affinity, withNewerNames(old, affinity, names))) return [];
    const shown = affinity && asGo('VolumeNodeAffinity', affinity);
    return [invalid(path, shown, 'field is immutable, except for updating from beta label to GA')];
  };
}

/** The stored affinity with the newer name of each label that has it in the new one. */
function withNewerNames(
  old: Affinity,
  affinity: Affinity | undefined,
  names: ReadonlyMap<string, string>,
): Affinity {
  const terms = old.required?.nodeSelectorTerms;
  const wanted = affinity?.required?.nodeSelectorTerms;
  if (!terms || !wanted) return old;
  const renamed = terms.map((term, index) => withNewerKeys(term, wanted[index], names));
  return { ...old, required: { ...old.required, nodeSelectorTerms: renamed } };
}

function withNewerKeys(
  term: CoreV1NodeSelectorTerm,
  wanted: CoreV1NodeSelectorTerm | undefined,
  names: ReadonlyMap<string, string>,
): CoreV1NodeSelectorTerm {
  if (term.matchExpressions === undefined) return term;
  const matchExpressions = term.matchExpressions.map((requirement, index) => {
    const key = wanted?.matchExpressions?.[index]?.key;
    // A label without a newer name counts as if it had an empty one: that is refused for what it is.
    const newer = names.get(requirement.key) ?? '';
    return newer === key ? { ...requirement, key } : requirement;
  });
  return { ...term, matchExpressions };
}
