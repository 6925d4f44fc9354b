import type { Flag } from '../../util/flags.ts';

const addressTypes = 'Hostname,InternalDNS,InternalIP,ExternalDNS,ExternalIP';

/** How this server connects with the agents of nodes. Deployments have the flag names of the kubelet written down. */
export const proxyFlags: readonly Flag[] = [
  text('kubelet-client-certificate', 'file', 'client certificate that node agents are shown'),
  text('kubelet-client-key', 'file', 'key of the client certificate for node agents'),
  text('kubelet-certificate-authority', 'file', 'CA bundle that node agents are verified against'),
  {
    ...text(
      'kubelet-preferred-address-types',
      'types',
      'which of the addresses of a node is dialled, best first',
    ),
    type: 'list',
    default: addressTypes,
  },
  {
    ...text('kubelet-port', 'port', 'port of the agent of a node that names none'),
    type: 'count',
    default: '10250',
  },
  {
    ...text(
      'allow-local-node-addresses',
      'boolean',
      'lets nodes, and pods that are proxied, be at loopback and link-local addresses',
    ),
    type: 'boolean',
  },
];

function text(name: string, value: string, description: string): Flag {
  return { name, type: 'text', value, description };
}
