import type { FeatureGates } from '../gates/feature-gates.ts';
import { type Dialect, fillPlaceholders } from '../meta/dialect.ts';
import { isReleasedBy } from '../meta/release.ts';
import { isThere, type LaterValue } from './release-view.ts';
import { allVerbs, type GroupVersionDefinition, type KindDefinition, type StructSchema } from './schema.ts';

/** The option `(kind)` of a message. */
export interface KindOption {
  plural: string;
  short_names?: string[];
  categories?: string[];
  scope: 'NAMESPACED' | 'CLUSTER';
  verbs?: string[];
  subresources?: string[];
  storage?: boolean;
  introduced?: string;
  deprecated?: string;
  removed?: string;
  replacement?: string;
  stored_as?: string;
  virtual?: boolean;
  confidential?: boolean;
  limits_itself?: boolean;
  gate?: string;
  later_subresources?: LaterValue | LaterValue[];
  until?: string;
  earlier?: EarlierKind | EarlierKind[];
  outgoing?: boolean;
}

/** Options of a kind before a release, in place of those that are declared. */
interface EarlierKind {
  until: string;
  deprecated?: string;
  removed?: string;
  gate?: string;
}

/** The view that definitions are read for; without a release, with all that any release has. */
export interface View {
  dialect: Dialect;
  release: string | undefined;
  /** The feature gates of the release. */
  gates: FeatureGates | undefined;
}

/** The kind that a message declares, as it is in a release. */
export function kindDefinition(
  { dialect, release, gates }: View,
  kind: string,
  declared: KindOption,
  { group, version }: GroupVersionDefinition,
  schema: StructSchema,
): KindDefinition {
  const option = optionIn(declared, release);
  const { replacement, stored_as: storedAs } = option;
  return {
    group,
    version,
    kind,
    plural: option.plural,
    singular: kind.toLowerCase(),
    listsSingular: release !== undefined && isReleasedBy('1.27', release),
    shortNames: option.short_names ?? [],
    categories: option.categories ?? [],
    namespaced: option.scope === 'NAMESPACED',
    verbs: option.verbs ?? allVerbs,
    subresources: subresourcesIn(option, release, gates),
    gate: option.gate,
    storage: (option.storage ?? storedAs === undefined) && !option.virtual,
    virtual: option.virtual ?? false,
    confidential: option.confidential ?? false,
    limitsItself: option.limits_itself ?? false,
    storedAs: storedAs === undefined ? { group, kind } : groupKind(fillPlaceholders(dialect, storedAs)),
    lifecycle: {
      introduced: option.introduced,
      deprecated: option.deprecated,
      removed: option.removed,
      replacement: replacement === undefined ? undefined : fillPlaceholders(dialect, replacement),
    },
    schema,
  };
}

/** The options as they are in a release: of several earlier forms the one that was given up next counts. */
function optionIn(declared: KindOption, release: string | undefined): KindOption {
  if (release === undefined) return declared;
  const [earlier] = [declared.earlier ?? []]
    .flat()
    .filter(({ until }) => isThere({ until }, release))
    .sort((a, b) => (isReleasedBy(a.until, b.until) ? -1 : 1));
  return { ...declared, ...earlier };
}

/** A sub-resource whose gate is off is not served: nothing would come of it. */
function subresourcesIn(
  option: KindOption,
  release: string | undefined,
  gates: FeatureGates | undefined,
): string[] {
  const later = [option.later_subresources ?? []]
    .flat()
    .filter(
      (each) => isThere(each, release) && (each.gate === undefined || gates?.isOn(each.gate) !== false),
    );
  return [...(option.subresources ?? []), ...later.map(({ name }) => name)];
}

/** Parses `Ingress.networking.example.com`, or `Event` for the core group. */
function groupKind(text: string): { group: string; kind: string } {
  const [kind = '', ...group] = text.split('.');
  return { group: group.join('.'), kind };
}
