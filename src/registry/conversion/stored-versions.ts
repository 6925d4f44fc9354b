import { type Dialect, fillPlaceholders } from '../../api/meta/dialect.ts';
import { isReleasedBy } from '../../api/meta/release.ts';
import { apiVersionOf, type KindDefinition } from '../../api/schema/schema.ts';

const flowControlVersions = 'v1beta1, 1.26 v1beta2, 1.27 v1beta3, 1.30 v1';
const resourceVersions = 'v1alpha1, 1.27 v1alpha2, 1.31 v1alpha3, 1.32 v1beta1, 1.34 v1beta2, 1.35 v1';
const mutatingPolicyVersions = 'v1alpha1, 1.35 v1beta1';
const validatingPolicyVersions = 'v1alpha1, 1.29 v1beta1, 1.31 v1';

/**
 * The versions in which objects are written, where it is not the one that the caches have: `v1beta1, 1.23 v1` is v1beta1,
 * and v1 from 1.23 on. Other servers change from one to the other where nobody needs the older one any more: it is read
 * by all of them.
 */
const versions: Readonly<Record<string, string>> = {
  'cronjobs.batch': 'v1beta1, 1.23 v1',
  'horizontalpodautoscalers.autoscaling': 'v1, 1.27 v2',
  'certificatesigningrequests.certificates.{api}': 'v1beta1, 1.23 v1',
  'leases.coordination.{api}': 'v1beta1, 1.23 v1',
  'runtimeclasses.node.{api}': 'v1beta1, 1.23 v1',
  'validatingwebhookconfigurations.admissionregistration.{api}': 'v1beta1, 1.23 v1',
  'mutatingwebhookconfigurations.admissionregistration.{api}': 'v1beta1, 1.23 v1',
  'mutatingadmissionpolicies.admissionregistration.{api}': mutatingPolicyVersions,
  'mutatingadmissionpolicybindings.admissionregistration.{api}': mutatingPolicyVersions,
  'validatingadmissionpolicies.admissionregistration.{api}': validatingPolicyVersions,
  'validatingadmissionpolicybindings.admissionregistration.{api}': validatingPolicyVersions,
  'csidrivers.storage.{api}': 'v1beta1, 1.23 v1',
  'csistoragecapacities.storage.{api}': 'v1alpha1, 1.23 v1beta1, 1.25 v1',
  'endpointslices.discovery.{api}': 'v1beta1, 1.31 v1',
  'poddisruptionbudgets.policy': 'v1beta1, 1.27 v1',
  'flowschemas.flowcontrol.apiserver.{api}': flowControlVersions,
  'prioritylevelconfigurations.flowcontrol.apiserver.{api}': flowControlVersions,
  'resourceclaims.resource.{api}': resourceVersions,
  'resourceclaimtemplates.resource.{api}': resourceVersions,
  'deviceclasses.resource.{api}': resourceVersions,
  'resourceslices.resource.{api}': resourceVersions,
  'devicetaintrules.resource.{api}': 'v1alpha3',
  'volumeattributesclasses.storage.{api}': 'v1alpha1, 1.31 v1beta1, 1.35 v1',
  'clustertrustbundles.certificates.{api}': 'v1alpha1, 1.33 v1beta1',
  'podcertificaterequests.certificates.{api}': 'v1alpha1, 1.35 v1beta1',
  'leasecandidates.coordination.{api}': 'v1alpha1, 1.32 v1alpha2, 1.33 v1beta1',
  'ingresses.networking.{api}': 'v1beta1, 1.23 v1',
  'ipaddresses.networking.{api}': 'v1alpha1, 1.31 v1beta1, 1.34 v1',
  'servicecidrs.networking.{api}': 'v1alpha1, 1.31 v1beta1, 1.34 v1',
  'ingressclasses.networking.{api}': 'v1beta1, 1.23 v1',
  'apiservices.apiregistration.{api}': 'v1beta1, 1.23 v1',
  'customresourcedefinitions.apiextensions.{api}': 'v1beta1',
};

/** The groups whose objects are always written as JSON. */
const jsonGroups = ['apiregistration.{api}', 'apiextensions.{api}'];

/** Versions that are not served at all but may be in an old store, and those that have the same fields. */
const sameFields: Readonly<Record<string, string>> = {
  'batch/v2alpha1': 'batch/v1beta1',
  'discovery.{api}/v1alpha1': 'discovery.{api}/v1beta1',
};

/** In which versions the objects of each kind are read and written, as other servers of a release do. */
export class StoredVersions {
  readonly #dialect: Dialect;
  readonly #release: string;
  readonly #written: ReadonlyMap<string, string>;
  readonly #definitions: readonly KindDefinition[];

  /** `definitions`: every kind in every version. */
  constructor(definitions: readonly KindDefinition[], dialect: Dialect, release: string) {
    this.#dialect = dialect;
    this.#release = release;
    this.#definitions = definitions;
    this.#written = new Map(
      Object.entries(versions).map(([type, text]) => [this.#filled(type), versionIn(text, release)]),
    );
  }

  /** The version in which objects of a kind are written; `kept` is the one that the caches have. */
  writtenAs(kept: KindDefinition): KindDefinition {
    const wanted = this.#written.get(`${kept.plural}.${kept.group}`);
    if (wanted === undefined) return kept;
    const own = this.#definitions.filter(({ group, kind }) => group === kept.group && kind === kept.kind);
    const known = own.filter(({ lifecycle: { introduced } }) => isKnown(introduced, this.#release));
    return known.find(({ version }) => version === wanted) ?? known[0] ?? kept;
  }

  isAlwaysJson({ group }: KindDefinition): boolean {
    return jsonGroups.some((one) => this.#filled(one) === group);
  }

  /** All forms in which objects of a kind may be found, by `<apiVersion> <kind>`. */
  readable({ group, kind }: KindDefinition): ReadonlyMap<string, KindDefinition> {
    const own = this.#definitions.filter(
      ({ storedAs }) => storedAs.group === group && storedAs.kind === kind,
    );
    const found = new Map(
      own.map((definition) => [typeText(apiVersionOf(definition), definition.kind), definition]),
    );
    for (const [old, same] of Object.entries(sameFields)) {
      const definition = found.get(typeText(this.#filled(same), kind));
      if (definition !== undefined) found.set(typeText(this.#filled(old), kind), definition);
    }
    return found;
  }

  #filled(text: string): string {
    return fillPlaceholders(this.#dialect, text);
  }
}

function versionIn(text: string, release: string): string {
  const [first = '', ...changes] = text.split(', ');
  const done = changes.map((change) => change.split(' ')).filter(([since]) => isReleasedBy(since!, release));
  return done.at(-1)?.[1] ?? first;
}

export const typeText = (apiVersion: string, kind: string): string => `${apiVersion} ${kind}`;

const isKnown = (introduced: string | undefined, release: string): boolean =>
  introduced === undefined || isReleasedBy(introduced, release);
