import type { JsonMap } from '../../api/json/json-values.ts';
import { splitPairs } from '../shared/arguments/split-pairs.ts';
import type { Command } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';
import { outputFlags } from '../shared/output/output-format.ts';
import { recordFlag } from '../shared/writes/change-cause.ts';
import { createMade } from '../shared/writes/create-made.ts';
import { eachObject } from '../shared/writes/each-object.ts';
import { overridden, overrideFlags } from '../shared/writes/overrides.ts';
import { dryRunFlag, fieldManagerFlag, saveConfigFlag } from '../shared/writes/write-flags.ts';
import { type ExposedObject, exposedService } from './exposed-service.ts';

export const expose: Command = {
  usage:
    'expose (-f FILENAME | TYPE NAME) [--port=PORT] [--target-port=PORT] [--name=NAME] [--type=TYPE] [flags]',
  details:
    'Takes the selector of a deployment, replica set, replication controller or service, or the labels of a pod.',
  examples: ['orchctl expose deployment web --port=80 --target-port=8080'],
  flags: [
    ...fileFlags,
    ...outputFlags,
    ...[dryRunFlag, fieldManagerFlag, recordFlag, saveConfigFlag],
    ...overrideFlags,
    { name: 'port', type: 'text', description: 'Port of the Service; that of the object if it has one' },
    { name: 'target-port', type: 'text', description: 'Port of the pods, or its name' },
    { name: 'protocol', type: 'text', description: 'TCP, UDP or SCTP' },
    { name: 'name', type: 'text', description: 'Name of the Service' },
    { name: 'type', type: 'text', description: 'ClusterIP, NodePort, LoadBalancer or ExternalName' },
    { name: 'cluster-ip', type: 'text', description: 'Address; None for a Service without one' },
    { name: 'external-ip', type: 'text', description: 'Address outside of the cluster' },
    { name: 'load-balancer-ip', type: 'text', description: 'Address of the load balancer' },
    { name: 'session-affinity', type: 'text', description: 'None or ClientIP' },
    { name: 'selector', type: 'text', description: 'Labels of the pods; those of the object without it' },
    { name: 'labels', short: 'l', type: 'text', description: 'Labels of the Service' },
  ],
  run: async (context) => {
    const { flags, session, words, path } = context;
    const labels = flags.text('labels');
    const options = {
      name: flags.text('name'),
      port: flags.text('port'),
      targetPort: flags.text('target-port'),
      protocol: flags.text('protocol'),
      type: flags.text('type'),
      clusterIP: flags.text('cluster-ip'),
      externalIP: flags.text('external-ip'),
      loadBalancerIP: flags.text('load-balancer-ip'),
      sessionAffinity: flags.text('session-affinity'),
      selector: flags.text('selector'),
      labels: labels === '' ? undefined : splitPairs(labels),
    };
    const request = { path, words, files: filesOf(flags), selector: '', needsSelection: true };
    const count = await eachObject(session, request, async ({ object, namespace, type }) => {
      const made = exposedService({ ...(object as unknown as ExposedObject), kind: type.kind }, options);
      await createMade(context, {
        object: await overridden(flags, typed(made)),
        namespace,
        suffix: '-expose',
        verb: 'exposed',
      });
    });
    if (count === 0) throw new CliError('no objects passed to expose');
  },
};

const typed = (made: JsonMap) => ({ ...made, apiVersion: 'v1', kind: 'Service' });
