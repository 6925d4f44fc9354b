import type { CommandContext } from '../shared/command.ts';
import type { Finding } from './finding.ts';

/** Milliseconds beyond which an answer is slow. */
const slow = 1_000;

/** Which server it is, and how fast it answers. Rejects when it does not. */
export async function serverFindings({ session }: CommandContext): Promise<Finding[]> {
  const client = await session.client();
  const { server } = await session.connection();
  await client.json({ method: 'GET', path: '/version' });
  const began = performance.now();
  const { gitVersion } = await client.json<{ gitVersion: string }>({ method: 'GET', path: '/version' });
  const took = Math.round(performance.now() - began);
  const { name } = await session.dialect();
  const text = `${server}, ${gitVersion}, dialect ${name}, answers in ${took} ms`;
  return [{ level: took > slow ? 'warning' : 'ok', about: 'server', text }, ...(await groups(session))];
}

async function groups(session: CommandContext['session']): Promise<Finding[]> {
  const { failures } = await (await session.discovery()).refreshed();
  return Object.entries(failures).map(([name, message]) => ({
    level: 'failure' as const,
    about: 'apis',
    text: `${name} cannot be read: ${message}`,
  }));
}
