import type { ApiCall } from '../../../client/api/api-call.ts';
import type { CommandContext } from '../command.ts';

/** Sends a request and prints its answer as it comes, whatever it is. Rejects with what the server refuses it for. */
export async function printAnswer(
  { session, host }: Pick<CommandContext, 'session' | 'host'>,
  request: ApiCall,
): Promise<void> {
  const [{ piecesOf, readError }, client] = await Promise.all([
    import('../../../client/api/answer-body.ts'),
    session.client(),
  ]);
  const call = { ...request, accept: '*/*' };
  const { signal } = new AbortController();
  const answer = await client.open(call, signal);
  if (answer.status >= 300) throw await readError(call, answer, signal);
  for await (const piece of piecesOf(call, answer, signal)) await host.out.write(piece);
}
