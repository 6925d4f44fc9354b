import type {
  AdmissionregistrationV1MatchResources,
  AdmissionregistrationV1NamedRuleWithOperations,
} from '../../api/schema/types.gen.ts';
import type { ResourceVersion } from '../matching/resource-version.ts';
import { type Rule, type RuledTarget, ruleMatches, ruleOf } from '../matching/rules.ts';
import { type Selectors, selectorOf } from '../matching/selector.ts';

/** The requests that a policy or a binding is about, taken apart once. */
export interface MatchRules extends Selectors {
  /** Empty: all. */
  readonly included: readonly NamedRule[];
  readonly excluded: readonly NamedRule[];
  /** Rules mean objects, whichever version or group a request uses for them. */
  readonly matchesEquivalents: boolean;
}

interface NamedRule {
  readonly rule: Rule;
  /** Undefined: objects of any name. */
  readonly names: ReadonlySet<string> | undefined;
}

export const matchRulesOf = (match: AdmissionregistrationV1MatchResources): MatchRules => ({
  included: (match.resourceRules ?? []).map(namedRule),
  excluded: (match.excludeResourceRules ?? []).map(namedRule),
  matchesEquivalents: match.matchPolicy === 'Equivalent',
  namespaceSelector: selectorOf(match.namespaceSelector),
  objectSelector: selectorOf(match.objectSelector),
});

function namedRule(rule: AdmissionregistrationV1NamedRuleWithOperations): NamedRule {
  const names = rule.resourceNames ?? [];
  return { rule: ruleOf(rule), names: names.length === 0 ? undefined : new Set(names) };
}

/** The parts of the rules that a sort of requests fits, as far as that is known without the object's name. */
export interface Fit {
  readonly included: readonly NamedFit[];
  readonly excluded: readonly NamedFit[];
}

interface NamedFit {
  readonly names: ReadonlySet<string> | undefined;
  /** The resource that the rule names: that of the request, or an equivalent one in another group or version. */
  readonly as: ResourceVersion;
}

/** Undefined: such requests never match. */
export function fitOf(
  rules: MatchRules,
  target: RuledTarget,
  equivalents: readonly ResourceVersion[],
): Fit | undefined {
  const others = rules.matchesEquivalents ? equivalents : [];
  const excluded = fitsOf(rules.excluded, target, others);
  if (excluded.some(({ names }) => names === undefined)) return undefined;
  if (rules.included.length === 0) return { included: [{ names: undefined, as: target }], excluded };
  const included = fitsOf(rules.included, target, others);
  return included.length === 0 ? undefined : { included, excluded };
}

/** Rules that name what the request names go first, then those that name the same objects otherwise. */
function fitsOf(
  rules: readonly NamedRule[],
  target: RuledTarget,
  equivalents: readonly ResourceVersion[],
): NamedFit[] {
  const own = rules.filter(({ rule }) => ruleMatches(rule, target));
  const alike = rules.flatMap(({ rule, names }) => {
    const as = equivalents.find(({ group, version, resource }) =>
      ruleMatches(rule, { ...target, group, version, resource }),
    );
    return as === undefined ? [] : [{ names, as }];
  });
  return [...own.map(({ names }) => ({ names, as: target })), ...alike];
}

/** The resource as which an object of this name matches; undefined when it does not. */
export function matchedAs({ included, excluded }: Fit, name: string): ResourceVersion | undefined {
  const fits = ({ names }: NamedFit): boolean => names === undefined || names.has(name);
  return excluded.some(fits) ? undefined : included.find(fits)?.as;
}
