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
    description: 'Files, directories or URLs of the objects; - for stdin',
  },
  {
    name: 'recursive',
    short: 'R',
    type: 'boolean',
    description: 'Process directories recursively',
  },
  {
    name: 'kustomize',
    short: 'k',
    type: 'text',
    description: 'Not supported: build the kustomization first',
  },
];

export const noFiles: FileSelection = { names: [], recursive: false, kustomize: '' };

export const filesOf = (flags: FlagSet): FileSelection => ({
  names: flags.list('filename'),
  recursive: flags.boolean('recursive'),
  kustomize: flags.text('kustomize'),
});
