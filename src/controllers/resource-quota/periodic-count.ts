import { PeriodicTask } from '../../util/periodic-task.ts';

/** Says from time to time that everything has to be counted anew: namespace by namespace, as each has its turn. */
export class PeriodicCount {
  readonly #due = new Set<string>();
  readonly #task: PeriodicTask | undefined;

  /** `period`: milliseconds; 0 for never. `announce` is called for each of the `namespaces`. */
  constructor(period: number, namespaces: () => Iterable<string>, announce: (namespace: string) => void) {
    if (period === 0) return;
    const all = async (): Promise<void> => {
      this.#due.clear();
      for (const namespace of namespaces()) {
        this.#due.add(namespace);
        announce(namespace);
      }
    };
    this.#task = new PeriodicTask(all, period, () => {});
  }

  start(): void {
    this.#task?.start();
  }

  async close(): Promise<void> {
    await this.#task?.close();
  }

  /** Whether the namespace is due; it is not any more afterwards. */
  takes(namespace: string): boolean {
    return this.#due.delete(namespace);
  }
}
