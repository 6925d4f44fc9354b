import type { CommandFlag } from '../arguments/flag.ts';

export const rawFlag = (method: string): CommandFlag => ({
  name: 'raw',
  type: 'text',
  description: `Path to send the file to with ${method}; the response is printed as is`,
});
