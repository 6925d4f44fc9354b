import type { CommandContext } from '../shared/command.ts';
import { kindName } from '../shared/discovery/served-api.ts';
import { eachPlace } from '../shared/writes/each-object.ts';
import { deletionRequest } from './delete-options.ts';

/** Asks the user. Without an answer it is no. */
export async function isConfirmed(context: CommandContext): Promise<boolean> {
  const { session, host } = context;
  const names: string[] = [];
  await eachPlace(session, deletionRequest(context), async ({ type, name }) => {
    names.push(`${kindName(type)}/${name}`);
  });
  if (names.length === 0) return true;
  await host.out.write(
    `You are about to delete the following ${names.length} resource(s):\n${names.join('\n')}\nDo you want to continue? (y/N): `,
  );
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: host.stdin });
  const answer = await new Promise<string>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(''));
  });
  lines.close();
  const isYes = /^y(es)?$/i.test(answer.trim());
  if (!isYes) host.out.line('deletion is cancelled');
  return isYes;
}
