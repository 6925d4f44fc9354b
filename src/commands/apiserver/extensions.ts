import { type OwnService, ServiceAddresses } from '../../admission/webhooks/service-address.ts';
import { WebhookClients } from '../../admission/webhooks/webhook-clients.ts';
import { WebhookUsers } from '../../admission/webhooks/webhook-users.ts';
import { Aggregation } from '../../extensions/aggregation/aggregation.ts';
import { aggregationSettings } from '../../extensions/aggregation/settings.ts';
import { CustomResourceExtension } from '../../extensions/custom-resources/extension.ts';
import {
  type ConversionDependencies,
  conversionWebhook,
} from '../../extensions/custom-resources/storage/conversion-webhook.ts';
import type { StoredResource } from '../../registry/resource.ts';
import type { ApiSurface } from '../../server/surface/api-surface.ts';
import { systemClock } from '../../util/clock.ts';
import { systemRandom } from '../../util/random.ts';
import { type ApplicationDependencies, type Encodings, fromFlags } from './application-dependencies.ts';
import type { ApiServerOptions } from './options.ts';

/** The APIs of extension servers; undefined where APIServices are not served. */
export function aggregationOf(
  dependencies: ApplicationDependencies,
  surface: ApiSurface,
): Aggregation | undefined {
  const { options, resources, cached, metrics } = dependencies;
  const { dialect } = options;
  const resource = resources.stored.get(`apiservices.apiregistration.${dialect.api}`);
  if (resource === undefined) return undefined;
  const settings = fromFlags(() => aggregationSettings(dependencies.flags, systemClock));
  return new Aggregation({
    settings,
    surface,
    objects: cached,
    updater: dependencies.updater,
    deleter: dependencies.deleter,
    resource,
    dialect,
    systemObjects: dependencies.systemObjects,
    services: new ServiceAddresses(cached, systemRandom, settings.toPods, ownService(options)),
    clock: systemClock,
    observer: metrics.aggregation,
    onFlaw: metrics.trust.aggregated.refused,
    meterOf: metrics.queues.meterOf,
    terminated: (state, code) => metrics.terminated(state, code, 'aggregator'),
    report: (message) => dependencies.log.warn(message),
  });
}

/** Undefined until the port on which the server listens is known. */
function ownService({ dialect, bindAddress, securePort }: ApiServerOptions): OwnService | undefined {
  if (securePort === 0) return undefined;
  const host = bindAddress === '0.0.0.0' || bindAddress === '::' ? '127.0.0.1' : bindAddress;
  return { namespace: 'default', name: dialect.service, address: { host, port: securePort } };
}

/** The stored resource of definitions of custom resources, where they are served. */
export const definitionResource = ({
  options,
  resources,
}: ApplicationDependencies): StoredResource | undefined =>
  resources.stored.get(`customresourcedefinitions.apiextensions.${options.dialect.api}`);

/** Custom resources; undefined where definitions are not served. */
export function customResources(
  dependencies: ApplicationDependencies,
  surface: ApiSurface,
  encodings: Encodings,
  aggregation: Aggregation | undefined,
): CustomResourceExtension | undefined {
  const { options, resources, feed, updater, deleter, cached, held } = dependencies;
  const { dialect } = options;
  const definitions = definitionResource(dependencies);
  if (definitions === undefined) return undefined;
  const observe: ConversionDependencies['observe'] = (conversion, seconds) =>
    dependencies.metrics.conversions.called(conversion, seconds);
  const services = new ServiceAddresses(cached, systemRandom, false);
  const clients = held.use(
    new WebhookClients(
      new WebhookUsers(undefined),
      services,
      `${dialect.prefix}-apiserver`,
      dependencies.metrics.trust.webhooks.refused,
    ),
  );
  return new CustomResourceExtension({
    resources,
    feed,
    updater,
    deleter,
    surface,
    dialect,
    definitionResource: definitions,
    ...encodings,
    clock: systemClock,
    release: options.emulatedVersion,
    gates: options.settings.gates,
    ruleObserver: dependencies.metrics.rules,
    convertOf: (definition) =>
      conversionWebhook(definition, {
        clients,
        random: systemRandom,
        group: definitions.type.group,
        observe,
      }),
    onVersions: (definition, versions) => aggregation?.define(definition, versions),
    report: (message) => dependencies.log.warn(message),
  });
}
