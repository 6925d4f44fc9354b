import type { CommandFlag } from '../arguments/flag.ts';
import type { FlagSet } from '../arguments/flag-set.ts';

/** Which files a command reads. */
export interface FileSelection {
  names: readonly string[];
  recursive: boolean;
  /** "" without `-k`. */
  kustomize: string;
}

export const fileFlags: readonly CommandFlag[] = [
  {
    name: 'filename',
    short: 'f',
    type: 'list',
    description: 'Files, directories or URLs with the objects; - for standard input',
  },
  {
    name: 'recursive',
    short: 'R',
    type: 'boolean',
    description: 'Reads the directories within directories as well',
  },
  { name: 'kustomize', short: 'k', type: 'text', description: 'Is refused: build the kustomization first' },
];

export const noFiles: FileSelection = { names: [], recursive: false, kustomize: '' };

export const filesOf = (flags: FlagSet): FileSelection => ({
  names: flags.list('filename'),
  recursive: flags.boolean('recursive'),
  kustomize: flags.text('kustomize'),
});
