import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1Namespace } from '../../../api/schema/types.gen.ts';

/** Every namespace carries its name as a label, so that selectors can match it; the label cannot be removed. */
export const labelWithName =
  ({ label }: Dialect) =>
  ({ metadata }: CoreV1Namespace): void => {
    if (!metadata.name) return;
    metadata.labels = { ...metadata.labels, [`${label}/metadata.name`]: metadata.name };
  };
