import type { Dialect } from '../meta/dialect.ts';

/** Names of the built-in signers. */
export interface SignerNames {
  client: string;
  nodeClient: string;
  nodeServing: string;
  legacyUnknown: string;
}

export function signerNames({ label, prefix, nodeAgent }: Dialect): SignerNames {
  return {
    client: `${label}/${prefix}-apiserver-client`,
    nodeClient: `${label}/${prefix}-apiserver-client-${nodeAgent}`,
    nodeServing: `${label}/${nodeAgent}-serving`,
    legacyUnknown: `${label}/legacy-unknown`,
  };
}
