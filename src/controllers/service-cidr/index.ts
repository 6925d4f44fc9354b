import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import { fillPlaceholders, productName } from '../../api/meta/dialect.ts';
import type { NetworkingV1IPAddress, NetworkingV1ServiceCIDR } from '../../api/schema/types.gen.ts';
import { timeMs, timeNow } from '../../api/values/time.ts';
import { isNotFound } from '../../client/api/api-error.ts';
import type { Controller, ControllerDependencies, ControllerDescriptor } from '../controller.ts';
import { keyedQueue, queueController } from '../shared/queue-controller.ts';
import { isNeeded } from './coverage.ts';

/** Also the field manager of the condition. */
const name = 'service-cidr-controller';
const workers = 5;
/** Milliseconds in which every server has heard that a range is going, and gives out no more of its addresses. */
const propagation = 10_000;

export const serviceCidrController: ControllerDescriptor = {
  name,
  account: 'service-cidrs-controller',
  gate: 'MultiCIDRServiceAllocator',
  flags: [],
  create: async (dependencies) => {
    const version = versionIn(dependencies.gates);
    return version === undefined ? undefined : new ServiceCidrController(dependencies, version).controller;
  },
};

/** The version of the ranges by the release that has it first, newest first. */
const versions: readonly [since: string, version: string][] = [
  ['1.33', 'v1'],
  ['1.31', 'v1beta1'],
  ['1.29', 'v1alpha1'],
];

/** The newest version of the ranges that a release has. */
const versionIn = (gates: FeatureGates): string | undefined =>
  versions.find(([since]) => gates.isIn(since))?.[1];

interface ReadyCondition {
  status: 'True' | 'False';
  reason: string;
  message: string;
}

const stillUsed: ReadyCondition = {
  status: 'False',
  reason: 'Terminating',
  message:
    'There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR',
};

class ServiceCidrController {
  readonly controller: Controller;
  readonly #dependencies: ControllerDependencies;
  readonly #group: string;
  readonly #version: string;
  readonly #finalizer: string;
  readonly #ready: ReadyCondition;

  constructor(dependencies: ControllerDependencies, version: string) {
    const { dialect, log, meterOf } = dependencies;
    this.#dependencies = dependencies;
    this.#version = version;
    this.#group = fillPlaceholders(dialect, 'networking.{api}');
    this.#finalizer = `${this.#group}/service-cidr-finalizer`;
    this.#ready = { status: 'True', reason: '', message: `${productName(dialect)} Service CIDR is ready` };
    const queue = keyedQueue({
      log,
      meter: meterOf?.('servicecidrs'),
      work: (key) => this.#work(key, (later) => queue.addAfter(key, later)),
      workers,
    });
    /** Ranges that go wait for others to come, or for addresses to go. */
    const addDeleted = (): void => {
      for (const { metadata } of this.#ranges.list())
        if (metadata.deletionTimestamp) queue.add(metadata.name!);
    };
    this.controller = queueController([queue], (observers) => {
      observers.use(
        this.#ranges.observe((range) => {
          queue.add(range.name);
          addDeleted();
        }),
      );
      observers.use(
        this.#addresses.observe(({ after }) => {
          if (after() === undefined) addDeleted();
        }),
      );
    });
  }

  get #ranges() {
    return this.#dependencies.objects.lister<NetworkingV1ServiceCIDR>(this.#typeOf('servicecidrs'));
  }

  get #addresses() {
    return this.#dependencies.objects.lister<NetworkingV1IPAddress>(this.#typeOf('ipaddresses'));
  }

  get #served() {
    return this.#dependencies.client.resource<NetworkingV1ServiceCIDR>(this.#typeOf('servicecidrs'));
  }

  #typeOf(resource: string) {
    return { group: this.#group, version: this.#version, resource };
  }

  async #work(key: string, comeAgain: (afterMs: number) => void): Promise<void> {
    const range = this.#ranges.get('', key);
    if (range === undefined) return;
    try {
      if (range.metadata.deletionTimestamp) await this.#release(range, comeAgain);
      else await this.#keep(range);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  async #keep(range: NetworkingV1ServiceCIDR): Promise<void> {
    const { finalizers = [], name = '' } = range.metadata;
    if (!finalizers.includes(this.#finalizer))
      await this.#setFinalizers(range, [...finalizers, this.#finalizer]);
    await this.#setReady(name, range, this.#ready);
  }

  async #release(range: NetworkingV1ServiceCIDR, comeAgain: (afterMs: number) => void): Promise<void> {
    const { finalizers = [], name = '', deletionTimestamp = '' } = range.metadata;
    if (!finalizers.includes(this.#finalizer)) return;
    await this.#addresses.waitUntilFresh();
    await this.#ranges.waitUntilFresh();
    const addresses = this.#addresses.list().map(({ metadata }) => metadata.name ?? '');
    if (isNeeded(range, this.#ranges.list(), addresses)) return this.#setReady(name, range, stillUsed);
    const left = timeMs(deletionTimestamp) + propagation - this.#dependencies.clock.now();
    if (left > 0) return comeAgain(left);
    await this.#setFinalizers(
      range,
      finalizers.filter((one) => one !== this.#finalizer),
    );
  }

  async #setFinalizers(range: NetworkingV1ServiceCIDR, finalizers: string[]): Promise<void> {
    const metadata = { ...range.metadata, finalizers };
    await this.#served.update('', range.metadata.name!, { ...range, ...this.#kind, metadata });
  }

  async #setReady(key: string, { status }: NetworkingV1ServiceCIDR, wanted: ReadyCondition): Promise<void> {
    const { conditions = [] } = status ?? {};
    if (conditions.some((one) => one.type === 'Ready' && one.status === wanted.status)) return;
    const lastTransitionTime = timeNow(this.#dependencies.clock.now());
    const patch = {
      ...this.#kind,
      metadata: { name: key },
      status: { conditions: [{ type: 'Ready', lastTransitionTime, ...wanted }] },
    };
    const options = { subresource: 'status', fieldManager: name, force: true };
    await this.#served.patch('', key, patch, 'application/apply-patch+yaml', options);
  }

  get #kind() {
    return { apiVersion: `${this.#group}/${this.#version}`, kind: 'ServiceCIDR' };
  }
}
