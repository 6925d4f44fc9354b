import { isDeepStrictEqual } from 'node:util';
import type { CoreV1Node } from '../../../api/schema/types.gen.ts';
import { goQuote } from '../../../util/quote.ts';
import type { PluginDependencies } from '../../descriptor.ts';
import type { AdmissionAttributes } from '../../plugin.ts';
import { objectOf, oldOf } from '../shared/objects.ts';
import { forbidden } from '../shared/refusals.ts';
import { labelRule } from './labels.ts';
import type { NodeRule } from './rule.ts';

/** Its own Node, as far as nothing about it draws pods to the node or gives it more to see. */
export function nodeRule({ dialect }: PluginDependencies): NodeRule {
  const forbiddenLabels = labelRule(dialect);
  return (node, attributes) => {
    const own = goQuote(node);
    const { name, operation } = attributes;
    if (name !== node)
      throw forbidden(attributes, `node ${own} is not allowed to modify node ${goQuote(name)}`);
    if (operation === 'DELETE') throw forbidden(attributes, `node ${own} is not allowed to delete itself`);
    const object = objectOf<CoreV1Node>(attributes);
    if (operation === 'UPDATE') checkUpdate(own, attributes, object);
    else if (object.spec.configSource)
      throw forbidden(attributes, `node ${own} is not allowed to create pods with a non-nil configSource`);
    const labels = forbiddenLabels(object.metadata.labels, attributes.old?.metadata.labels).join(', ');
    if (labels === '') return;
    throw forbidden(
      attributes,
      operation === 'UPDATE'
        ? `is not allowed to modify labels: ${labels}`
        : `node ${own} is not allowed to set the following labels: ${labels}`,
    );
  };
}

function checkUpdate(own: string, attributes: AdmissionAttributes, { metadata, spec }: CoreV1Node): void {
  const { spec: before, metadata: metadataBefore } = oldOf<CoreV1Node>(attributes);
  if (spec.configSource && !isDeepStrictEqual(spec.configSource, before.configSource))
    throw forbidden(
      attributes,
      `node ${own} is not allowed to update configSource to a new non-nil configSource`,
    );
  if (!isSameList(spec.taints, before.taints))
    throw forbidden(attributes, `node ${own} is not allowed to modify taints`);
  // An owner that does not exist is a way to be deleted, by the collector of garbage.
  if (!isSameList(metadata.ownerReferences, metadataBefore.ownerReferences))
    throw forbidden(attributes, `node ${own} is not allowed to modify ownerReferences`);
}

const isSameList = (one: unknown[] | undefined, other: unknown[] | undefined): boolean =>
  isDeepStrictEqual(one ?? [], other ?? []);
