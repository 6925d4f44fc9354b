/** Receives how it goes with a configuration file that is read again while the server runs. */
export interface ConfigObserver {
  /** The file as it is in force: the digest of its bytes. */
  loaded(digest: string): void;
  /** Whether a change of the file, or an attempt at one, came into force. */
  reloaded(succeeded: boolean): void;
}
