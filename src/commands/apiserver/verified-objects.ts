import { join } from 'node:path';
import { VerifiedDecoder } from '../../storage/verified/verified-decoder.ts';
import { VerifiedFile } from '../../storage/verified/verified-file.ts';
import { VerifiedKeeper } from '../../storage/verified/verified-keeper.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import type { PageDecoder } from '../../storage/watch-cache/page-decoder.ts';
import type { ResourceCache } from '../../storage/watch-cache/resource-cache.ts';
import { buildVersion, isBuilt } from '../version.ts';
import { DecodingThreads } from './decoding/decoding-threads.ts';
import type { ThreadSettings } from './decoding/messages.ts';
import type { ApiServerOptions } from './options.ts';

/** Starts the help with a large store: what an earlier run of this build has verified, and threads for the rest. */
export async function startDecoder(
  { dataDirectory }: ApiServerOptions,
  settings: ThreadSettings,
): Promise<PageDecoder | undefined> {
  const startThreads = (): PageDecoder | undefined => DecodingThreads.start(settings);
  if (!isBuilt) return startThreads();
  return new VerifiedDecoder(await fileOf(dataDirectory, settings).read(), startThreads);
}

/** Keeps for the next start what this server has verified; undefined where its sources run, which change without a trace. */
export function verifiedKeeperOf(
  { dataDirectory }: ApiServerOptions,
  settings: ThreadSettings,
  { feed, caches }: { feed: CacheFeed; caches: readonly ResourceCache[] },
  report: (message: string) => void,
): VerifiedKeeper | undefined {
  if (!isBuilt) return undefined;
  return new VerifiedKeeper({ file: fileOf(dataDirectory, settings), caches, feed, report });
}

const fileOf = (directory: string, settings: ThreadSettings): VerifiedFile =>
  new VerifiedFile(join(directory, 'verified-objects'), {
    build: buildVersion(settings.release),
    settings,
  });
