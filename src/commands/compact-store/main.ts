import { rewriteEmbedded } from '../../storage/kv/embedded/open.ts';
import { KvError } from '../../storage/kv.ts';
import { parseFlags } from '../apiserver/flags.ts';
import { embeddedDirectory } from '../apiserver/storage.ts';
import { failAs } from '../program.ts';
import { StartError } from '../start-error.ts';

export const fail = failAs('apiserver compact-store');

/**
 * `apiserver compact-store`: writes the embedded store of a server that is stopped anew, without history and free pages. It
 * takes the flags of the server that name the store.
 */
export async function main(parameters: readonly string[]): Promise<void> {
  const options = parseFlags(parameters);
  if (options.etcdServers.length > 0) {
    throw new StartError('compact-store is for the embedded store; for etcd there is `etcdctl defrag`');
  }
  const directory = embeddedDirectory(options);
  try {
    await rewriteEmbedded(directory);
  } catch (error) {
    if (!(error instanceof KvError)) throw error;
    throw new StartError(error.message, { cause: error });
  }
  process.stdout.write(`${directory} has been written anew, without history and without free pages\n`);
}
