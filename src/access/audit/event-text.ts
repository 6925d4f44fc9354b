import type { User } from '../../api/meta/user.ts';
import { unicodeEscape } from '../../util/quote.ts';
import type { AuditEvent, ObjectReference, ResponseStatus } from './event.ts';

/**
 * An event as the fields of a JSON object, without the braces around them: kind and version stand before them where
 * an event stands alone, and not where it is one of a list. There is no character in it that anybody could take for
 * the end of a line, and none that a terminal or a browser would act upon.
 */
export class EventText {
  readonly #times = new MicroTime();
  /** The attributes of the latest event, already encoded: events of one request mostly follow each other. */
  #latest: Pick<AuditEvent, 'caller' | 'user' | 'impersonated'> | undefined;
  #opening = '';

  fields(event: AuditEvent): string {
    const { level, stage, auditId, objectRef, responseStatus } = event;
    const { requestObject, responseObject, annotations } = event;
    const start = `"level":"${level}","auditID":${JSON.stringify(auditId)},"stage":"${stage}"${this.#openingOf(event)}`;
    let text = '';
    if (objectRef !== undefined) text += `,"objectRef":${referenceText(objectRef)}`;
    if (responseStatus !== undefined) text += `,"responseStatus":${statusText(responseStatus)}`;
    if (requestObject !== undefined) text += `,"requestObject":${requestObject}`;
    if (responseObject !== undefined) text += `,"responseObject":${responseObject}`;
    text += `,"requestReceivedTimestamp":"${this.#times.of(event.received)}"`;
    text += `,"stageTimestamp":"${this.#times.of(event.at)}"`;
    if (annotations.size > 0) text += `,"annotations":${mapText(annotations)}`;
    return start + harmless(text);
  }

  #openingOf({ caller, verb, user, impersonated, impersonationConstraint }: AuditEvent): string {
    const latest = this.#latest;
    if (latest?.caller === caller && latest.user === user && latest.impersonated === impersonated) {
      return this.#opening;
    }
    const { uri, sourceIps, userAgent } = caller;
    let text = `,"requestURI":${JSON.stringify(uri)},"verb":${JSON.stringify(verb)},"user":${userText(user)}`;
    if (impersonated !== undefined) text += `,"impersonatedUser":${userText(impersonated)}`;
    if (impersonationConstraint !== undefined)
      text += `,"authenticationMetadata":${JSON.stringify({ impersonationConstraint })}`;
    if (sourceIps.length > 0) text += `,"sourceIPs":${JSON.stringify(sourceIps)}`;
    if (userAgent !== '') text += `,"userAgent":${JSON.stringify(userAgent)}`;
    this.#latest = { caller, user, impersonated };
    this.#opening = harmless(text);
    return this.#opening;
  }
}

const harmless = (text: string): string => (risky.test(text) ? text.replace(allRisky, unicodeEscape) : text);

/** Between the quotes of a JSON text, where alone they can stand, all of these may be written as escapes. */
const characters = '<>&\\u007f-\\u009f\\u2028\\u2029';
const risky = new RegExp(`[${characters}]`);
const allRisky = new RegExp(`[${characters}]`, 'g');

function userText(user: User | undefined): string {
  if (user === undefined) return '{}';
  const { name, uid, groups, extra } = user;
  return JSON.stringify({
    username: name || undefined,
    uid: uid || undefined,
    groups: groups.length > 0 ? groups : undefined,
    extra: sorted(Object.entries(extra)),
  });
}

/** Keys of maps stand in order, as in every JSON of the API that is written from a map. */
function sorted<T>(entries: [string, T][]): Record<string, T> | undefined {
  if (entries.length === 0) return undefined;
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function mapText(annotations: ReadonlyMap<string, string>): string {
  const keys = [...annotations.keys()].sort();
  const fields = keys.map((key) => `${JSON.stringify(key)}:${JSON.stringify(annotations.get(key))}`);
  return `{${fields.join(',')}}`;
}

function referenceText(reference: ObjectReference): string {
  let text = '{';
  for (const field in reference) {
    const value = reference[field as keyof ObjectReference];
    if (value !== '') text += `${text.length > 1 ? ',' : ''}"${field}":${JSON.stringify(value)}`;
  }
  return `${text}}`;
}

function statusText({ status, message, reason, details, code }: ResponseStatus): string {
  let text = '{"metadata":{}';
  if (status) text += `,"status":${JSON.stringify(status)}`;
  if (message) text += `,"message":${JSON.stringify(message)}`;
  if (reason) text += `,"reason":${JSON.stringify(reason)}`;
  if (details) text += `,"details":${JSON.stringify(details)}`;
  return `${text},"code":${code}}`;
}

/** Times as events have them, `2026-01-02T03:04:05.000006Z`: many are of the same second. */
export class MicroTime {
  #second = Number.NaN;
  #text = '';

  of(milliseconds: number): string {
    const micros = Math.floor(milliseconds * 1000);
    const second = Math.floor(micros / 1_000_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#text = new Date(second * 1000).toISOString().slice(0, 20);
    }
    return `${this.#text}${String(micros - second * 1_000_000).padStart(6, '0')}Z`;
  }
}
