import type { IncomingMessage } from 'node:http';
import { internalError, type StatusError } from '../../../api/meta/status.ts';

/** Bytes of what an agent says in place of a 101. */
const maxRefusal = 65_536;

/** The refusal of the agent: its own Status, or one with its plain text. */
export async function refusalOf(message: IncomingMessage): Promise<StatusError | string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > maxRefusal) break;
  }
  const text = Buffer.concat(chunks).toString().trim();
  if (/^\{.*"kind":\s*"Status"/s.test(text)) return text;
  return internalError(`unable to upgrade connection: ${text}`);
}
