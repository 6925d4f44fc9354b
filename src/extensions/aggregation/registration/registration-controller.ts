import { equalValues } from '../../../api/json/json-values.ts';
import type { Lister } from '../../../api/meta/lister.ts';
import type { QueueMeter } from '../../../util/metrics/queue-meter.ts';
import { WorkQueue } from '../../../util/work-queue.ts';
import { type ApiService, isAvailable } from '../api-service/api-service.ts';
import type { WantedApiService, WantedApiServices } from './wanted-api-services.ts';

/** Writes APIServices for this server itself. One that another replica wrote first is no error. */
export interface ApiServiceWriter {
  create(name: string, labels: Record<string, string>, spec: ApiService['spec']): Promise<void>;
  setSpec(name: string, spec: ApiService['spec']): Promise<void>;
  delete(name: string, uid: string): Promise<void>;
}

export interface RegistrationDependencies {
  apiServices: Lister<ApiService>;
  wanted: WantedApiServices;
  writer: ApiServiceWriter;
  /** Says of an APIService that it is looked after here, and how. */
  label: string;
  meter?: QueueMeter;
  report(message: string): void;
}

/**
 * Keeps an APIService for each version that this server serves itself. Built-in ones are made and mended once after a
 * start: what administrators change later stays, until the next start. Those of custom resources are kept as they are
 * wanted. One without the label is its owner's for ever.
 */
export class RegistrationController {
  readonly #dependencies: RegistrationDependencies;
  readonly #queue: WorkQueue;
  /** Built-in ones that were there when this server started. */
  readonly #presentAtStart = new Set<string>();
  /** Names that were synced once since the start. */
  readonly #settled = new Set<string>();
  /** Built-in ones that were never seen available. */
  readonly #missing: Set<string>;
  #observation: Disposable | undefined;

  constructor(dependencies: RegistrationDependencies) {
    this.#dependencies = dependencies;
    this.#missing = new Set(dependencies.wanted.builtIn.keys());
    this.#queue = new WorkQueue({
      meter: dependencies.meter,
      workers: 5,
      firstRetry: 100,
      maxRetryDelay: 30_000,
      work: (name) => this.#sync(name),
      report: (name, error) => dependencies.report(`registration of APIService ${name}: ${error.message}`),
    });
  }

  /** Once the caches are loaded. */
  start(): void {
    const { apiServices, wanted, label } = this.#dependencies;
    for (const { metadata } of apiServices.list())
      if (metadata.labels?.[label] === 'onstart') this.#presentAtStart.add(metadata.name ?? '');
    this.#observation = apiServices.observe(({ name, after }) => {
      const service = after();
      if (service !== undefined && isAvailable(service)) this.#missing.delete(name);
      this.#queue.add(name);
    });
    for (const name of wanted.names) this.#queue.add(name);
  }

  /** It is wanted, or not any more. */
  changed(name: string): void {
    this.#queue.add(name);
  }

  /** Whether the controller has synced the APIService since the start: if it is missing now, a client deleted it. */
  isSettled(name: string): boolean {
    return this.#settled.has(name);
  }

  /** Whether it is kept for a version of custom resources, and goes with it. */
  isKept({ metadata }: ApiService): boolean {
    return metadata.labels?.[this.#dependencies.label] === 'true';
  }

  /** Throws while a built-in version has no APIService that is available. */
  check(): void {
    if (this.#missing.size === 0) return;
    throw new Error(`missing APIService: [${[...this.#missing].sort().join(' ')}]`);
  }

  async close(): Promise<void> {
    this.#observation?.[Symbol.dispose]();
    await this.#queue.close();
  }

  async #sync(name: string): Promise<void> {
    const { apiServices, wanted, label } = this.#dependencies;
    const present = apiServices.get('', name);
    const management = present?.metadata.labels?.[label];
    const want = wanted.get(name);
    const isOnce = want?.management === 'onstart' || (want === undefined && management === 'onstart');
    if (isOnce && this.#settled.has(name)) return;
    if (present === undefined) await this.#create(name, want);
    else if (management === 'true' || (management === 'onstart' && this.#presentAtStart.has(name)))
      await this.#mend(name, present, want);
    this.#settled.add(name);
  }

  async #create(name: string, want: WantedApiService | undefined): Promise<void> {
    if (want === undefined) return;
    await this.#dependencies.writer.create(name, { [this.#dependencies.label]: want.management }, want.spec);
  }

  async #mend(name: string, present: ApiService, want: WantedApiService | undefined): Promise<void> {
    const { writer, label } = this.#dependencies;
    if (want === undefined) return writer.delete(name, present.metadata.uid ?? '');
    // Made at a start, and wanted for a custom resource since: mended once.
    const isMended = present.metadata.labels?.[label] === 'onstart' && this.#settled.has(name);
    if (!isMended && !equalValues(present.spec, want.spec)) await writer.setSpec(name, want.spec);
  }
}
