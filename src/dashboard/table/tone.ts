const bad =
  /^(error|failed|.*backoff|err.*|oomkilled|crash.*|.*notready.*|unknown|lost|evicted|false|warning|invalid.*|unavailable)$/i;
const waiting =
  /^(pending|containercreating|terminating|init:.*|podinitializing|waiting.*|scheduling.*|released|suspended)$/i;
const good =
  /^(running|ready|active|bound|true|available|succeeded|completed?|approved.*|established|healthy)$/i;

/** Names of columns whose words tell how an object is. */
const states = /^(status|phase|state|type|ready|available|condition)$/i;

/** A class of the style sheet for good and bad news in a cell: the words themselves say it as well. */
export function toneOf(column: string, text: string): string {
  if (!states.test(column)) return '';
  const [, ready, all] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  if (ready !== undefined) return ready === all ? '' : 'waiting';
  if (bad.test(text)) return 'bad';
  if (waiting.test(text)) return 'waiting';
  return good.test(text) ? 'good' : '';
}
