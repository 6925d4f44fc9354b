import { type CommandEntry, entry } from './command-entry.ts';

/** The commands that change objects. */
export const writingCommands: readonly CommandEntry[] = [
  entry(
    'basic',
    'create',
    'Create objects of files, or of flags',
    async () => (await import('./create/create.ts')).create,
  ),
  {
    ...entry(
      'basic',
      'create namespace',
      'Create a Namespace',
      async () => (await import('./create/commands/small.ts')).createNamespace,
    ),
    aliases: ['create ns'],
  },
  {
    ...entry(
      'basic',
      'create deployment',
      'Create a Deployment',
      async () => (await import('./create/commands/workloads.ts')).createDeployment,
    ),
    aliases: ['create deploy'],
  },
  entry(
    'basic',
    'create job',
    'Create a Job',
    async () => (await import('./create/commands/workloads.ts')).createJob,
  ),
  {
    ...entry(
      'basic',
      'create cronjob',
      'Create a CronJob',
      async () => (await import('./create/commands/workloads.ts')).createCronJob,
    ),
    aliases: ['create cj'],
  },
  {
    ...entry(
      'basic',
      'create configmap',
      'Create a ConfigMap of files, directories and words',
      async () => (await import('./create/commands/config.ts')).createConfigMap,
    ),
    aliases: ['create cm'],
  },
  entry('basic', 'create secret', 'Create a Secret'),
  entry(
    'basic',
    'create secret generic',
    'Create a Secret of files, directories and words',
    async () => (await import('./create/commands/config.ts')).createSecret,
  ),
  entry(
    'basic',
    'create secret tls',
    'Create a Secret of a certificate and its key',
    async () => (await import('./create/commands/config.ts')).createTlsSecret,
  ),
  entry(
    'basic',
    'create secret docker-registry',
    'Create a Secret for an image registry',
    async () => (await import('./create/commands/config.ts')).createRegistrySecret,
  ),
  { ...entry('basic', 'create service', 'Create a Service'), aliases: ['create svc'] },
  entry(
    'basic',
    'create service clusterip',
    'Create a Service with an address in the cluster',
    async () => (await import('./create/commands/services.ts')).createClusterIPService,
  ),
  entry(
    'basic',
    'create service nodeport',
    'Create a Service with a port on every node',
    async () => (await import('./create/commands/services.ts')).createNodePortService,
  ),
  entry(
    'basic',
    'create service loadbalancer',
    'Create a Service behind a load balancer',
    async () => (await import('./create/commands/services.ts')).createLoadBalancerService,
  ),
  entry(
    'basic',
    'create service externalname',
    'Create a Service that stands for a DNS name',
    async () => (await import('./create/commands/services.ts')).createExternalNameService,
  ),
  {
    ...entry(
      'basic',
      'create serviceaccount',
      'Create a ServiceAccount',
      async () => (await import('./create/commands/small.ts')).createServiceAccount,
    ),
    aliases: ['create sa'],
  },
  entry(
    'basic',
    'create role',
    'Create a Role',
    async () => (await import('./create/commands/access.ts')).createRole,
  ),
  entry(
    'basic',
    'create rolebinding',
    'Create a RoleBinding',
    async () => (await import('./create/commands/access.ts')).createRoleBinding,
  ),
  entry(
    'basic',
    'create clusterrole',
    'Create a ClusterRole',
    async () => (await import('./create/commands/access.ts')).createClusterRole,
  ),
  entry(
    'basic',
    'create clusterrolebinding',
    'Create a ClusterRoleBinding',
    async () => (await import('./create/commands/access.ts')).createClusterRoleBinding,
  ),
  {
    ...entry(
      'basic',
      'create quota',
      'Create a ResourceQuota',
      async () => (await import('./create/commands/small.ts')).createQuota,
    ),
    aliases: ['create resourcequota'],
  },
  {
    ...entry(
      'basic',
      'create poddisruptionbudget',
      'Create a PodDisruptionBudget',
      async () => (await import('./create/commands/small.ts')).createDisruptionBudget,
    ),
    aliases: ['create pdb'],
  },
  {
    ...entry(
      'basic',
      'create priorityclass',
      'Create a PriorityClass',
      async () => (await import('./create/commands/small.ts')).createPriorityClass,
    ),
    aliases: ['create pc'],
  },
  {
    ...entry(
      'basic',
      'create ingress',
      'Create an Ingress',
      async () => (await import('./create/commands/small.ts')).createIngress,
    ),
    aliases: ['create ing'],
  },
  entry('basic', 'edit', 'Edit objects in an editor', async () => (await import('./edit/edit.ts')).edit),
  entry(
    'basic',
    'delete',
    'Delete objects by name, file, or label',
    async () => (await import('./delete/delete.ts')).deleteCommand,
  ),
  entry(
    'deploy',
    'scale',
    'Set the number of pods of a workload',
    async () => (await import('./scale/scale.ts')).scale,
  ),
  entry(
    'advanced',
    'diff',
    'Show what apply would change',
    async () => (await import('./apply/diff.ts')).diff,
  ),
  entry(
    'advanced',
    'apply',
    'Make objects what files say',
    async () => (await import('./apply/apply.ts')).apply,
  ),
  entry(
    'advanced',
    'patch',
    'Change fields of an object',
    async () => (await import('./patch/patch.ts')).patch,
  ),
  entry(
    'advanced',
    'replace',
    'Put objects of files in place of those on the server',
    async () => (await import('./replace/replace.ts')).replace,
  ),
  entry(
    'settings',
    'label',
    'Set the labels of objects',
    async () => (await import('./label/label.ts')).label,
  ),
  entry(
    'settings',
    'annotate',
    'Set the annotations of objects',
    async () => (await import('./label/annotate.ts')).annotate,
  ),
];
