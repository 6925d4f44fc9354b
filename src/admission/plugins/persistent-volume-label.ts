import type { Dialect } from '../../api/meta/dialect.ts';
import type {
  CoreV1NodeSelectorRequirement,
  CoreV1PersistentVolume,
  CoreV1PersistentVolumeSpec,
} from '../../api/schema/types.gen.ts';
import type { PluginDescriptor } from '../descriptor.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import { entryOf, objectOf } from './shared/objects.ts';
import { forbidden } from './shared/refusals.ts';
import { handling } from './shared/targets.ts';

/**
 * Keeps pods near the volumes of a cloud. This server knows no cloud that it could ask where a volume is: what a
 * provisioner says of the volumes that it made is believed, and for any other volume of a cloud it is refused, as
 * every server without that cloud's provider does.
 */
export const persistentVolumeLabel: PluginDescriptor = {
  name: 'PersistentVolumeLabel',
  onByDefault: false,
  until: '1.31',
  flags: [],
  create: async ({ dialect }) => ({
    handles: handling('', 'persistentvolumes', ['CREATE']),
    admit: (attributes) => place(attributes, dialect),
  }),
};

function place(attributes: AdmissionAttributes, dialect: Dialect): void {
  const volume = objectOf<CoreV1PersistentVolume>(attributes);
  const labels = trustedLabels(volume, dialect);
  if (labels === undefined) return refuseUnknown(attributes, volume.spec);
  const requirements = labels.map(([key, value]): CoreV1NodeSelectorRequirement => {
    const zones = key.endsWith('/zone') ? zonesOf(value) : [value];
    return { key, operator: 'In', values: zones };
  });
  addAffinity(volume.spec, requirements);
}

/** Place of a volume that was made by a provisioner: zone and region. Undefined when the volume does not say. */
function trustedLabels(
  { metadata }: CoreV1PersistentVolume,
  { label }: Dialect,
): [string, string][] | undefined {
  if (entryOf(metadata.annotations, `pv.${label}/provisioned-by`) === undefined) return undefined;
  for (const domain of [`topology.${label}`, `failure-domain.beta.${label}`]) {
    const [zone, region] = [
      entryOf(metadata.labels, `${domain}/zone`),
      entryOf(metadata.labels, `${domain}/region`),
    ];
    if (zone !== undefined && region !== undefined)
      return [
        [`${domain}/zone`, zone],
        [`${domain}/region`, region],
      ];
  }
  return undefined;
}

/** Several zones stand in one label: `a__b`. */
const zonesOf = (value: string): string[] =>
  [...new Set(value.split('__').map((zone) => zone.trim()))].sort();

/** Nothing is added where the volume says something about one of these labels itself. */
function addAffinity(spec: CoreV1PersistentVolumeSpec, requirements: CoreV1NodeSelectorRequirement[]): void {
  const terms = spec.nodeAffinity?.required?.nodeSelectorTerms ?? [];
  const keys = new Set(requirements.map(({ key }) => key));
  if (terms.some(({ matchExpressions = [] }) => matchExpressions.some(({ key }) => keys.has(key)))) return;
  const nodeSelectorTerms = (terms.length === 0 ? [{}] : terms).map((term) => ({
    ...term,
    matchExpressions: [...(term.matchExpressions ?? []), ...requirements],
  }));
  spec.nodeAffinity = { ...spec.nodeAffinity, required: { nodeSelectorTerms } };
}

/** A volume that is yet to be made says so in the place of its name. */
const toBeMade = 'placeholder-for-provisioning';

function refuseUnknown(attributes: AdmissionAttributes, spec: CoreV1PersistentVolumeSpec): void {
  const clouds: [name: string | undefined, volume: string, provider: string][] = [
    [spec.awsElasticBlockStore?.volumeID, 'AWS EBS', 'AWS cloud provider for EBS'],
    [spec.gcePersistentDisk?.pdName, 'GCE PD', 'GCE cloud provider for PD'],
    [spec.azureDisk?.diskName, 'AzureDisk', 'Azure cloud provider for AzureDisk'],
    [spec.cinder?.volumeID, 'Cinder', 'OpenStack cloud provider for Cinder disk'],
    [spec.vsphereVolume?.volumePath, 'vSphere', 'vSphere cloud provider'],
  ];
  for (const [name, volume, provider] of clouds) {
    if (name === undefined || name === toBeMade) continue;
    throw forbidden(attributes, `error querying ${volume} volume ${name}: unable to build ${provider}`);
  }
}
