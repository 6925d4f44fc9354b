import { isDeepStrictEqual } from 'node:util';
import { notFoundError } from '../../../api/meta/status.ts';
import type { CoreV1Node, CoreV1Pod } from '../../../api/schema/types.gen.ts';
import { goQuote } from '../../../util/quote.ts';
import type { PluginDependencies } from '../../descriptor.ts';
import type { AdmissionAttributes } from '../../plugin.ts';
import { entryOf, oldOf, podOf } from '../shared/objects.ts';
import { namesConfigMap, namesSecret } from '../shared/pod-references.ts';
import { forbidden } from '../shared/refusals.ts';
import type { NodeRule } from './rule.ts';

/** The permissions of a node for pods, by subresource. */
export function podRules({ objects, dialect }: PluginDependencies): (subresource: string) => NodeRule {
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
    checkReferences(own, attributes);
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
    ['status', statusRule],
    ['eviction', eviction],
  ]);
  return (subresource) => rules.get(subresource) ?? refuse;
}

const refuse: NodeRule = (_node, attributes) => {
  const why = `unexpected pod subresource ${goQuote(attributes.subresource)}, only 'status' and 'eviction' are allowed`;
  throw forbidden(attributes, why);
};

const statusRule: NodeRule = (node, attributes) => {
  const { metadata, spec } = oldOf<CoreV1Pod>(attributes);
  const own = goQuote(node);
  if (spec.nodeName !== node)
    throw forbidden(
      attributes,
      `node ${own} can only update pod status for pods with spec.nodeName set to itself`,
    );
  if (!isSame(metadata.labels, podOf(attributes).metadata.labels))
    throw forbidden(attributes, `node ${own} cannot update labels through pod status`);
};

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

/** A node may read the objects that its pods refer to, so it must not create pods with such references. */
function checkReferences(own: string, attributes: AdmissionAttributes): void {
  const pod = podOf(attributes);
  const why = (what: string) =>
    forbidden(attributes, `node ${own} can not create pods that reference ${what}`);
  if (pod.spec.serviceAccountName) throw why('a service account');
  if (namesSecret(pod)) throw why('secrets');
  if (namesConfigMap(pod)) throw why('configmaps');
  if ((pod.spec.volumes ?? []).some(({ persistentVolumeClaim }) => persistentVolumeClaim))
    throw why('persistentvolumeclaims');
}
