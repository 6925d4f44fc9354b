const reserved = new Set(
  (
    'true false null in as break const continue else for function if import let loop package namespace return ' +
    'void var while'
  ).split(' '),
);

/** Words that may stand behind a point all the same, since a release. */
const plainWords = new Set([...reserved].filter((word) => !['true', 'false', 'null', 'in'].includes(word)));

/** The names of a property in expressions. `hasPlainWords`: most words of the language are names as well. */
export function namesInExpressions(name: string, hasPlainWords: boolean): readonly string[] {
  const escaped = escapedName(name);
  if (escaped === undefined) return [];
  return hasPlainWords && plainWords.has(name) ? [escaped, name] : [escaped];
}

/**
 * The name of a property in an expression; undefined for one that no expression can name.
 *
 *     a-b.c/d    a__dash__b__dot__c__slash__d
 *     a__b       a__underscores__b
 *     namespace  __namespace__
 */
function escapedName(name: string): string | undefined {
  if (reserved.has(name)) return `__${name}__`;
  const escaped = name
    .replaceAll('__', '__underscores__')
    .replaceAll('.', '__dot__')
    .replaceAll('-', '__dash__')
    .replaceAll('/', '__slash__');
  return /^[A-Za-z_]\w*$/.test(escaped) ? escaped : undefined;
}
