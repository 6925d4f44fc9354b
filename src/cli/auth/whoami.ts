import { groupVersionOf } from '../../client/api/discovery.ts';
import { pathOf } from '../../client/api/resource-client.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { Columns } from '../shared/output/columns.ts';
import { objectPrinter } from '../shared/output/object-printer.ts';
import { outputFlags, outputFormat } from '../shared/output/output-format.ts';
import type { PrintedObject } from '../shared/output/printed-object.ts';

export const whoami: Command = {
  usage: 'auth whoami [flags]',
  details: 'Shows name, UID, groups and extra attributes, as the server sees them.',
  examples: [
    'orchctl auth whoami',
    '',
    '# Display the attributes of another user',
    'orchctl auth whoami --as=jane -o yaml',
  ],
  flags: outputFlags,
  run,
};

interface SubjectReview extends PrintedObject {
  status?: {
    userInfo?: {
      username?: string;
      uid?: string;
      groups?: readonly string[];
      extra?: Readonly<Record<string, readonly string[]>>;
    };
  };
}

async function run({ flags, session, host }: CommandContext): Promise<void> {
  const format = outputFormat(flags);
  const discovery = await session.discovery();
  const type = await discovery.resource('selfsubjectreviews');
  const client = await session.client();
  const review = await client.json<SubjectReview>({
    method: 'POST',
    path: pathOf(type, ''),
    body: { apiVersion: groupVersionOf(type), kind: type.kind },
  });
  if (format.form !== '' && format.form !== 'wide') {
    const allowMissingKeys = flags.boolean('allow-missing-template-keys');
    const print = await objectPrinter(format, { showManagedFields: true, allowMissingKeys });
    await host.out.write(print(review));
    return;
  }
  const { username = '', uid = '', groups = [], extra = {} } = review.status?.userInfo ?? {};
  const rows = [
    ['ATTRIBUTE', 'VALUE'],
    ...(username === '' ? [] : [['Username', username]]),
    ...(uid === '' ? [] : [['UID', uid]]),
    ...(groups.length === 0 ? [] : [['Groups', `[${groups.join(' ')}]`]]),
    ...Object.keys(extra)
      .sort()
      .map((key) => [`Extra: ${key}`, `[${extra[key]!.join(' ')}]`]),
  ];
  await host.out.write(new Columns().format(rows));
}
