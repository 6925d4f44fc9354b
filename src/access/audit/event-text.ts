import type { User } from '../../api/machinery/user.ts';
import type { AuditEvent, ObjectReference, ResponseStatus } from './event.ts';

/**
 * An event as the fields of a JSON object, without the braces around them: kind and version stand before them where
 * an event stands alone, and not where it is one of a list. There is no character in it that anybody could take for
 * the end of a line, and none that a terminal or a browser would act upon.
 */
export class EventText {
  /** The same user comes again and again: on a connection, with a token. */
  readonly #users = new WeakMap<User, string>();

  fields(event: AuditEvent): string {
    const { impersonated, sourceIps, userAgent, objectRef, responseStatus } = event;
    const { requestObject, responseObject, annotations } = event;
    let text = `"level":"${event.level}","auditID":${JSON.stringify(event.auditId)},"stage":"${event.stage}"`;
    text += `,"requestURI":${JSON.stringify(event.requestUri)},"verb":${JSON.stringify(event.verb)}`;
    text += `,"user":${this.#user(event.user)}`;
    if (impersonated !== undefined) text += `,"impersonatedUser":${this.#user(impersonated)}`;
    if (sourceIps.length > 0) text += `,"sourceIPs":${JSON.stringify(sourceIps)}`;
    if (userAgent !== '') text += `,"userAgent":${JSON.stringify(userAgent)}`;
    if (objectRef !== undefined) text += `,"objectRef":${referenceText(objectRef)}`;
    if (responseStatus !== undefined) text += `,"responseStatus":${statusText(responseStatus)}`;
    if (requestObject !== undefined) text += `,"requestObject":${requestObject}`;
    if (responseObject !== undefined) text += `,"responseObject":${responseObject}`;
    text += `,"requestReceivedTimestamp":"${microTime(event.received)}","stageTimestamp":"${microTime(event.at)}"`;
    if (annotations.size > 0) text += `,"annotations":${mapText(annotations)}`;
    return risky.test(text) ? text.replace(allRisky, escaped) : text;
  }

  #user(user: User | undefined): string {
    if (user === undefined) return '{}';
    let text = this.#users.get(user);
    if (text === undefined) this.#users.set(user, (text = userText(user)));
    return text;
  }
}

/** Between the quotes of a JSON text, where alone they can stand, all of these may be written as escapes. */
const characters = '<>&\\u007f-\\u009f\\u2028\\u2029';
const risky = new RegExp(`[${characters}]`);
const allRisky = new RegExp(`[${characters}]`, 'g');

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

function userText({ name, uid, groups, extra }: User): string {
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

function statusText({ status, message, reason, code }: ResponseStatus): string {
  let text = '{"metadata":{}';
  if (status) text += `,"status":${JSON.stringify(status)}`;
  if (message) text += `,"message":${JSON.stringify(message)}`;
  if (reason) text += `,"reason":${JSON.stringify(reason)}`;
  return `${text},"code":${code}}`;
}

/** `2026-01-02T03:04:05.000006Z` */
export function microTime(milliseconds: number): string {
  const whole = Math.floor(milliseconds);
  const micros = Math.floor((milliseconds - whole) * 1000);
  return `${new Date(whole).toISOString().slice(0, -1)}${String(micros).padStart(3, '0')}Z`;
}
