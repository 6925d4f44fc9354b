import { GoText, goStringMap } from '../../../api/go-format/go-syntax.ts';
import { equalValues } from '../../../api/json/json-values.ts';
import type {
  CoreV1NodeAffinity,
  CoreV1NodeSelectorTerm,
  CoreV1PodSchedulingGate,
  CoreV1PodSpec,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden, invalid } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { asGo, goJson } from '../../shared/go-types/index.ts';

const specPath = FieldPath.of('spec');
const affinityPath = specPath.child('affinity', 'nodeAffinity');
const hard = 'requiredDuringSchedulingIgnoredDuringExecution';

/** Gates are opened one by one; none is put up again. */
export function validateOpenedGates(
  gates: readonly CoreV1PodSchedulingGate[] = [],
  old: readonly CoreV1PodSchedulingGate[] = [],
): FieldError[] {
  const before = new Set(old.map(({ name }) => name));
  const path = specPath.child('schedulingGates');
  return validateEach(gates, ({ name }, index) => {
    if (before.has(name)) return [];
    const text = `only deletion is allowed, but found new scheduling gate '${name}'`;
    return [forbidden(path.index(index).child('name'), text)];
  });
}

/** Before a pod is scheduled the nodes that it can run on may become fewer. */
export function validateNarrowed(spec: CoreV1PodSpec, old: CoreV1PodSpec): FieldError[] {
  return [
    ...validateNodeSelector(spec.nodeSelector, old.nodeSelector),
    ...validateNodeAffinity(spec.affinity?.nodeAffinity, old.affinity?.nodeAffinity),
  ];
}

/** The spec with the choice of nodes of before. */
export function withOldNodes(spec: CoreV1PodSpec, old: CoreV1PodSpec): CoreV1PodSpec {
  const { nodeSelector: _, affinity: __, ...rest } = spec;
  const { nodeAffinity: ___, ...ofPods } = spec.affinity ?? {};
  const before = old.affinity?.nodeAffinity;
  const affinity = before === undefined ? ofPods : { ...ofPods, nodeAffinity: before };
  const isNone = Object.keys(affinity).length === 0 && old.affinity === undefined;
  return {
    ...rest,
    ...(old.nodeSelector === undefined ? {} : { nodeSelector: old.nodeSelector }),
    ...(isNone ? {} : { affinity }),
  };
}

type NodeSelector = Readonly<Record<string, string>> | undefined;

function validateNodeSelector(selector: NodeSelector = {}, old: NodeSelector = {}): FieldError[] {
  if (Object.entries(old).every(([key, value]) => selector[key] === value)) return [];
  const text = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)';
  return [invalid(specPath.child('nodeSelector'), goStringMap(selector), text)];
}

function validateNodeAffinity(
  affinity: CoreV1NodeAffinity | undefined,
  old: CoreV1NodeAffinity | undefined,
): FieldError[] {
  const before = old?.[hard]?.nodeSelectorTerms ?? [];
  if (before.length === 0 || equalValues(affinity, old)) return [];
  const path = affinityPath.child(hard, 'nodeSelectorTerms');
  const terms = affinity?.[hard]?.nodeSelectorTerms ?? [];
  if (terms.length !== before.length) {
    const text = 'no additions/deletions to non-empty NodeSelectorTerms list are allowed';
    return [invalid(path, goTerms(affinity?.[hard]?.nodeSelectorTerms ?? undefined), text)];
  }
  return validateEach(terms, (term, index) => {
    const text = 'only additions are allowed (no mutations or deletions)';
    return isNarrowed(term, before[index]!)
      ? []
      : [invalid(path.index(index), asGo('NodeSelectorTerm', term), text)];
  });
}

function goTerms(terms: readonly CoreV1NodeSelectorTerm[] | undefined): GoText {
  const shown = terms?.map((term) => goJson('NodeSelectorTerm', term)) ?? null;
  return new GoText(JSON.stringify(terms ?? null), JSON.stringify(shown));
}

/** An empty term matches nothing, and stays so. */
function isNarrowed(term: CoreV1NodeSelectorTerm, old: CoreV1NodeSelectorTerm): boolean {
  const lists = ['matchExpressions', 'matchFields'] as const;
  if (lists.every((list) => (old[list] ?? []).length === 0)) return equalValues(term, old);
  return lists.every((list) =>
    (old[list] ?? []).every((requirement, index) => equalValues(term[list]?.[index], requirement)),
  );
}
