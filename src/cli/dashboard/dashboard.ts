import { once } from 'node:events';
import type { Command, CommandContext } from '../shared/command.ts';
import { upgradeTarget } from '../shared/pods/conversation.ts';
import { Forwards } from './forwards.ts';
import { localCalls } from './local-calls.ts';
import { openPage } from './open-page.ts';
import { PageServer } from './page-server.ts';

export const dashboard: Command = {
  usage: 'dashboard [--port=PORT] [flags]',
  details:
    'Serves a page on loopback that shows the objects of the cluster, their history, and how the server is, and opens it. It runs until it is interrupted.\n\nThe page acts as the user of the kubeconfig; credentials stay in this process. Only those who know the URL, with its token, reach the page: keep the URL to yourself.',
  examples: ['orchctl dashboard', '', '# Print the URL only', 'orchctl dashboard --open=false'],
  flags: [
    {
      name: 'port',
      short: 'p',
      type: 'integer',
      default: '0',
      description: 'Port to listen on; 0 for one that is free',
    },
    { name: 'open', type: 'boolean', default: 'true', description: 'Open the page in a browser' },
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { session, host, flags } = context;
  const target = await upgradeTarget(session);
  // A server that cannot be reached is said here, and not by an empty page.
  await session.dialect();
  const interrupted = host.interruption();
  const forwards = new Forwards(target);
  const server = await PageServer.start({
    target,
    calls: localCalls(context, forwards),
    port: flags.integer('port'),
  });
  try {
    host.out.line(`The dashboard is at ${server.url}`);
    host.out.line('It acts with your credentials: keep the URL to yourself. Ctrl-C ends it.');
    if (flags.boolean('open')) await openPage(server.url, (problem) => host.err.line(problem));
    if (!interrupted.aborted) await once(interrupted, 'abort');
  } finally {
    server[Symbol.dispose]();
    forwards[Symbol.dispose]();
  }
}
