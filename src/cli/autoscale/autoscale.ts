import type { Command, CommandContext } from '../shared/command.ts';
import type { ServedResource } from '../shared/discovery/served-api.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';
import { outputFlags } from '../shared/output/output-format.ts';
import { recordFlag } from '../shared/writes/change-cause.ts';
import { createMade } from '../shared/writes/create-made.ts';
import { eachObject } from '../shared/writes/each-object.ts';
import { dryRunFlag, fieldManagerFlag, saveConfigFlag } from '../shared/writes/write-flags.ts';

export const autoscale: Command = {
  usage: 'autoscale (-f FILENAME | TYPE NAME) [--min=COUNT] --max=COUNT [--cpu-percent=PERCENT] [flags]',
  details: 'Creates a HorizontalPodAutoscaler, which sets the number of replicas by their resource usage.',
  examples: ['orchctl autoscale deployment web --min=2 --max=10 --cpu-percent=80'],
  flags: [
    ...fileFlags,
    ...outputFlags,
    ...[dryRunFlag, fieldManagerFlag, recordFlag, saveConfigFlag],
    { name: 'min', type: 'integer', default: '-1', description: 'Minimum number of pods' },
    { name: 'max', type: 'integer', default: '-1', description: 'Maximum number of pods' },
    {
      name: 'cpu-percent',
      type: 'integer',
      default: '-1',
      description: 'Target CPU utilization, in percent of the requests',
    },
    { name: 'name', type: 'text', description: 'Name of the autoscaler; that of the object without it' },
  ],
  run: async (context) => {
    const { flags, session, words, path } = context;
    const bounds = boundsOf(context);
    const request = { path, words, files: filesOf(flags), selector: '', needsSelection: true };
    const count = await eachObject(session, request, async ({ type, name, namespace, object }) => {
      requireScale(type);
      const percent = flags.integer('cpu-percent');
      const made = {
        apiVersion: 'autoscaling/v1',
        kind: 'HorizontalPodAutoscaler',
        metadata: { name: flags.text('name') || name },
        spec: {
          scaleTargetRef: { apiVersion: object.apiVersion, kind: type.kind, name },
          ...bounds,
          ...(percent < 0 ? {} : { targetCPUUtilizationPercentage: percent }),
        },
      };
      await createMade(context, { object: made, namespace, suffix: '-autoscale', verb: 'autoscaled' });
    });
    if (count === 0) throw new CliError('no objects passed to autoscale');
  },
};

function boundsOf({ flags }: CommandContext): { maxReplicas: number; minReplicas?: number } {
  const [min, max] = [flags.integer('min'), flags.integer('max')];
  if (!flags.has('max')) throw new CliError('required flag(s) "max" not set');
  if (max < 1) throw new CliError(`--max=MAXPODS is required and must be at least 1, max: ${max}`);
  if (max < min)
    throw new CliError(`--max=MAXPODS must be larger or equal to --min=MINPODS, max: ${max}, min: ${min}`);
  return { maxReplicas: max, ...(min > 0 ? { minReplicas: min } : {}) };
}

/** Types of objects that keep a number of pods. */
const scalable = new Set(['deployments', 'replicasets', 'statefulsets', 'replicationcontrollers']);

function requireScale({ kind, group, resource }: ServedResource): void {
  const isBuiltIn = group === '' || group === 'apps';
  if (isBuiltIn && !scalable.has(resource)) throw new CliError(`cannot autoscale a ${kind}: it has no scale`);
}
