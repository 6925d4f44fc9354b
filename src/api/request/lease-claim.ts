/**
 * The header of a write that says which Lease its sender holds. The server refuses the write when another holds that
 * Lease: a process that was stopped with a request half sent cannot look at the time once more before the rest goes out.
 */
export const leaseClaimHeader = 'lease-holder';

export interface LeaseClaim {
  namespace: string;
  name: string;
  /** `holderIdentity` of the Lease. */
  holder: string;
}

export const claimText = ({ namespace, name, holder }: LeaseClaim): string =>
  `${namespace}/${name}/${encodeURIComponent(holder)}`;

/** Undefined for a text of another form. */
export function parseClaim(text: string): LeaseClaim | undefined {
  const [namespace, name, holder, ...rest] = text.split('/');
  if (!namespace || !name || !holder || rest.length > 0) return undefined;
  try {
    return { namespace, name, holder: decodeURIComponent(holder) };
  } catch {
    return undefined;
  }
}
