import type { Command, CommandContext } from '../shared/command.ts';
import { UsageError } from '../shared/errors/cli-error.ts';
import { noFiles } from '../shared/manifests/file-flags.ts';
import { findDependents } from '../shared/ownership/dependents.ts';
import { ownersOf } from '../shared/ownership/owners.ts';
import type { NameTarget } from '../shared/resources/target.ts';
import { targetsOf } from '../shared/resources/targets.ts';
import { treeText } from './tree-text.ts';

export const tree: Command = {
  usage: 'tree TYPE[.GROUP]/NAME [flags]',
  details:
    'Covers objects of all types, custom resources included. Only metadata is read.\n\nTypes that the user may not list are skipped, and named on standard error.',
  examples: [
    '# Show the dependents of a deployment',
    'orchctl tree deployment/web',
    '',
    '# Show the owners of a pod',
    'orchctl tree pod/web-5d4f-x2x',
  ],
  flags: [],
  run,
};

async function run({ session, words, path, host }: CommandContext): Promise<void> {
  const targets = await Array.fromAsync(targetsOf(session, { path, words, files: noFiles, selector: '' }));
  const named = targets.filter((target): target is NameTarget => target.form === 'name');
  if (named.length !== 1 || targets.length !== 1)
    throw new UsageError('exactly one object must be named: tree deployment/web');
  const [target] = named;
  const client = await session.client();
  const discovery = await session.discovery();
  const chain = await ownersOf({ client, discovery }, target!);
  const { resources } = await discovery.api();
  const { byOwner, unread } = await findDependents(client, resources, chain.at(-1)!);
  for (const [type, message] of unread) host.err.line(`left out ${type}: ${message}`);
  await host.out.write(treeText(chain, byOwner, host.now()));
}
