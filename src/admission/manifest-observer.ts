/** Receives what becomes of the files of a plugin, for the metrics. */
export interface ManifestObserver {
  /** `hash`: of the files that count from now on. */
  loaded(plugin: string, hash: string): void;
  /** Files have changed after the start. */
  reloaded(plugin: string, succeeded: boolean): void;
}
