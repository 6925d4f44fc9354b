import { isAbsolute } from 'node:path';
import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import { type Dialect, fillPlaceholders } from '../../api/meta/dialect.ts';
import type { Lister } from '../../api/meta/lister.ts';
import { isReleasedBy } from '../../api/meta/release.ts';
import { Kubeconfig } from '../../client/kubeconfig.ts';
import type { Clock } from '../../util/clock.ts';
import type { Flag } from '../../util/flags.ts';
import { goQuote } from '../../util/quote.ts';
import type { PluginConfiguration, PluginDependencies, Versions } from '../descriptor.ts';
import { checkedFolder, folderField } from '../manifests/configuration.ts';
import { ManifestFolder } from '../manifests/manifest-folder.ts';
import { StaticFirst } from '../manifests/static-first.ts';
import { RequestNamespaces } from '../matching/request-namespaces.ts';
import type { AdmissionPlugin, AdmissionTarget } from '../plugin.ts';
import type { WebhookType } from '../webhook-observer.ts';
import { exemption } from './exempt.ts';
import { Outcomes } from './outcomes.ts';
import { ServiceAddresses } from './service-address.ts';
import type { WebhookConfiguration } from './webhook.ts';
import { WebhookCalls } from './webhook-calls.ts';
import { WebhookClients } from './webhook-clients.ts';
import { WebhookConditions } from './webhook-conditions.ts';
import { WebhookIndex } from './webhook-index.ts';
import { WebhookUsers } from './webhook-users.ts';

/** The parts that mutating and validating webhooks share. */
export interface WebhookParts {
  readonly index: WebhookIndex;
  readonly namespaces: RequestNamespaces;
  readonly versions: Versions;
  readonly calls: WebhookCalls;
  readonly verdicts: Outcomes;
  readonly conditions: WebhookConditions;
  readonly clock: Clock;
  /** A patch that cannot be read is a call that failed. */
  readonly failsUndecodable: boolean;
  isExempt(target: AdmissionTarget): boolean;
}

/** The release from which on the failure policy decides about patches that cannot be read. */
const failsUndecodableSince = '1.34';
/** The first release without the oldest version of the configuration. */
const alphaConfigUntil = '1.36';

const toPods = 'enable-aggregator-routing';

/** Said once for both plugins. */
export const webhookFlags: readonly Flag[] = [
  {
    name: toPods,
    type: 'boolean',
    value: '',
    description: 'Services of webhooks are called at the addresses behind them, not at their own',
  },
];

export interface WebhookSort {
  /** Name of the plugin. */
  readonly plugin: string;
  readonly type: WebhookType;
  /** Resource type and kind of the configurations. */
  readonly resource: string;
  readonly kind: string;
}

/**
 * Makes the plugin that calls the webhooks of the API, and before them those in files, if there is a folder of them. Rejects
 * with a start-up error.
 */
export async function webhookPlugin(
  dependencies: PluginDependencies,
  sort: WebhookSort,
  plugin: (parts: WebhookParts) => AdmissionPlugin,
): Promise<AdmissionPlugin> {
  const { dialect, objects, release } = dependencies;
  const { kind, resource } = sort;
  const group = fillPlaceholders(dialect, 'admissionregistration.{api}');
  const { kubeconfig, folder } = configurationOf(dependencies);
  const pluginOf = (
    lister: Lister<WebhookConfiguration>,
    isExempt: WebhookParts['isExempt'],
  ): AdmissionPlugin => plugin(webhookParts(dependencies, { sort, kubeconfig, lister, isExempt }));
  const stored = pluginOf(
    objects.lister<WebhookConfiguration>({ group, resource }),
    exemption(dialect, release),
  );
  if (folder === '') return stored;
  const kinds = [{ kind, resource }];
  const files = await ManifestFolder.open(
    folder,
    { plugin: sort.plugin, what: 'webhook', kinds },
    dependencies,
  );
  return new StaticFirst(
    pluginOf(files.lister<WebhookConfiguration>(kind), () => false),
    stored,
  );
}

interface WebhookSource {
  readonly sort: WebhookSort;
  readonly kubeconfig: Kubeconfig | undefined;
  readonly lister: Lister<WebhookConfiguration>;
  readonly isExempt: WebhookParts['isExempt'];
}

function webhookParts(
  dependencies: PluginDependencies,
  { sort: { type }, kubeconfig, lister, isExempt }: WebhookSource,
): WebhookParts {
  const { dialect, objects, versions, resources, clock, random } = dependencies;
  const users = new WebhookUsers(kubeconfig);
  const services = new ServiceAddresses(objects, random, dependencies.flags.boolean(toPods));
  const clients = resources.use(
    new WebhookClients(
      users,
      services,
      `${dialect.prefix}-apiserver-admission`,
      dependencies.webhooks.refused,
    ),
  );
  const index: WebhookIndex = resources.use(
    new WebhookIndex(lister, versions, (webhooks) => clients.keep(webhooks)),
  );
  return {
    index,
    namespaces: new RequestNamespaces(objects),
    versions,
    clock,
    calls: new WebhookCalls({
      clients,
      clock,
      random,
      group: fillPlaceholders(dialect, 'admission.{api}'),
      mayPatch: type === 'admit',
    }),
    verdicts: new Outcomes(type, dependencies.webhooks, () => performance.now(), dependencies.report),
    conditions: new WebhookConditions(type, dependencies),
    failsUndecodable: isReleasedBy(failsUndecodableSince, dependencies.release),
    isExempt,
  };
}

interface ConfigType {
  readonly kind: string;
  readonly apiVersion: string;
}

/** The types of a configuration of webhooks that a release takes. */
export function configTypes({ api }: Pick<Dialect, 'api'>, gates: Pick<FeatureGates, 'isIn'>): ConfigType[] {
  const group = `apiserver.config.${api}`;
  const alpha = { kind: 'WebhookAdmission', apiVersion: `${group}/v1alpha1` };
  const types = [{ kind: 'WebhookAdmissionConfiguration', apiVersion: `${group}/v1` }];
  return gates.isIn(alphaConfigUntil) ? types : [...types, alpha];
}

/** Throws a start-up error. */
function configurationOf(dependencies: PluginDependencies): {
  kubeconfig: Kubeconfig | undefined;
  folder: string;
} {
  const { configuration, dialect, clock, gates } = dependencies;
  if (configuration === undefined) return { kubeconfig: undefined, folder: '' };
  const path = kubeconfigPath(configuration, configTypes(dialect, gates));
  const kubeconfig = path === '' ? undefined : Kubeconfig.read(path, clock);
  const fields = (configuration.value ?? {}) as Readonly<Record<string, unknown>>;
  return { kubeconfig, folder: checkedFolder(fields[folderField], dependencies) };
}

function kubeconfigPath({ value }: PluginConfiguration, types: readonly ConfigType[]): string {
  const dependencies = (value ?? {}) as Readonly<Record<string, unknown>>;
  const { kind, apiVersion, kubeConfigFile: path = '' } = dependencies;
  if (!types.some((type) => type.kind === kind && type.apiVersion === apiVersion)) {
    throw new Error(`no kind "${kind ?? ''}" is registered for version "${apiVersion ?? ''}"`);
  }
  const known = ['kind', 'apiVersion', 'kubeConfigFile', folderField];
  const unknown = Object.keys(dependencies).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`unknown field "${unknown}"`);
  if (typeof path !== 'string') throw new Error('kubeConfigFile: must be a string');
  if (path === '' || isAbsolute(path)) return path;
  throw new Error(`kubeConfigFile: Invalid value: ${goQuote(path)}: must be an absolute file path`);
}
