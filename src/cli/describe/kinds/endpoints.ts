import type { CoreV1Endpoints } from '../../../api/schema/types.gen.ts';
import { orNone } from '../../shared/description/description.ts';
import type { Describer } from '../describer.ts';

export const endpoints: Describer<CoreV1Endpoints> = {
  describe(to, { metadata, subsets = [] }) {
    to.head(metadata);
    to.line(0, 'Subsets:');
    for (const { addresses = [], notReadyAddresses = [], ports = [] } of subsets) {
      to.field(1, 'Addresses', orNone(addresses.map(({ ip }) => ip).join(',')));
      to.field(1, 'NotReadyAddresses', orNone(notReadyAddresses.map(({ ip }) => ip).join(',')));
      if (ports.length > 0) {
        const rows = ports.map(({ name, port, protocol }) => [name || '<unset>', port, protocol]);
        to.line(1, 'Ports:');
        to.table(2, ['Name', 'Port', 'Protocol'], rows);
      }
      to.line(0);
    }
  },
};
