import { isDeepStrictEqual } from 'node:util';
import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { equalValues } from '../../../api/json/json-values.ts';
import { notFoundError } from '../../../api/meta/status.ts';
import type { CoreV1Node, CoreV1Pod } from '../../../api/schema/types.gen.ts';
import { goQuote } from '../../../util/quote.ts';
import type { PluginDependencies } from '../../descriptor.ts';
import type { AdmissionAttributes } from '../../plugin.ts';
import { entryOf, oldOf, podOf } from '../shared/objects.ts';
import { forbidden } from '../shared/refusals.ts';
import { anyReference, earlyReference } from './references.ts';
import type { NodeRule } from './rule.ts';

/** The permissions of a node for pods, by subresource. */
export function podRules({ objects, dialect, gates }: PluginDependencies): (subresource: string) => NodeRule {
  const referenceOf = gates.isIn('1.34') ? anyReference : earlyReference;
  const pods = objects.lister<CoreV1Pod>({ group: '', resource: 'pods' });
  const nodes = objects.lister<CoreV1Node>({ group: '', resource: 'nodes' });
  const mirror = `${dialect.label}/config.mirror`;

  const create: NodeRule = async (node, attributes) => {
    const pod = podOf(attributes);
    const own = goQuote(node);
    if (entryOf(pod.metadata.annotations, mirror) === undefined)
      throw forbidden(
        attributes,
        `pod does not have ${goQuote(mirror)} annotation, node ${own} can only create mirror pods`,
      );
    if (pod.spec.nodeName !== node)
      throw forbidden(attributes, `node ${own} can only create pods with spec.nodeName set to itself`);
    checkOwner(own, node, attributes);
    const { uid } = (nodes.get('', node) ?? (await newestNode(node))).metadata;
    const claimed = pod.metadata.ownerReferences![0]!.uid;
    if (claimed !== uid)
      throw forbidden(attributes, `node ${node} UID mismatch: expected ${claimed} got ${uid}`);
    const reference = referenceOf(pod);
    if (reference !== undefined)
      throw forbidden(attributes, `node ${own} can not create pods that reference ${reference}`);
  };
  const newestNode = async (node: string): Promise<CoreV1Node> => {
    const found = await nodes.getFresh('', node);
    if (found === undefined) throw notFoundError({ group: '', resource: 'nodes' }, node);
    return found;
  };
  const main: NodeRule = (node, attributes) => {
    const { operation } = attributes;
    if (operation === 'CREATE') return create(node, attributes);
    if (operation === 'DELETE') {
      if (oldOf<CoreV1Pod>(attributes).spec.nodeName === node) return;
      throw forbidden(
        attributes,
        `node ${goQuote(node)} can only delete pods with spec.nodeName set to itself`,
      );
    }
    const why = `unexpected operation ${goQuote(operation)}, node ${goQuote(node)} can only create and delete mirror pods`;
    throw forbidden(attributes, why);
  };
  const eviction: NodeRule = async (node, attributes) => {
    const { namespace, name } = attributes;
    const pod = pods.get(namespace, name) ?? (await pods.getFresh(namespace, name));
    if (pod === undefined) throw notFoundError({ group: '', resource: 'pods' }, name);
    if (pod.spec.nodeName !== node)
      throw forbidden(attributes, `node ${node} can only evict pods with spec.nodeName set to itself`);
  };
  const rules: ReadonlyMap<string, NodeRule> = new Map([
    ['', main],
    ['status', statusRule(gates)],
    ['eviction', eviction],
  ]);
  return (subresource) => rules.get(subresource) ?? refuse;
}

const refuse: NodeRule = (_node, attributes) => {
  const why = `unexpected pod subresource ${goQuote(attributes.subresource)}, only 'status' and 'eviction' are allowed`;
  throw forbidden(attributes, why);
};

const statusRule = (gates: FeatureGates): NodeRule => {
  const claims = fixedClaims(gates);
  return (node, attributes) => {
    const { metadata, spec, status } = oldOf<CoreV1Pod>(attributes);
    const own = goQuote(node);
    if (spec.nodeName !== node)
      throw forbidden(
        attributes,
        `node ${own} can only update pod status for pods with spec.nodeName set to itself`,
      );
    if (!isSame(metadata.labels, podOf(attributes).metadata.labels))
      throw forbidden(attributes, `node ${own} cannot update labels through pod status`);
    const changed = podOf(attributes).status;
    for (const [field, what] of claims)
      if (!equalValues(changed?.[field], status?.[field]))
        throw forbidden(attributes, `node ${own} cannot update ${what}`);
  };
};

type ClaimField = 'resourceClaimStatuses' | 'extendedResourceClaimStatus';

/** The parts of the status of a pod that say which claims it has been given, with their names in refusals. */
const fixedClaims = (gates: FeatureGates): readonly (readonly [ClaimField, string])[] => [
  ...(gates.isIn('1.28') ? [['resourceClaimStatuses', 'resource claim statues'] as const] : []),
  ...(gates.isIn('1.34') ? [['extendedResourceClaimStatus', 'extended resource claim status'] as const] : []),
];

const isSame = (one: Record<string, string> = {}, other: Record<string, string> = {}): boolean =>
  isDeepStrictEqual({ ...one }, { ...other });

/** A mirror pod belongs to its node, and goes with it. */
function checkOwner(own: string, node: string, attributes: AdmissionAttributes): void {
  const [owner, ...more] = podOf(attributes).metadata.ownerReferences ?? [];
  if (more.length > 0)
    throw forbidden(
      attributes,
      `node ${own} can only create pods with a single owner reference set to itself`,
    );
  if (owner?.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== node)
    throw forbidden(attributes, `node ${own} can only create pods with an owner reference set to itself`);
  if (!owner.controller)
    throw forbidden(
      attributes,
      `node ${own} can only create pods with a controller owner reference set to itself`,
    );
  if (owner.blockOwnerDeletion)
    throw forbidden(attributes, `node ${own} must not set blockOwnerDeletion on an owner reference`);
}
