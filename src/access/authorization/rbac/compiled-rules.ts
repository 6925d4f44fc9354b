import { PathPatterns } from '../../../api/rbac/path-patterns.ts';
import type { RbacV1PolicyRule } from '../../../api/schema/types.gen.ts';
import type { Attributes } from '../authorizer.ts';

const any = '*';

/** The attributes of a request in the form that rules compare with. Made once a request. */
export interface Asked {
  readonly attributes: Attributes;
  /** `pods`, `pods/log`. */
  readonly resource: string;
  /** Text in which a rule names the subresource of every resource: `*\/log`. Undefined when none is asked for. */
  readonly everySubresource: string | undefined;
}

export function askedBy(attributes: Attributes): Asked {
  const { resource, subresource } = attributes;
  if (subresource === '') return { attributes, resource, everySubresource: undefined };
  return { attributes, resource: `${resource}/${subresource}`, everySubresource: `*/${subresource}` };
}

/** The rules of one role, arranged so that a request meets only those that know its verb. */
export class CompiledRules {
  /** Rules as the role has them. */
  readonly source: readonly RbacV1PolicyRule[];
  readonly #byVerb = new Map<string, CompiledRule[]>();
  readonly #anyVerb: readonly CompiledRule[];

  constructor(rules: readonly RbacV1PolicyRule[] | null | undefined) {
    this.source = rules ?? [];
    for (const rule of this.source) {
      const own = compiled(rule);
      for (const verb of new Set(rule.verbs)) {
        const known = this.#byVerb.get(verb);
        if (known === undefined) this.#byVerb.set(verb, [own]);
        else known.push(own);
      }
    }
    this.#anyVerb = this.#byVerb.get(any) ?? [];
  }

  allow(asked: Asked): boolean {
    const { verb, isResourceRequest } = asked.attributes;
    const ofVerb = this.#byVerb.get(verb);
    return isResourceRequest
      ? (ofVerb !== undefined && someResource(ofVerb, asked)) || someResource(this.#anyVerb, asked)
      : (ofVerb !== undefined && somePath(ofVerb, asked)) || somePath(this.#anyVerb, asked);
  }
}

interface CompiledRule {
  groups: ReadonlySet<string>;
  resources: ReadonlySet<string>;
  /** Undefined: whatever the name. */
  names: ReadonlySet<string> | undefined;
  /** Undefined: none. */
  paths: PathPatterns | undefined;
}

function compiled({ apiGroups, resources, resourceNames, nonResourceURLs }: RbacV1PolicyRule): CompiledRule {
  return {
    groups: new Set(apiGroups),
    resources: new Set(resources),
    names: resourceNames?.length ? new Set(resourceNames) : undefined,
    paths: nonResourceURLs?.length ? new PathPatterns(nonResourceURLs) : undefined,
  };
}

function someResource(rules: readonly CompiledRule[], asked: Asked): boolean {
  for (const rule of rules) if (coversResource(rule, asked)) return true;
  return false;
}

/** A resource stands for itself alone, not for its subresources; `*` for all of both. */
function coversResource({ groups, resources, names }: CompiledRule, asked: Asked): boolean {
  const { group, name } = asked.attributes;
  if (names !== undefined && !names.has(name)) return false;
  if (!groups.has(group) && !groups.has(any)) return false;
  if (resources.has(asked.resource) || resources.has(any)) return true;
  return asked.everySubresource !== undefined && resources.has(asked.everySubresource);
}

function somePath(rules: readonly CompiledRule[], { attributes: { path } }: Asked): boolean {
  for (const { paths } of rules) if (paths?.covers(path)) return true;
  return false;
}
