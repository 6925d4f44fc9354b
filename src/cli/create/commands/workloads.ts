import type { JsonMap } from '../../../api/json/json-values.ts';
import { pathOf } from '../../../client/api/resource-client.ts';
import { generatedName, systemRandom } from '../../../util/random.ts';
import type { CommandFlag } from '../../shared/arguments/flag.ts';
import { CliError } from '../../shared/errors/cli-error.ts';
import { parseWords } from '../../shared/resources/parse-words.ts';
import { creation, type Making } from '../create-object.ts';
import type { NewObject } from '../objects/named-object.ts';
import { cronJob, deployment, job, jobOf } from '../objects/workloads.ts';

const imageFlag: CommandFlag = { name: 'image', type: 'text', description: 'Image to run' };

const randomSuffix = (): string => generatedName('', systemRandom);

export const createDeployment = creation({
  usage: 'deployment NAME --image=IMAGE [-- COMMAND [ARGUMENT...]]',
  examples: [
    'orchctl create deployment web --image=nginx --replicas=3 --port=80',
    'orchctl create deployment clock --image=busybox -- sh -c "date; sleep 1000"',
  ],
  flags: [
    { name: 'image', type: 'texts', description: 'Image to run; may be repeated, for several containers' },
    { name: 'port', type: 'integer', default: '-1', description: 'Port that the first container serves' },
    { name: 'replicas', short: 'r', type: 'integer', default: '1', description: 'Number of pods' },
  ],
  make: ({ name, command, context: { flags } }) => {
    const port = flags.integer('port');
    return deployment({
      name,
      command,
      randomSuffix,
      images: flags.texts('image').flatMap((text) => text.split(',')),
      replicas: flags.integer('replicas'),
      port: port < 0 ? undefined : port,
    });
  },
});

export const createJob = creation({
  usage: 'job NAME --image=IMAGE [--from=cronjob/NAME] [-- COMMAND [ARGUMENT...]]',
  examples: [
    'orchctl create job once --image=busybox -- date',
    'orchctl create job backup-now --from=cronjob/backup',
  ],
  flags: [
    imageFlag,
    { name: 'from', type: 'text', description: 'CronJob to create the job from: cronjob/NAME' },
  ],
  make: (making) => {
    const { name, command, context } = making;
    const image = context.flags.text('image');
    const from = context.flags.text('from');
    if ((image === '') === (from === '')) throw new CliError('either --image or --from must be specified');
    if (from === '') return job({ name, image, command });
    if (command.length > 0) throw new CliError('cannot specify --from and command');
    return jobFrom(making, from);
  },
});

async function jobFrom(
  { name, dialect, context: { session, path } }: Making,
  from: string,
): Promise<NewObject> {
  const [named] = parseWords([from], path);
  const of = named?.names?.[0];
  const type = await (await session.discovery()).resource(named?.types[0] ?? '');
  if (type.resource !== 'cronjobs' || of === undefined) {
    throw new CliError(`from must be an existing cronjob: cronjob/NAME, not ${from}`);
  }
  const client = await session.client();
  const found = await client.json<JsonMap>({
    method: 'GET',
    path: pathOf(type, await session.namespace(), of),
  });
  return jobOf(name, found, dialect);
}

export const createCronJob = creation({
  usage: 'cronjob NAME --image=IMAGE --schedule=SCHEDULE [-- COMMAND [ARGUMENT...]]',
  examples: ["orchctl create cronjob clock --image=busybox --schedule='*/5 * * * *' -- date"],
  flags: [
    imageFlag,
    {
      name: 'schedule',
      type: 'text',
      description: 'Cron schedule: minute, hour, day, month, day of the week',
    },
    { name: 'restart', type: 'text', description: 'restartPolicy of the pods: OnFailure or Never' },
  ],
  make: ({ name, command, context: { flags } }) => {
    const [image, schedule, restart] = [flags.text('image'), flags.text('schedule'), flags.text('restart')];
    const missing = [image === '' ? '"image"' : '', schedule === '' ? '"schedule"' : ''].filter(Boolean);
    if (missing.length > 0) throw new CliError(`required flag(s) ${missing.join(', ')} not set`);
    return cronJob({ name, command, image, schedule, restart: restart || undefined });
  },
});
