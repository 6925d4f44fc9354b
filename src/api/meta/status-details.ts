import { maxMessageLength, truncate } from '../../util/truncate.ts';

export interface StatusDetails {
  name?: string;
  group?: string;
  /** The resource; in Invalid errors the kind. */
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
const maxNameLength = 1024;

const maxCauses = 1_000;

/** Limits the length of all texts. Webhooks send details too: members of the wrong type are left out. */
export function truncateDetails(details: StatusDetails): StatusDetails {
  const { name, group, kind, uid, causes, retryAfterSeconds } = details;
  return {
    ...truncateTexts({ name, group, kind, uid }, maxNameLength),
    ...(Array.isArray(causes) ? { causes: truncateCauses(causes) } : {}),
    ...(Number.isSafeInteger(retryAfterSeconds) ? { retryAfterSeconds } : {}),
  };
}

/** The first causes; the message of the Status says how many there are. */
function truncateCauses(all: readonly StatusCause[]): StatusCause[] {
  const causes: StatusCause[] = [];
  let text = 0;
  for (const cause of all) {
    if (text > maxMessageLength || causes.length === maxCauses || typeof cause !== 'object' || cause === null)
      break;
    const { reason, message, field } = cause;
    const truncated = {
      ...truncateTexts({ reason }, maxNameLength),
      ...truncateTexts({ message }, maxMessageLength),
      ...truncateTexts({ field }, maxNameLength),
    };
    text += (truncated.message?.length ?? 0) + (truncated.field?.length ?? 0);
    causes.push(truncated);
  }
  return causes;
}

function truncateTexts<T extends Record<string, string | undefined>>(texts: T, max: number): Partial<T> {
  const truncated: Record<string, string> = {};
  for (const key in texts) {
    const text = texts[key];
    if (typeof text === 'string') truncated[key] = truncate(text, max);
  }
  return truncated as Partial<T>;
}
