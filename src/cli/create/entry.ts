import type { TopCommandEntry } from '../command-entry.ts';

export const createEntry: TopCommandEntry = {
  name: 'create',
  group: 'basic',
  summary: 'Create a resource from a file or from stdin',
  load: async () => (await import('./create.ts')).create,
  commands: [
    {
      name: 'token',
      summary: 'Request a service account token',
      load: async () => (await import('./token.ts')).createToken,
    },
    {
      name: 'namespace',
      aliases: ['ns'],
      summary: 'Create a namespace with the specified name',
      load: async () => (await import('./commands/small.ts')).createNamespace,
    },
    {
      name: 'deployment',
      aliases: ['deploy'],
      summary: 'Create a deployment with the specified name',
      load: async () => (await import('./commands/workloads.ts')).createDeployment,
    },
    {
      name: 'job',
      summary: 'Create a job with the specified name',
      load: async () => (await import('./commands/workloads.ts')).createJob,
    },
    {
      name: 'cronjob',
      aliases: ['cj'],
      summary: 'Create a cron job with the specified name',
      load: async () => (await import('./commands/workloads.ts')).createCronJob,
    },
    {
      name: 'configmap',
      aliases: ['cm'],
      summary: 'Create a config map from files, directories or literal values',
      load: async () => (await import('./commands/config.ts')).createConfigMap,
    },
    {
      name: 'secret',
      summary: 'Create a secret',
      commands: [
        {
          name: 'generic',
          summary: 'Create a secret from files, directories or literal values',
          load: async () => (await import('./commands/config.ts')).createSecret,
        },
        {
          name: 'tls',
          summary: 'Create a TLS secret from a certificate and its key',
          load: async () => (await import('./commands/config.ts')).createTlsSecret,
        },
        {
          name: 'docker-registry',
          summary: 'Create a secret for pulling images from a registry',
          load: async () => (await import('./commands/config.ts')).createRegistrySecret,
        },
      ],
    },
    {
      name: 'service',
      aliases: ['svc'],
      summary: 'Create a service',
      commands: [
        {
          name: 'clusterip',
          summary: 'Create a ClusterIP service',
          load: async () => (await import('./commands/services.ts')).createClusterIPService,
        },
        {
          name: 'nodeport',
          summary: 'Create a NodePort service',
          load: async () => (await import('./commands/services.ts')).createNodePortService,
        },
        {
          name: 'loadbalancer',
          summary: 'Create a LoadBalancer service',
          load: async () => (await import('./commands/services.ts')).createLoadBalancerService,
        },
        {
          name: 'externalname',
          summary: 'Create an ExternalName service',
          load: async () => (await import('./commands/services.ts')).createExternalNameService,
        },
      ],
    },
    {
      name: 'serviceaccount',
      aliases: ['sa'],
      summary: 'Create a service account with the specified name',
      load: async () => (await import('./commands/small.ts')).createServiceAccount,
    },
    {
      name: 'role',
      summary: 'Create a role with a single rule',
      load: async () => (await import('./commands/access.ts')).createRole,
    },
    {
      name: 'rolebinding',
      summary: 'Create a role binding for a role or a cluster role',
      load: async () => (await import('./commands/access.ts')).createRoleBinding,
    },
    {
      name: 'clusterrole',
      summary: 'Create a cluster role',
      load: async () => (await import('./commands/access.ts')).createClusterRole,
    },
    {
      name: 'clusterrolebinding',
      summary: 'Create a cluster role binding for a cluster role',
      load: async () => (await import('./commands/access.ts')).createClusterRoleBinding,
    },
    {
      name: 'quota',
      aliases: ['resourcequota'],
      summary: 'Create a quota with the specified name',
      load: async () => (await import('./commands/small.ts')).createQuota,
    },
    {
      name: 'poddisruptionbudget',
      aliases: ['pdb'],
      summary: 'Create a pod disruption budget with the specified name',
      load: async () => (await import('./commands/small.ts')).createDisruptionBudget,
    },
    {
      name: 'priorityclass',
      aliases: ['pc'],
      summary: 'Create a priority class with the specified name',
      load: async () => (await import('./commands/small.ts')).createPriorityClass,
    },
    {
      name: 'ingress',
      aliases: ['ing'],
      summary: 'Create an ingress with the specified name',
      load: async () => (await import('./commands/small.ts')).createIngress,
    },
  ],
};
