import type { Flag } from '../../util/flags.ts';

/** Flags of the requests that servers of other releases answer for this one. */
export const peerFlags: readonly Flag[] = [
  {
    name: 'peer-ca-file',
    type: 'text',
    value: 'file',
    description:
      'certificates of who signs the certificates of other servers of this cluster: requests that only they can answer are passed on to them',
  },
];
