import { goQuoteWhole } from '../../util/quote.ts';
import type { AuditEvent } from './event.ts';
import { MicroTime } from './event-text.ts';

/** An event in the form that logs had before there was a type for it; every text that a client chose is quoted. */
export function legacyText(event: AuditEvent): string {
  const { user, impersonated, caller, objectRef, responseStatus } = event;
  const name = user?.name || '<none>';
  const groups = user?.name && user.groups.length > 0 ? quoted(user.groups) : '<none>';
  const as = impersonated?.name ?? '<self>';
  const asGroups = impersonated === undefined ? '<lookup>' : quoted(impersonated.groups);
  const fields = [
    `id=${goQuoteWhole(event.auditId)}`,
    `stage=${goQuoteWhole(event.stage)}`,
    `ip=${goQuoteWhole(caller.sourceIps[0] ?? '<unknown>')}`,
    `method=${goQuoteWhole(event.verb)}`,
    `user=${goQuoteWhole(name)}`,
    `groups=${goQuoteWhole(groups)}`,
    `as=${goQuoteWhole(as)}`,
    `asgroups=${goQuoteWhole(asGroups)}`,
    `user-agent=${goQuoteWhole(caller.userAgent)}`,
    `namespace=${goQuoteWhole(objectRef?.namespace || '<none>')}`,
    `uri=${goQuoteWhole(caller.uri)}`,
    `response="${responseStatus?.code ?? '<deferred>'}"`,
  ];
  const received = new MicroTime().of(event.received).replace(/\.?0+Z$/, 'Z');
  return `${received} AUDIT: ${fields.join(' ')}`;
}

const quoted = (texts: readonly string[]): string => texts.map(goQuoteWhole).join(',');
