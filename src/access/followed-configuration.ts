import { FollowedFile } from '../util/followed-file.ts';
import type { ConfigObserver } from './config-observer.ts';

export interface FollowedConfigurationDependencies {
  readonly configObserver?: ConfigObserver | undefined;
  /** Ends the following. */
  readonly resources: DisposableStack;
  report(message: string): void;
}

/**
 * Follows a configuration file, for which `what` stands in messages. `change` reads it and brings it into force; it
 * resolves to the digest of what is in force since, or to undefined when nothing has changed. Its error changes nothing.
 */
export function followConfiguration(
  path: string,
  what: string,
  change: () => Promise<string | undefined>,
  { configObserver, resources, report }: FollowedConfigurationDependencies,
): void {
  const reload = async (): Promise<void> => {
    try {
      const digest = await change();
      if (digest === undefined) return;
      configObserver?.loaded(digest);
      configObserver?.reloaded(true);
      report(`the ${what} configuration has changed`);
    } catch (error) {
      configObserver?.reloaded(false);
      report(`the ${what} configuration stays as it is: ${(error as Error).message}`);
    }
  };
  const followed = new FollowedFile(path, reload, report);
  resources.defer(() => void followed[Symbol.asyncDispose]());
}
