import { maxMessageLength, truncate } from '../../util/truncate.ts';

export interface StatusDetails {
  name?: string;
  group?: string;
  /** The resource in most errors, the kind in Invalid. */
  kind?: string;
  uid?: string;
  causes?: StatusCause[];
  retryAfterSeconds?: number;
}

export interface StatusCause {
  reason?: string;
  message?: string;
  field?: string;
}

/** Characters of a name or a field. */
const maxName = 1024;

const maxCauses = 1_000;

/** Details without more text than people read. Webhooks give some: what is not of its type is left out. */
export function cutDetails(details: StatusDetails): StatusDetails {
  const { name, group, kind, uid, causes, retryAfterSeconds } = details;
  return {
    ...textsOf({ name, group, kind, uid }, maxName),
    ...(Array.isArray(causes) ? { causes: cutCauses(causes) } : {}),
    ...(Number.isSafeInteger(retryAfterSeconds) ? { retryAfterSeconds } : {}),
  };
}

/** The first causes, as far as they are read; the message tells how many there are. */
function cutCauses(all: readonly StatusCause[]): StatusCause[] {
  const causes: StatusCause[] = [];
  let text = 0;
  for (const given of all) {
    if (text > maxMessageLength || causes.length === maxCauses || typeof given !== 'object' || given === null)
      break;
    const { reason, message, field } = given;
    const cause = {
      ...textsOf({ reason }, maxName),
      ...textsOf({ message }, maxMessageLength),
      ...textsOf({ field }, maxName),
    };
    text += (cause.message?.length ?? 0) + (cause.field?.length ?? 0);
    causes.push(cause);
  }
  return causes;
}

function textsOf<T extends Record<string, string | undefined>>(texts: T, max: number): Partial<T> {
  const cut: Record<string, string> = {};
  for (const key in texts) {
    const text = texts[key];
    if (typeof text === 'string') cut[key] = truncate(text, max);
  }
  return cut as Partial<T>;
}
