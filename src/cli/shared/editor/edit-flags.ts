import type { CommandFlag } from '../arguments/flag.ts';

export const windowsFlag: CommandFlag = {
  name: 'windows-line-endings',
  type: 'boolean',
  description: 'Lines in the editor end as on Windows',
};
