import type { ApiObject } from '../../api/meta/metadata.ts';
import { isSameMap, mapCommand } from './change-map.ts';

export const label = mapCommand({
  usage: 'label [--overwrite] (-f FILENAME | TYPE NAME) KEY=VALUE ... KEY- ... [flags]',
  details: 'A trailing dash removes a label: KEY-.',
  examples: [
    'orchctl label pod web tier=front',
    'orchctl label pods --all environment=test --overwrite',
    'orchctl label pod web tier-',
  ],
  kind: 'label',
  suffix: '-label',
  verbOf: (before, after, overwrites) => {
    if (isSameMap('label', before, after)) return 'not labeled';
    const count = ({ metadata }: ApiObject): number => Object.keys(metadata.labels ?? {}).length;
    return !overwrites && count(after) < count(before) ? 'unlabeled' : 'labeled';
  },
});
