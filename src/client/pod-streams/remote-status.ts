import { parseOwnJson } from '../../api/codec/json.ts';
import { type Status, StatusError } from '../../api/meta/status.ts';
import { CallError } from '../call-error.ts';

/** Bytes of a Status. */
const maxStatus = 1_048_576;

/** Collects the Status that ends a conversation with a container. */
export class RemoteStatus {
  readonly #pieces: Buffer[] = [];
  #length = 0;

  add(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#length <= maxStatus) this.#pieces.push(piece);
  }

  /**
   * The exit code of the command: 0 if all went well. Throws a StatusError for a failure that is not the command's, and
   * a CallError when the connection ended without a word.
   */
  exitCode(): number {
    const text = Buffer.concat(this.#pieces).toString().trim();
    if (text === '') throw new CallError('reset', 'the connection to the container ended before the command');
    const status = statusOf(text);
    if (status === undefined) throw new StatusError(500, 'InternalError', text);
    if (status.status === 'Success') return 0;
    const code = exitCodeIn(status);
    if (code !== undefined) return code;
    throw new StatusError(status.code ?? 500, status.reason, status.message ?? text, status.details);
  }
}

function statusOf(text: string): Status | undefined {
  try {
    const value = parseOwnJson(text) as Status | null;
    return typeof value?.status === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

function exitCodeIn({ reason, details }: Status): number | undefined {
  // Agents have a reason of their own for this.
  if ((reason as string | undefined) !== 'NonZeroExitCode') return undefined;
  const cause = details?.causes?.find((one) => one.reason === 'ExitCode');
  const code = Number(cause?.message ?? Number.NaN);
  return Number.isInteger(code) ? code : undefined;
}
