import { mapCommand } from './change-map.ts';

export const annotate = mapCommand({
  usage: 'annotate [--overwrite] (-f FILENAME | TYPE NAME) KEY=VALUE ... KEY- ... [flags]',
  details: 'A trailing dash removes an annotation: KEY-.',
  examples: ["orchctl annotate pod web description='the front'", 'orchctl annotate pods --all description-'],
  kind: 'annotation',
  suffix: '-annotate',
  verbOf: () => 'annotated',
});
