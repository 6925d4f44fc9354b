import { mapCommand } from './change-map.ts';

export const annotate = mapCommand({
  usage: 'annotate [--overwrite] (-f FILENAME | TYPE NAME) KEY=VALUE ... KEY- ... [flags]',
  description: 'Sets annotations of objects, and takes them away: a key with a dash behind it goes.',
  examples: ["orchctl annotate pod web description='the front'", 'orchctl annotate pods --all description-'],
  kind: 'annotation',
  suffix: '-annotate',
  verbOf: () => 'annotated',
});
