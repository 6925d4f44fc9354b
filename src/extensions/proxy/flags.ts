import type { Flag } from '../../util/flags.ts';

const addressTypes = 'Hostname,InternalDNS,InternalIP,ExternalDNS,ExternalIP';

/** Prefixes of the flags for node agents: the product's own, and the one in existing manifests. */
export const agentWords = ['nodeagent', 'kubelet'] as const;

/** Flags of the connections with what runs in the cluster. */
export const proxyFlags: readonly Flag[] = [
  ...agentWords.flatMap((word) => [
    text(`${word}-client-certificate`, 'file', 'client certificate that node agents are shown'),
    text(`${word}-client-key`, 'file', 'key of the client certificate for node agents'),
    text(`${word}-certificate-authority`, 'file', 'CA bundle that node agents are verified against'),
    {
      ...text(
        `${word}-preferred-address-types`,
        'types',
        `which of the addresses of a node is dialled, best first: ${addressTypes} by default`,
      ),
      type: 'list' as const,
    },
    {
      ...text(`${word}-port`, 'port', 'port of the agent of a node that names none: 10250 by default'),
      type: 'count' as const,
    },
  ]),
  {
    ...text(
      'allow-local-node-addresses',
      'boolean',
      'lets nodes, and pods that are proxied, be at loopback and link-local addresses',
    ),
    type: 'boolean',
  },
  {
    ...text(
      'max-connection-bytes-per-sec',
      'bytes',
      'how fast an upgraded connection may be, each way; 0: as fast as it gets',
    ),
    type: 'count',
    default: '0',
  },
];

export const defaultAddressTypes = addressTypes.split(',');
export const defaultAgentPort = 10_250;

function text(name: string, value: string, description: string): Flag {
  return { name, type: 'text', value, description };
}
