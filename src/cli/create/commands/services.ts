import type { CommandFlag } from '../../shared/arguments/flag.ts';
import type { Command } from '../../shared/command.ts';
import { creation } from '../create-object.ts';
import { type ServiceType, service } from '../objects/services.ts';

const tcpFlag: CommandFlag = {
  name: 'tcp',
  type: 'list',
  description: 'PORT or PORT:TARGETPORT; may be repeated',
};
const nodePortFlag: CommandFlag = {
  name: 'node-port',
  type: 'integer',
  default: '0',
  description: 'Port on the nodes; 0 for one that the server chooses',
};

interface Kind {
  word: string;
  type: ServiceType;
  details: string;
  flags: readonly CommandFlag[];
}

function creationOf({ word, type, details, flags }: Kind): Command {
  const of = (name: string): boolean => flags.some((flag) => flag.name === name);
  return creation({
    usage: `service ${word} NAME [--tcp=PORT:TARGETPORT]`,
    details,
    flags,
    examples: [`orchctl create service ${word} web --tcp=80:8080`],
    make: ({ name, context: { flags: given } }) =>
      service({
        name,
        type,
        tcp: given.list('tcp'),
        ...(of('clusterip') ? { clusterIP: given.text('clusterip') } : {}),
        ...(of('node-port') ? { nodePort: given.integer('node-port') } : {}),
        ...(of('external-name') ? { externalName: given.text('external-name') } : {}),
      }),
  });
}

export const createClusterIPService = creationOf({
  word: 'clusterip',
  type: 'ClusterIP',
  details: 'It has an address within the cluster.',
  flags: [
    tcpFlag,
    { name: 'clusterip', type: 'text', description: 'The address; None for a Service without one' },
  ],
});

export const createNodePortService = creationOf({
  word: 'nodeport',
  type: 'NodePort',
  details: 'It has a port on every node.',
  flags: [tcpFlag, nodePortFlag],
});

export const createLoadBalancerService = creationOf({
  word: 'loadbalancer',
  type: 'LoadBalancer',
  details: 'It is reached through a load balancer outside the cluster.',
  flags: [tcpFlag],
});

export const createExternalNameService = creationOf({
  word: 'externalname',
  type: 'ExternalName',
  details: 'It is an alias of a DNS name.',
  flags: [tcpFlag, { name: 'external-name', type: 'text', description: 'The DNS name' }],
});
