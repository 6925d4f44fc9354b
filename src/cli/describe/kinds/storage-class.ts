import type { StorageV1StorageClass } from '../../../api/schema/types.gen.ts';
import { type Description, flagText, labelsText } from '../../shared/description/description.ts';
import type { Describer } from '../describer.ts';

export const storageClass: Describer<StorageV1StorageClass> = {
  describe(to, object) {
    const { metadata, provisioner, parameters, mountOptions = [] } = object;
    to.field(0, 'Name', metadata.name);
    to.field(0, 'IsDefaultClass', isDefault(object, to.dialect.label) ? 'Yes' : 'No');
    to.field(0, 'Annotations', labelsText(metadata.annotations));
    to.field(0, 'Provisioner', provisioner);
    to.field(0, 'Parameters', labelsText(parameters));
    to.field(0, 'AllowVolumeExpansion', flagText(object.allowVolumeExpansion));
    if (mountOptions.length === 0) to.field(0, 'MountOptions', '<none>');
    else to.line(0, 'MountOptions:');
    for (const option of mountOptions) to.line(1, option);
    if (object.reclaimPolicy !== undefined) to.field(0, 'ReclaimPolicy', object.reclaimPolicy);
    if (object.volumeBindingMode !== undefined) to.field(0, 'VolumeBindingMode', object.volumeBindingMode);
    if (object.allowedTopologies !== undefined) describeTopologies(to, object.allowedTopologies);
  },
};

const isDefault = ({ metadata: { annotations = {} } }: StorageV1StorageClass, label: string): boolean =>
  [`storageclass.${label}`, `storageclass.beta.${label}`].some(
    (domain) => annotations[`${domain}/is-default-class`] === 'true',
  );

function describeTopologies(
  to: Description,
  topologies: NonNullable<StorageV1StorageClass['allowedTopologies']>,
): void {
  to.field(0, 'AllowedTopologies', topologies.length === 0 ? '<none>' : '');
  topologies.forEach(({ matchLabelExpressions = [] }, index) => {
    const texts = matchLabelExpressions.map(({ key, values }) => {
      const list = (values ?? []).length === 0 ? '' : ` [${values!.join(', ')}]`;
      return `${key} in${list}`;
    });
    to.values(1, `Term ${index}`, texts);
  });
}
