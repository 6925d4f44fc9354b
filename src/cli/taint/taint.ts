import type { Command } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { noFiles } from '../shared/manifests/file-flags.ts';
import { outputFlags } from '../shared/output/output-format.ts';
import { eachObject } from '../shared/writes/each-object.ts';
import { fieldManager } from '../shared/writes/field-manager.ts';
import { outcomePrinter } from '../shared/writes/outcome.ts';
import {
  allFlag,
  dryRunFlag,
  dryRunOf,
  fieldManagerFlag,
  selectorFlag,
  validateFlag,
} from '../shared/writes/write-flags.ts';
import { ObjectWriter } from '../shared/writes/writer.ts';
import { changeTaints, parseTaints, type Taint } from './taint-changes.ts';

const isTaint = (word: string): boolean => /[=:]/.test(word) || word.endsWith('-');

export const taint: Command = {
  usage: 'taint node NAME KEY[=VALUE]:EFFECT ... KEY[:EFFECT]- ... [flags]',
  details:
    'Pods that do not tolerate a taint are not scheduled on the node (NoSchedule), avoid it (PreferNoSchedule), or are evicted (NoExecute). A trailing dash removes a taint.',
  examples: ['orchctl taint node n1 dedicated=database:NoSchedule', 'orchctl taint node n1 dedicated-'],
  flags: [
    ...outputFlags,
    ...[allFlag, selectorFlag, dryRunFlag, fieldManagerFlag],
    { ...validateFlag, hidden: true },
    { name: 'overwrite', type: 'boolean', description: 'Change taints that are there' },
  ],
  run: async (context) => {
    const { flags, session, host, words, path } = context;
    const first = words.findIndex((word, index) => index > 0 && isTaint(word));
    const at = first < 0 ? words.length : first;
    if (at === words.length) throw new CliError('at least one taint update is required');
    const changes = parseTaints(words.slice(at));
    const dryRun = dryRunOf(flags);
    const manager = await fieldManager(session, flags, '-taint');
    const writer = new ObjectWriter(await session.client(), { fieldManager: manager, dryRun });
    const request = {
      path,
      words: words.slice(0, at),
      files: noFiles,
      selector: flags.text('selector'),
      needsSelection: true,
      all: flags.boolean('all'),
    };
    const count = await eachObject(session, request, async (found) => {
      if (found.type.kind !== 'Node')
        throw new CliError(`invalid resource type ${found.type.resource}, only node(s) is supported`);
      const { taints: current = [] } = (found.object['spec'] ?? {}) as { taints?: Taint[] };
      const { taints, operation } = changeTaints(found.name, current, changes, flags.boolean('overwrite'));
      const { resourceVersion } = found.object.metadata;
      // Taints that another client wrote meanwhile are not lost: the resourceVersion has to be the same.
      const patch = { metadata: { resourceVersion }, spec: { taints } };
      const object = dryRun === 'client' ? found.object : await writer.patch(found, { patch, type: 'merge' });
      const report = await outcomePrinter(flags, host, dryRun);
      await report({ type: found.type, object, verb: operation });
    });
    if (count === 0) throw new CliError('no nodes were found');
  },
};
