import type { CommandContext } from '../shared/command.ts';
import { type Finding, unknown } from './finding.ts';
import { readText } from './read-text.ts';

/** Whether the server is alive and ready, and which of its checks fail. */
export async function healthFindings({ session }: CommandContext): Promise<Finding[]> {
  const all = await Promise.all(
    ['livez', 'readyz'].map(async (endpoint): Promise<Finding[]> => {
      try {
        const { text } = await readText(session, `/${endpoint}?verbose`);
        return findingsOf(endpoint, text);
      } catch (error) {
        return [unknown('health', error)];
      }
    }),
  );
  return all.flat();
}

function findingsOf(endpoint: string, text: string): Finding[] {
  const failed = [...text.matchAll(/^\[-\](\S+)/gm)].map(([, name]) => name!);
  const passed = [...text.matchAll(/^\[\+\]/gm)].length;
  if (failed.length === 0)
    return [{ level: 'ok', about: 'health', text: `${endpoint}: ${passed} checks pass` }];
  return failed.map((name) => ({ level: 'failure', about: 'health', text: `${endpoint}: ${name} fails` }));
}
