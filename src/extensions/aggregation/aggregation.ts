import type { Request, Response } from 'express';
import type { ServiceAddresses } from '../../admission/webhooks/service-address.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { Objects } from '../../api/meta/lister.ts';
import type { User } from '../../api/meta/user.ts';
import type { RequestInfo } from '../../api/request/request-info.ts';
import type { GroupVersionDefinition } from '../../api/schema/schema.ts';
import type { StoredResource } from '../../registry/resource.ts';
import { ControllerWriter } from '../../registry/write/controller-writer.ts';
import type { Deleter } from '../../registry/write/deleter.ts';
import type { SystemObjects } from '../../registry/write/system-objects.ts';
import type { Updater } from '../../registry/write/updater.ts';
import type { RequestState } from '../../server/request-state.ts';
import { stateOf } from '../../server/request-state.ts';
import type { ApiSurface, ServedGroupVersion } from '../../server/surface/api-surface.ts';
import type { RemoteApis, RemoteVersion } from '../../server/surface/remote-apis.ts';
import type { Clock } from '../../util/clock.ts';
import type { QueueMeter } from '../../util/metrics/queue-meter.ts';
import {
  type ApiService,
  apiServiceName,
  isRemote,
  type RemoteApiService,
} from './api-service/api-service.ts';
import { type ApiServiceChange, ApiServices } from './api-service/api-services.ts';
import { AvailabilityController, type AvailabilityObserver } from './availability/availability-controller.ts';
import { type BackendDependencies, Backends } from './backend/backends.ts';
import { RefusedDocuments } from './documents/refused-documents.ts';
import { RemoteDiscovery } from './documents/remote-discovery.ts';
import { RemoteOpenApi } from './documents/remote-openapi.ts';
import { ExtensionProxy } from './proxy/extension-proxy.ts';
import { apiServiceWriter } from './registration/api-service-writer.ts';
import { RegistrationController } from './registration/registration-controller.ts';
import { type GroupVersion, WantedApiServices } from './registration/wanted-api-services.ts';
import type { AggregationSettings } from './settings.ts';

export interface AggregationDependencies {
  settings: AggregationSettings;
  surface: ApiSurface;
  objects: Objects;
  systemObjects: SystemObjects;
  updater: Updater;
  deleter: Deleter;
  /** That of APIServices. */
  resource: StoredResource;
  services: ServiceAddresses;
  dialect: Dialect;
  clock: Clock;
  observer: AvailabilityObserver;
  /** Receives why a server was refused, where that is counted. */
  onFlaw?: BackendDependencies['onFlaw'];
  /** Counts a request that came to no server. */
  terminated(state: RequestState, code: number): void;
  /** Counts what a work queue of this name does. */
  meterOf: (queue: string) => QueueMeter;
  report(message: string): void;
}

/** The APIs of other servers, behind this one, and the APIServices that say who serves what. */
export class Aggregation implements RemoteApis {
  readonly #ownGroup: string;
  readonly #apiServices: ApiServices;
  readonly #backends: Backends;
  readonly #proxy: ExtensionProxy;
  readonly #wanted: WantedApiServices;
  readonly #registration: RegistrationController;
  readonly #availability: AvailabilityController;
  readonly #discovery: RemoteDiscovery;
  readonly openApi: RemoteOpenApi;
  readonly #surface: ApiSurface;

  constructor(dependencies: AggregationDependencies) {
    const { settings, surface, objects, dialect, clock, report, resource, services, observer, meterOf } =
      dependencies;
    this.#surface = surface;
    this.#ownGroup = resource.definition.group;
    const lister = objects.lister<ApiService>({ group: this.#ownGroup, resource: 'apiservices' });
    const asker: User = {
      name: `system:${dialect.prefix}-aggregator`,
      uid: '',
      groups: ['system:masters'],
      extra: {},
    };
    this.#apiServices = new ApiServices(lister, this.#ownGroup, (change) => this.#changed(change));
    this.#backends = new Backends({
      services,
      identity: settings.identity,
      onFlaw: dependencies.onFlaw,
    });
    this.#proxy = new ExtensionProxy({
      backends: this.#backends,
      refusesRedirects: settings.refusesRedirects,
      terminated: dependencies.terminated,
    });
    const builtIn = surface.builtIn.map(({ definition }) => definition);
    this.#wanted = new WantedApiServices(builtIn.filter(({ group }) => group !== this.#ownGroup));
    this.#registration = new RegistrationController({
      apiServices: lister,
      wanted: this.#wanted,
      writer: apiServiceWriter(dependencies.systemObjects, dependencies.deleter, resource),
      label: `${dialect.prefix}-aggregator.${dialect.label}/automanaged`,
      meter: meterOf('autoregister'),
      report,
    });
    this.#availability = new AvailabilityController({
      apiServices: this.#apiServices,
      services: objects.lister({ group: '', resource: 'services' }),
      endpoints: objects.lister({ group: '', resource: 'endpoints' }),
      writer: new ControllerWriter<ApiService>(dependencies.updater, resource, `${dialect.prefix}-apiserver`),
      backends: this.#backends,
      clock,
      observer,
      asker,
      report,
      meter: meterOf('AvailableConditionController'),
    });
    const asked = { apiServices: this.#apiServices, backends: this.#backends };
    this.#discovery = new RemoteDiscovery({
      ...asked,
      asker,
      meter: meterOf('discovery-manager'),
      refusals: new RefusedDocuments('the discovery document', report),
    });
    this.openApi = new RemoteOpenApi({
      ...asked,
      meter: meterOf('open_api_aggregation_controller'),
      asker: { ...asker, name: 'system:aggregator', groups: [] },
      refusals: new RefusedDocuments('the OpenAPI document', report),
    });
    surface.announce((served) => this.#announced(served));
  }

  /** Once the caches are loaded. */
  start(): void {
    this.#apiServices.start();
    this.#registration.start();
    this.#availability.start();
    this.#discovery.start();
    this.openApi.start();
  }

  async close(): Promise<void> {
    await Promise.all([
      this.#registration.close(),
      this.#availability.close(),
      this.#discovery.close(),
      this.openApi.close(),
    ]);
    this.#apiServices[Symbol.dispose]();
    this.#backends[Symbol.dispose]();
  }

  pass(request: Request, response: Response): Promise<void> | undefined {
    const { info } = stateOf(request);
    const service = this.#apiServices.remoteOf(info) ?? this.#documentedBy(info);
    return service === undefined ? undefined : this.#proxy.pass(request, response, service);
  }

  /** The one whose server has the OpenAPI v3 document that is asked for. */
  #documentedBy({ path }: RequestInfo): RemoteApiService | undefined {
    const prefix = '/openapi/v3/';
    if (!path.startsWith(prefix) || !this.openApi.urls.has(path.slice(prefix.length))) return undefined;
    const [, , , root, group = '', version = ''] = path.split('/');
    return root === 'api' ? this.#apiServices.remote('', group) : this.#apiServices.remote(group, version);
  }

  version(group: string, version: string): RemoteVersion | undefined {
    const isElsewhere = this.#apiServices.remote(group, version) !== undefined;
    return isElsewhere ? this.#discovery.version(group, version) : undefined;
  }

  /** `served`: the versions of custom resources that a definition serves now. */
  readonly define = (definition: string, served: readonly GroupVersion[]): void => {
    for (const name of this.#wanted.define(definition, served)) this.#registration.changed(name);
  };

  /** Throws while not every built-in version has an APIService that is available. */
  checkRegistration(): void {
    this.#registration.check();
  }

  #changed(change: ApiServiceChange): void {
    const { before, after, name } = change;
    this.#surface.announcementsChanged();
    this.#availability.changed(change);
    if (![before, after].some((service) => service !== undefined && isRemote(service))) return;
    this.#backends.keep(this.#apiServices.remotes());
    this.#discovery.changed(name);
    this.openApi.changed();
  }

  /**
   * The versions that APIServices announce. One that was made for a version of custom resources counts as long as that is served, and
   * until APIServices are made for all that this server serves, what is served counts.
   */
  #announced(served: readonly ServedGroupVersion[]): GroupVersionDefinition[] {
    const here = new Map(served.map((one) => [apiServiceName(one.definition), one]));
    const announced: GroupVersionDefinition[] = [];
    for (const service of this.#apiServices.all) {
      const { group = '', version = '', groupPriorityMinimum, versionPriority } = service.spec;
      const isCustom = this.#registration.isKept(service);
      if (group === this.#ownGroup || (isCustom && !here.has(service.metadata.name ?? ''))) continue;
      announced.push({ group, version, groupPriority: groupPriorityMinimum, versionPriority });
    }
    for (const [name, { definition, isCustom }] of here) {
      // The group of APIServices comes first, whatever priorities the others have.
      if (definition.group === this.#ownGroup)
        announced.push({ ...definition, groupPriority: Number.POSITIVE_INFINITY });
      else if (this.#apiServices.get(name) === undefined && (isCustom || !this.#registration.isSettled(name)))
        announced.push(definition);
    }
    return announced;
  }
}
