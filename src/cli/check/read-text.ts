import { bodyOf } from '../../client/api/answer-body.ts';
import { errorOf } from '../../client/api/api-error.ts';
import type { Session } from '../shared/session/session.ts';

/** The text at a path, whatever its status; rejects with a StatusError where the user may not read it. */
export async function readText(session: Session, path: string): Promise<{ status: number; text: string }> {
  const { signal } = new AbortController();
  const client = await session.client();
  const call = { method: 'GET', path, accept: '*/*' } as const;
  const answer = await client.open(call, signal);
  const body = await bodyOf(call, answer, signal);
  if ([401, 403, 404].includes(answer.status)) throw errorOf(call, answer, body);
  return { status: answer.status, text: body.toString() };
}
