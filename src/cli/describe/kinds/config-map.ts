import type { CoreV1ConfigMap } from '../../../api/schema/types.gen.ts';
import type { Describer } from '../describer.ts';

export const configMap: Describer<CoreV1ConfigMap> = {
  describe(to, { metadata, data = {}, binaryData = {} }) {
    to.head(metadata);
    to.line(0);
    to.line(0, 'Data');
    to.line(0, '====');
    for (const [key, value] of Object.entries(data).sort(byKey)) {
      to.line(0, `${key}:`);
      to.line(0, '----');
      for (const line of value.split('\n')) to.line(0, line);
      to.line(0);
    }
    to.line(0);
    to.line(0, 'BinaryData');
    to.line(0, '====');
    for (const [key, value] of Object.entries(binaryData).sort(byKey)) {
      to.line(0, `${key}: ${Buffer.from(value, 'base64').length} bytes`);
    }
    to.line(0);
  },
};

const byKey = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : Number(a > b));
