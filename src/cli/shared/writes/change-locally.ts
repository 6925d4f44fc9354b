import type { CommandContext } from '../command.ts';
import type { Change } from './change.ts';
import { eachOf } from './each-object.ts';
import { localObjects, localPatcher } from './local-objects.ts';
import { outcomePrinter } from './outcome.ts';
import { dryRunOf } from './write-flags.ts';

/** Changes the objects of files as `changeObjects` changes those of the server, and asks no server. */
export async function changeLocally(context: CommandContext, change: Change): Promise<void> {
  const { flags, host } = context;
  const report = await outcomePrinter(flags, host, dryRunOf(flags));
  const patch = localPatcher();
  await eachOf(localObjects(context, change.words), async (found) => {
    const request = await change.patchOf(found);
    if (request === undefined) return;
    await report({ type: found.type, object: patch(found, request), verb: change.verb });
  });
}
