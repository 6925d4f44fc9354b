import { apiVersionOf, type Definitions } from '../../api/schema/schema.ts';
import type { AnyKindRules } from '../../registry/kind-rules.ts';
import type { StoredResource } from '../../registry/resource.ts';
import type { ActionRules, ConnectionRules, PartRules } from '../../registry/subresource-rules.ts';
import { partRules, type RulesFor } from '../../registry/write/update-rules.ts';
import type { Handler } from '../exchange.ts';
import { type Connect, connectHandler } from '../handlers/connect.ts';
import type { PostedAction } from '../request/posted-action.ts';
import type { SubresourceDescription } from '../surface/routes.ts';

/** By verb. */
export type VerbHandlers = Readonly<Record<string, Handler>>;

/** The verbs of a subresource and their handlers. */
export interface SubresourceRoutes {
  handlers: VerbHandlers;
  /** Undefined when it takes and gives the whole object. */
  kind?: SubresourceDescription['kind'];
}

export interface SubresourceDependencies {
  definitions: Definitions;
  /** Subresources of many kinds, by name: `status` and `scale`. */
  common: Readonly<Record<string, SubresourceRoutes>>;
  get: Handler;
  update(rulesFor: RulesFor): Handler;
  patch(rulesFor: RulesFor): Handler;
  /** Makes the handler of an action, by the kind that is posted. An action without one is not served. */
  actions: Readonly<Record<string, ((action: PostedAction) => Handler) | undefined>>;
  /** By resource and subresource: `pods/exec`. */
  connections: Readonly<Record<string, Connect>>;
}

/** The handlers of subresources, made from the rules of the kinds that have them. */
export class Subresources {
  readonly #dependencies: SubresourceDependencies;
  readonly #made = new WeakMap<AnyKindRules, Map<string, SubresourceRoutes | undefined>>();

  constructor(dependencies: SubresourceDependencies) {
    this.#dependencies = dependencies;
  }

  /** Undefined for a subresource that is not served. */
  routesOf(resource: StoredResource, name: string): SubresourceRoutes | undefined {
    const common = this.#dependencies.common[name];
    if (common !== undefined) return common;
    const { rules } = resource;
    const made = this.#made.get(rules) ?? new Map<string, SubresourceRoutes | undefined>();
    this.#made.set(rules, made);
    if (!made.has(name)) made.set(name, this.#make(resource, name));
    return made.get(name);
  }

  #make({ type, rules }: StoredResource, name: string): SubresourceRoutes | undefined {
    const own = rules.subresources?.[name];
    if (own === undefined) return undefined;
    if (own.type === 'part') return { handlers: this.#part(own) };
    if (own.type === 'action') return this.#action(own);
    return connection(own, this.#dependencies.connections[`${type.resource}/${name}`]!);
  }

  #part(rules: PartRules<object>): VerbHandlers {
    const { get, update, patch } = this.#dependencies;
    const rulesFor: RulesFor = (resource) => partRules(rules, resource);
    const made = { get: () => get, update: () => update(rulesFor), patch: () => patch(rulesFor) };
    return Object.fromEntries(rules.verbs.map((verb) => [verb, made[verb]()]));
  }

  #action(rules: ActionRules<object>): SubresourceRoutes | undefined {
    const { kind, otherVersions = [] } = rules;
    const { definitions } = this.#dependencies;
    const schema = definitions.structs.get(structName(kind))!;
    const create = this.#dependencies.actions[kind.kind]?.({
      rules,
      filled: definitions.filledIn(schema),
      kind: {
        ...kind,
        schema,
        otherVersions: otherVersions.map((version) => apiVersionOf({ group: kind.group, version })),
      },
    });
    return create && { kind, handlers: { create } };
  }
}

function connection({ verbs, options }: ConnectionRules, connect: Connect): SubresourceRoutes {
  const handler: Handler =
    options === undefined ? (exchange) => connect(exchange, {}) : connectHandler({ kind: options, connect });
  return {
    handlers: Object.fromEntries(verbs.map((verb) => [verb, handler])),
    ...(options === undefined ? {} : { kind: options }),
  };
}

/** `core.v1.Binding` */
const structName = ({ group, version, kind }: { group: string; version: string; kind: string }): string =>
  `${group.split('.')[0] || 'core'}.${version}.${kind}`;
