import type { CommandFlag } from '../arguments/flag.ts';

export const rawFlag = (method: string): CommandFlag => ({
  name: 'raw',
  type: 'text',
  description: `Path of the server to which the file is sent as it is, by ${method}; the answer is printed as it is`,
});
