import type { AdmissionAttributes } from '../../plugin.ts';

/** Throws, or rejects, when this node may not do that. */
export type NodeRule = (node: string, attributes: AdmissionAttributes) => void | Promise<void>;
