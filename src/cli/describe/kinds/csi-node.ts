import type { StorageV1CSINode } from '../../../api/schema/types.gen.ts';
import { listText, timeText } from '../../shared/description/description.ts';
import type { Describer } from '../describer.ts';

export const csiNode: Describer<StorageV1CSINode> = {
  describe(to, { metadata, spec }) {
    to.head(metadata);
    to.field(0, 'CreationTimestamp', timeText(metadata.creationTimestamp));
    to.line(0, 'Spec:');
    const drivers = spec.drivers ?? [];
    if (drivers.length > 0) to.line(1, 'Drivers:');
    for (const { name, nodeID, allocatable, topologyKeys } of drivers) {
      to.line(2, `${name}:`);
      to.field(3, 'Node ID', nodeID);
      if (allocatable?.count !== undefined) {
        to.line(3, 'Allocatables:');
        to.field(4, 'Count', allocatable.count);
      }
      const keys = topologyKeys ?? [];
      if (keys.length > 0) to.field(3, 'Topology Keys', listText(keys));
    }
  },
};
