import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { User } from '../../../api/meta/user.ts';
import { goQuote } from '../../../util/quote.ts';
import type { PluginDependencies, PluginDescriptor } from '../../descriptor.ts';
import type { AdmissionAttributes, AdmissionPlugin, AdmissionTarget } from '../../plugin.ts';
import { forbidden } from '../shared/refusals.ts';
import { certificateRequestRule } from './certificate-requests.ts';
import { claimRule } from './claim.ts';
import { nodeRule } from './node.ts';
import { podRules } from './pods.ts';
import type { NodeRule } from './rule.ts';
import { signingRequestRule } from './signing-requests.ts';
import { sliceRule } from './slices.ts';
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
  const { dialect, gates } = dependencies;
  const ofPods = podRules(dependencies);
  const byResource: Readonly<Record<string, NodeRule>> = {
    'nodes.': nodeRule(dependencies),
    'persistentvolumeclaims.': claimRule(gates),
    'serviceaccounts.': tokenRule(dependencies),
    [fillPlaceholders(dialect, 'leases.coordination.{api}')]: leaseRule(`${dialect.prefix}-node-lease`),
    [fillPlaceholders(dialect, 'csinodes.storage.{api}')]: ownName('CSINode'),
    ...laterRules(dependencies),
  };
  return ({ group, resource, subresource }) =>
    group === '' && resource === 'pods' ? ofPods(subresource) : byResource[`${resource}.${group}`];
}

/** Rules that came with later releases, by `<resource>.<group>`. */
function laterRules(dependencies: PluginDependencies): Readonly<Record<string, NodeRule>> {
  const { dialect, gates } = dependencies;
  const checksRequests = gates.isIn('1.31') && !gates.isOn('AllowInsecureKubeletCertificateSigningRequests');
  const all: [boolean, string, () => NodeRule][] = [
    [gates.isIn('1.30'), 'resourceslices.resource.{api}', () => sliceRule(gates.isIn('1.31'))],
    [checksRequests, 'certificatesigningrequests.certificates.{api}', () => signingRequestRule(dialect)],
    [
      gates.isIn('1.34'),
      'podcertificaterequests.certificates.{api}',
      () => certificateRequestRule(dependencies),
    ],
  ];
  const there = all.filter(([isThere]) => isThere);
  return Object.fromEntries(there.map(([, type, make]) => [fillPlaceholders(dialect, type), make()]));
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
