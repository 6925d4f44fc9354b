import { join } from 'node:path';
import { VerifiedDecoder } from '../../storage/verified/verified-decoder.ts';
import { VerifiedFile } from '../../storage/verified/verified-file.ts';
import type { PageDecoder } from '../../storage/watch-cache/page-decoder.ts';
import { buildVersion, isBuilt } from '../version.ts';
import { DecodingThreads } from './decoding/decoding-threads.ts';
import type { ThreadSettings } from './decoding/messages.ts';
import type { ApiServerOptions } from './options.ts';

/** The file of what this build has verified; undefined where its sources run, which change without a trace. */
export const verifiedFile = (
  { dataDirectory }: ApiServerOptions,
  settings: ThreadSettings,
): VerifiedFile | undefined =>
  isBuilt
    ? new VerifiedFile(join(dataDirectory, 'verified-objects'), {
        build: buildVersion(settings.release),
        settings,
      })
    : undefined;

/** Starts the help with a large store: what an earlier run has verified, and threads for the rest. */
export async function startDecoder(
  file: VerifiedFile | undefined,
  settings: ThreadSettings,
): Promise<PageDecoder | undefined> {
  const startThreads = (): PageDecoder | undefined => DecodingThreads.start(settings);
  const known = await file?.read();
  return known === undefined || known.size === 0 ? startThreads() : new VerifiedDecoder(known, startThreads);
}
