import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { User } from '../../../api/meta/user.ts';
import { goQuote } from '../../../util/quote.ts';
import type { PluginDependencies, PluginDescriptor } from '../../descriptor.ts';
import type { AdmissionAttributes, AdmissionPlugin, AdmissionTarget } from '../../plugin.ts';
import { forbidden } from '../shared/refusals.ts';
import { claimRule } from './claim.ts';
import { nodeRule } from './node.ts';
import { podRules } from './pods.ts';
import type { NodeRule } from './rule.ts';
import { tokenRule } from './token.ts';

/** A node agent writes what is its own: its Node, its Lease, and the pods that run on it. */
export const nodeRestriction: PluginDescriptor = {
  name: 'NodeRestriction',
  onByDefault: false,
  flags: [],
  create: async (dependencies) => plugin(dependencies),
};

function plugin(dependencies: PluginDependencies): AdmissionPlugin {
  const ruleFor = rules(dependencies);
  return {
    handles: (target) => target.operation !== 'CONNECT' && ruleFor(target) !== undefined,
    admit: (attributes) => {
      const node = nodeOf(attributes.user);
      if (node === undefined) return;
      if (node === '')
        throw forbidden(attributes, `could not determine node from user ${goQuote(attributes.user.name)}`);
      return ruleFor(attributes)!(node, attributes);
    },
  };
}

const prefix = 'system:node:';

/** Undefined when the user is no node. */
function nodeOf({ name, groups }: User): string | undefined {
  if (!name.startsWith(prefix) || !groups.includes('system:nodes')) return undefined;
  return name.slice(prefix.length);
}

function rules(dependencies: PluginDependencies): (target: AdmissionTarget) => NodeRule | undefined {
  const { dialect } = dependencies;
  const ofPods = podRules(dependencies);
  const byResource: Readonly<Record<string, NodeRule>> = {
    'nodes.': nodeRule(dependencies),
    'persistentvolumeclaims.': claimRule,
    'serviceaccounts.': tokenRule(dependencies),
    [fillPlaceholders(dialect, 'leases.coordination.{api}')]: leaseRule(`${dialect.prefix}-node-lease`),
    [fillPlaceholders(dialect, 'csinodes.storage.{api}')]: ownName('CSINode'),
  };
  return ({ group, resource, subresource }) =>
    group === '' && resource === 'pods' ? ofPods(subresource) : byResource[`${resource}.${group}`];
}

function leaseRule(namespace: string): NodeRule {
  const named = ownName('node lease');
  return (node, attributes) => {
    if (attributes.namespace !== namespace)
      throw forbidden(attributes, `can only access leases in the ${goQuote(namespace)} system namespace`);
    return named(node, attributes);
  };
}

const ownName =
  (what: string): NodeRule =>
  (node, attributes: AdmissionAttributes) => {
    if (attributes.name === node) return;
    throw forbidden(attributes, `can only access ${what} with the same name as the requesting node`);
  };
