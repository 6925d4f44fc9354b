import { forbidden } from '../shared/refusals.ts';
import type { NodeRule } from './rule.ts';

interface Slice {
  spec?: { nodeName?: string };
  /** Of the first version. */
  nodeName?: string;
}

/** Slices of devices say for which node they are; all requests but these are for the authorizer of nodes. */
export const sliceRule =
  (checksDeletion: boolean): NodeRule =>
  (node, attributes) => {
    const { operation, object, old } = attributes;
    if (operation !== 'CREATE' && (operation !== 'DELETE' || !checksDeletion)) return;
    const slice = (operation === 'CREATE' ? object : old) as Slice | undefined;
    if ((slice?.spec?.nodeName ?? slice?.nodeName) === node) return;
    const why = `can only ${operation.toLowerCase()} ResourceSlice with the same NodeName as the requesting node`;
    throw forbidden(attributes, why);
  };
