import type { Clock } from '../../../util/clock.ts';
import type { EncryptionObserver } from '../transformer.ts';
import type { PluginChannel } from './plugin-channel.ts';

/** The parts that the providers of both versions are made from. */
export interface KmsDependencies {
  /** Name of the plugin in the configuration. */
  name: string;
  channel: PluginChannel;
  observer: EncryptionObserver;
  /** Monotonic. */
  clock: Clock;
  /** See EncryptionOptions. */
  writesAuthenticated: boolean;
  writesSeeds: boolean;
  /** Receives what goes wrong beside requests. */
  report(message: string): void;
}
