import type { Flag } from '../../util/flags.ts';

/** Flags of the connections with servers that extend this one. */
export const aggregationFlags: readonly Flag[] = [
  {
    name: 'proxy-client-cert-file',
    type: 'text',
    value: 'file',
    description: 'client certificate by which servers that extend this one believe it who the caller is',
  },
  {
    name: 'proxy-client-key-file',
    type: 'text',
    value: 'file',
    description: 'key of that client certificate',
  },
  {
    name: 'aggregator-reject-forwarding-redirect',
    type: 'boolean',
    value: 'boolean',
    default: 'true',
    description: 'whether redirects of servers that extend this one are refused',
  },
];
