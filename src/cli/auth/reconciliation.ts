import { type PolicyRule, ruleText, uncovered } from './role-coverage.ts';

/** The fields of a role or binding that reconciling reads and writes. */
export interface AccessObject {
  metadata: {
    labels?: Readonly<Record<string, string>>;
    annotations?: Readonly<Record<string, string>>;
    [field: string]: unknown;
  };
  rules?: readonly PolicyRule[] | null;
  aggregationRule?: unknown;
  roleRef?: { kind?: string; name?: string };
  subjects?: readonly Subject[] | null;
  [field: string]: unknown;
}

interface Subject {
  kind: string;
  apiGroup?: string;
  name: string;
  namespace?: string;
}

export interface Reconciliation {
  operation: 'create' | 'none' | 'recreate' | 'update';
  /** To be written. */
  object: AccessObject;
  /** For the user. */
  lines: string[];
}

/** Makes of the object on the server one that allows what the wanted one does. */
export function reconciliation(
  wanted: AccessObject,
  present: AccessObject | undefined,
  isRemoving: boolean,
): Reconciliation {
  const existing = present ?? { ...wanted, rules: [], subjects: [] };
  const merged = withMetadata(wanted, existing);
  const isNew = present === undefined;
  const change = 'roleRef' in wanted ? subjectChange : ruleChange;
  const { lines, ...parts } = change(wanted, existing, isRemoving);
  if (isNew)
    return { operation: 'create', object: wanted, lines: ['reconciliation required create', ...lines] };
  if (!sameRole(wanted, existing)) {
    return { operation: 'recreate', object: wanted, lines: ['reconciliation required recreate'] };
  }
  const isSame = lines.length === 0 && JSON.stringify(merged.metadata) === JSON.stringify(existing.metadata);
  if (isSame) return { operation: 'none', object: existing, lines: [] };
  return {
    operation: 'update',
    object: { ...merged, ...parts },
    lines: ['reconciliation required update', ...lines],
  };
}

const sameRole = ({ roleRef: a }: AccessObject, { roleRef: b }: AccessObject): boolean =>
  a?.kind === b?.kind && a?.name === b?.name;

/** Labels and annotations that are wanted are added to those that are there. */
function withMetadata(wanted: AccessObject, existing: AccessObject): AccessObject {
  const metadata = { ...existing.metadata };
  for (const field of ['labels', 'annotations'] as const) {
    const both = { ...metadata[field], ...wanted.metadata[field] };
    if (Object.keys(both).length > 0) metadata[field] = both;
  }
  return { ...existing, metadata };
}

function ruleChange(
  wanted: AccessObject,
  existing: AccessObject,
  isRemoving: boolean,
): { lines: string[]; rules?: readonly PolicyRule[]; aggregationRule?: unknown } {
  const [want, have] = [wanted.rules ?? [], existing.rules ?? []];
  // Rules of an aggregated role are the server's.
  const isAggregated = wanted.aggregationRule !== undefined && existing.aggregationRule !== undefined;
  const extra = isAggregated || !isRemoving ? [] : uncovered(want, have);
  const missing = have.length === 0 ? want : uncovered(have, want);
  const lines = [
    ...titled('missing rules added', missing.map(ruleText)),
    ...titled('extra rules removed', extra.map(ruleText)),
  ];
  const aggregationRule = wanted.aggregationRule ?? existing.aggregationRule;
  const isSameAggregation = JSON.stringify(aggregationRule) === JSON.stringify(existing.aggregationRule);
  if (!isSameAggregation) lines.push('\taggregation rule changed');
  if (lines.length === 0) return { lines };
  const rules = isRemoving ? want : [...have, ...missing];
  return { lines, rules, ...(aggregationRule === undefined ? {} : { aggregationRule }) };
}

function subjectChange(
  wanted: AccessObject,
  existing: AccessObject,
  isRemoving: boolean,
): { lines: string[]; subjects?: readonly Subject[] } {
  const [want, have] = [wanted.subjects ?? [], existing.subjects ?? []];
  const missing = want.filter((one) => !have.some((other) => isSame(one, other)));
  const extra = isRemoving ? have.filter((one) => !want.some((other) => isSame(one, other))) : [];
  const lines = [
    ...titled('missing subjects added', missing.map(subjectText)),
    ...titled('extra subjects removed', extra.map(subjectText)),
  ];
  if (lines.length === 0) return { lines };
  return { lines, subjects: [...have.filter((one) => !extra.includes(one)), ...missing] };
}

const isSame = (a: Subject, b: Subject): boolean => subjectText(a) === subjectText(b);

const subjectText = ({ kind, apiGroup = '', name, namespace = '' }: Subject): string =>
  `{Kind:${kind} APIGroup:${apiGroup} Name:${name} Namespace:${namespace}}`;

const titled = (title: string, texts: readonly string[]): string[] =>
  texts.length === 0 ? [] : [`${title}:`, ...texts.map((text) => `\t${text}`)];
