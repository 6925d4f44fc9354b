import { goQuote } from '../../util/quote.ts';
import { joinTruncated, truncatedJson } from '../../util/truncate.ts';

interface Expression {
  key: string;
  operator: string;
  values?: readonly string[];
}

interface Selector {
  matchLabels?: Readonly<Record<string, string>>;
  matchExpressions?: readonly Expression[];
}

const htmlSigns = /[<>&\u2028\u2029]/g;

/** Whether JSON has signs of markup that Go would have escaped. Few have: to look for each is faster than to replace all. */
export const hasHtml = (json: string): boolean =>
  json.includes('<') ||
  json.includes('>') ||
  json.includes('&') ||
  json.includes('\u2028') ||
  json.includes('\u2029');

/** JSON in which the signs of markup are escaped, as Go writes it. */
export const escapeHtml = (json: string): string =>
  hasHtml(json)
    ? json.replace(htmlSigns, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
    : json;

/**
 * A value as Go's `%#v` prints it, which messages of the API show. Values whose text would hold addresses of memory
 * are shown as JSON instead.
 */
export class GoText {
  readonly text: string;
  /** The value as JSON, which later releases show in place of the text. */
  readonly json: string | undefined;

  constructor(text: string, json?: string) {
    this.text = text;
    this.json = json === undefined ? undefined : escapeHtml(json);
  }
}

/** `map[string]string{"a":"b"}`. */
export const goStringMap = (map: Readonly<Record<string, string>> | undefined): GoText =>
  new GoText(mapText(map), truncatedJson(map === undefined ? null : sorted(map)));

/** `v1.LabelSelector{MatchLabels:map[string]string{"a":"b"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}`. */
export function goLabelSelector({ matchLabels, matchExpressions }: Selector): GoText {
  return new GoText(
    `v1.LabelSelector{MatchLabels:${mapText(matchLabels)}, MatchExpressions:${listText(matchExpressions)}}`,
    truncatedJson({
      matchLabels: isEmpty(matchLabels) ? undefined : sorted(matchLabels!),
      matchExpressions: isEmpty(matchExpressions) ? undefined : matchExpressions!.map(requirementJson),
    }),
  );
}

const isEmpty = (container: object | undefined): boolean => Object.keys(container ?? {}).length === 0;

const requirementJson = ({ key, operator, values }: Expression): Expression => ({
  key,
  operator,
  ...(values && values.length > 0 ? { values } : {}),
});

const sorted = (map: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.keys(map)
      .sort()
      .map((key) => [key, map[key]!]),
  );

/** `rbac.RoleRef{APIGroup:"g", Kind:"Role", Name:"n"}`. */
export function goStruct(type: string, fields: Readonly<Record<string, string>>): GoText {
  const shown = Object.entries(fields).map(([name, text]) => `${name}:${goQuote(text)}`);
  return new GoText(`${type}{${shown.join(', ')}}`, truncatedJson(fields));
}

/** `[]core.IPFamily{"IPv4"}`; without a list `[]string(nil)`. */
export const goList = (type: string, texts: readonly string[] | undefined): GoText =>
  new GoText(
    texts === undefined ? `[]${type}(nil)` : `[]${type}{${joinTruncated(texts, ', ', goQuote)}}`,
    truncatedJson(texts ?? null),
  );

function mapText(map: Readonly<Record<string, string>> | undefined): string {
  if (map === undefined) return 'map[string]string(nil)';
  const entries = Object.keys(map).sort();
  return `map[string]string{${joinTruncated(entries, ', ', (key) => `${goQuote(key)}:${goQuote(map[key]!)}`)}}`;
}

const requirement = 'v1.LabelSelectorRequirement';

function listText(expressions: readonly Expression[] | undefined): string {
  if (expressions === undefined) return `[]${requirement}(nil)`;
  const items = joinTruncated(expressions, ', ', ({ key, operator, values }) => {
    const shown = goList('string', values).text;
    return `${requirement}{Key:${goQuote(key)}, Operator:${goQuote(operator)}, Values:${shown}}`;
  });
  return `[]${requirement}{${items}}`;
}
