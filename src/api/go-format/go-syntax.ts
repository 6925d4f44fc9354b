import { goQuote } from '../../util/quote.ts';
import { joinTruncated } from '../../util/truncate.ts';

interface Expression {
  key: string;
  operator: string;
  values?: readonly string[];
}

interface Selector {
  matchLabels?: Readonly<Record<string, string>>;
  matchExpressions?: readonly Expression[];
}

/**
 * A value as Go's `%#v` prints it, which messages of the API show. Values whose text would hold addresses of memory
 * are shown as JSON instead.
 */
export class GoText {
  readonly text: string;
  /** The value itself, for the releases that show JSON; undefined where they show the text too. */
  readonly value: unknown;

  constructor(text: string, value?: unknown) {
    this.text = text;
    this.value = value;
  }
}

/** `map[string]string{"a":"b"}`. */
export const goStringMap = (map: Readonly<Record<string, string>> | undefined): GoText =>
  new GoText(mapText(map), map);

/** `v1.LabelSelector{MatchLabels:map[string]string{"a":"b"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}`. */
export function goLabelSelector({ matchLabels, matchExpressions }: Selector): GoText {
  return new GoText(
    `v1.LabelSelector{MatchLabels:${mapText(matchLabels)}, MatchExpressions:${listText(matchExpressions)}}`,
    { matchLabels, matchExpressions },
  );
}

/** `rbac.RoleRef{APIGroup:"g", Kind:"Role", Name:"n"}`. */
export function goStruct(type: string, fields: Readonly<Record<string, string>>): GoText {
  const shown = Object.entries(fields).map(([name, text]) => `${name}:${goQuote(text)}`);
  return new GoText(`${type}{${shown.join(', ')}}`, jsonFields(fields));
}

/** Fields of a struct under their names in JSON: `APIGroup` is `apiGroup`. */
const jsonFields = (fields: Readonly<Record<string, string>>): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [
      name.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]+$|^[A-Z]/, (head) => head.toLowerCase()),
      text,
    ]),
  );

/** `[]core.IPFamily{"IPv4"}`; without a list `[]string(nil)`. */
export const goList = (type: string, texts: readonly string[] | undefined): GoText =>
  new GoText(
    texts === undefined ? `[]${type}(nil)` : `[]${type}{${joinTruncated(texts, ', ', goQuote)}}`,
    texts ?? null,
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
