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
  description: string;
  flags: readonly CommandFlag[];
}

function creationOf({ word, type, description, flags }: Kind): Command {
  const of = (name: string): boolean => flags.some((flag) => flag.name === name);
  return creation({
    usage: `service ${word} NAME [--tcp=PORT:TARGETPORT]`,
    description,
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
  description: 'Creates a Service with an address in the cluster.',
  flags: [
    tcpFlag,
    { name: 'clusterip', type: 'text', description: 'The address; None for a Service without one' },
  ],
});

export const createNodePortService = creationOf({
  word: 'nodeport',
  type: 'NodePort',
  description: 'Creates a Service with a port on every node.',
  flags: [tcpFlag, nodePortFlag],
});

export const createLoadBalancerService = creationOf({
  word: 'loadbalancer',
  type: 'LoadBalancer',
  description: 'Creates a Service behind a load balancer.',
  flags: [tcpFlag],
});

export const createExternalNameService = creationOf({
  word: 'externalname',
  type: 'ExternalName',
  description: 'Creates a Service that stands for a DNS name.',
  flags: [tcpFlag, { name: 'external-name', type: 'text', description: 'The DNS name' }],
});
