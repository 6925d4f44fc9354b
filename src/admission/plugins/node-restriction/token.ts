import { notFoundError } from '../../../api/meta/status.ts';
import type { AuthenticationV1TokenRequest, CoreV1Pod } from '../../../api/schema/types.gen.ts';
import type { PluginDependencies } from '../../descriptor.ts';
import { objectOf } from '../shared/objects.ts';
import { forbidden } from '../shared/refusals.ts';
import type { NodeRule } from './rule.ts';
import { audienceCheck } from './token-audiences.ts';

/** A node gets tokens for the pods that run on it. */
export function tokenRule(dependencies: PluginDependencies): NodeRule {
  const { objects, gates } = dependencies;
  const checkAudiences = gates.isOn('ServiceAccountNodeAudienceRestriction')
    ? audienceCheck(dependencies)
    : undefined;
  const pods = objects.lister<CoreV1Pod>({ group: '', resource: 'pods' });
  return async (node, attributes) => {
    const { operation, subresource, namespace } = attributes;
    if (operation !== 'CREATE' || subresource !== 'token') return;
    const { boundObjectRef: bound, audiences } = objectOf<AuthenticationV1TokenRequest>(attributes).spec;
    if (bound?.apiVersion !== 'v1' || bound.kind !== 'Pod' || !bound.name)
      throw forbidden(attributes, 'node requested token not bound to a pod');
    if (!bound.uid) throw forbidden(attributes, 'node requested token with a pod binding without a uid');
    const pod = pods.get(namespace, bound.name) ?? (await pods.getFresh(namespace, bound.name));
    if (pod === undefined) throw notFoundError({ group: '', resource: 'pods' }, bound.name);
    if (bound.uid !== pod.metadata.uid)
      throw forbidden(
        attributes,
        `the UID in the bound object reference (${bound.uid}) does not match the UID in record. ` +
          'The object might have been deleted and then recreated',
      );
    if (pod.spec.nodeName !== node)
      throw forbidden(attributes, 'node requested token bound to a pod scheduled on a different node');
    await checkAudiences?.(attributes, audiences ?? [], pod);
  };
}
