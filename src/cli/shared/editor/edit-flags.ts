import type { CommandFlag } from '../arguments/flag.ts';

export const windowsFlag: CommandFlag = {
  name: 'windows-line-endings',
  type: 'boolean',
  description: 'Use Windows line endings in the editor',
};
