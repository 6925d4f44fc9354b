import type { CoreV1PersistentVolume } from '../../../api/schema/types.gen.ts';
import { humanDuration } from '../../../util/duration.ts';
import { type Description, listText } from '../../shared/description/description.ts';
import { accessModesText, storageClassOf } from '../../shared/description/storage.ts';
import { describeSource } from '../../shared/description/volumes.ts';
import type { Describer } from '../describer.ts';

export const persistentVolume: Describer<CoreV1PersistentVolume> = {
  describe(to, object, { now }) {
    const { metadata, spec, status } = object;
    const { deletionTimestamp, finalizers } = metadata;
    to.field(0, 'Name', metadata.name);
    to.labels(0, 'Labels', metadata.labels);
    to.annotations(metadata.annotations);
    to.field(0, 'Finalizers', listText(finalizers));
    to.field(0, 'StorageClass', storageClassOf(object, to.dialect));
    const ending = deletionTimestamp
      ? `Terminating (lasts ${humanDuration(now - Date.parse(deletionTimestamp))})`
      : undefined;
    to.field(0, 'Status', ending ?? status?.phase);
    const { claimRef } = spec;
    to.field(0, 'Claim', claimRef === undefined ? '' : `${claimRef.namespace ?? ''}/${claimRef.name ?? ''}`);
    to.field(0, 'Reclaim Policy', spec.persistentVolumeReclaimPolicy);
    to.field(0, 'Access Modes', accessModesText(spec.accessModes));
    if (spec.volumeMode !== undefined) to.field(0, 'VolumeMode', spec.volumeMode);
    to.field(0, 'Capacity', spec.capacity?.['storage'] ?? '0');
    describeNodeAffinity(to, spec.nodeAffinity?.required?.nodeSelectorTerms);
    to.field(0, 'Message', status?.message);
    to.line(0, 'Source:');
    describeSource(to, { ...spec }, { isPersistent: true });
  },
};

type Affinity = NonNullable<NonNullable<CoreV1PersistentVolume['spec']['nodeAffinity']>['required']>;

/** `terms`: undefined where the volume can be used from every node. */
function describeNodeAffinity(to: Description, terms: Affinity['nodeSelectorTerms'] | undefined): void {
  if (terms === undefined) return to.field(0, 'Node Affinity', '<none>');
  to.field(0, 'Node Affinity', '');
  to.field(1, 'Required Terms', terms === null || terms.length === 0 ? '<none>' : '');
  terms?.forEach(({ matchExpressions = [] }, index) => {
    const texts = matchExpressions.map(({ key, operator, values = [] }) => {
      const list = values.length === 0 ? '' : ` [${values.join(', ')}]`;
      return `${key} ${operator.toLowerCase()}${list}`;
    });
    to.values(2, `Term ${index}`, texts);
  });
}
