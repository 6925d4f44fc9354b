import { isDeepStrictEqual } from 'node:util';
import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1PersistentVolumeClaim } from '../../../api/schema/types.gen.ts';
import { goQuote } from '../../../util/quote.ts';
import { objectOf, oldOf } from '../shared/objects.ts';
import { forbidden } from '../shared/refusals.ts';
import type { NodeRule } from './rule.ts';

/** A node says how large the volume of a claim has become, and nothing else about it. */
export const claimRule =
  (gates: FeatureGates): NodeRule =>
  (node, attributes) => {
    const { subresource, operation } = attributes;
    if (subresource !== 'status') throw forbidden(attributes, 'may only update PVC status');
    if (operation !== 'UPDATE') throw forbidden(attributes, `unexpected operation ${goQuote(operation)}`);
    const [before, after] = [oldOf, objectOf].map((of) => fixed(of<CoreV1PersistentVolumeClaim>(attributes)));
    if (isDeepStrictEqual(before, after)) return;
    const why = `node ${goQuote(node)} is not allowed to update fields other than status.${gates.isIn('1.34') ? 'quantity' : 'capacity'} and status.conditions`;
    throw forbidden(attributes, why);
  };

/** The immutable part of a claim, for comparison: without empty fields. */
function fixed({ metadata, spec, status }: CoreV1PersistentVolumeClaim): unknown {
  const { resourceVersion: _version, managedFields: _owners, ...stays } = metadata;
  const { capacity: _capacity, conditions: _conditions, ...ofStatus } = status;
  return JSON.parse(JSON.stringify({ metadata: stays, spec, status: ofStatus }));
}
