import type { CoreV1Secret } from '../../../api/schema/types.gen.ts';
import type { Describer } from '../describer.ts';

/** Sizes in place of values; a token of a service account is shown. */
export const secret: Describer<CoreV1Secret> = {
  hidesEvents: true,
  describe(to, { metadata, type = '', data = {} }) {
    to.head(metadata);
    to.line(0);
    to.field(0, 'Type', type);
    to.line(0);
    to.line(0, 'Data');
    to.line(0, '====');
    for (const key of Object.keys(data).sort()) {
      const value = Buffer.from(data[key]!, 'base64');
      const isToken = key === 'token' && type.endsWith('/service-account-token');
      to.field(0, key, isToken ? value.toString() : `${value.length} bytes`);
    }
  },
};
