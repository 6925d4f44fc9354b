/**
 * A doc comment begins with a noun, a verb in the third person, or "Whether": whoever reads it alone, as editors show it,
 * learns what the thing is. The words below begin half a sentence.
 */
import { readdirSync, readFileSync } from 'node:fs';

const halfSentence = /\/\*\*\s+(?:\*\s+)?(?:Of|As|Where|Whom?|Whose|Those|What|Why|How|When|If)\b.*/g;

/** The doc comments of a source text that begin with half a sentence, each with its line. */
export function halfSentences(source: string): { line: number; text: string }[] {
  return [...source.matchAll(halfSentence)].map(({ index, 0: text }) => ({
    line: source.slice(0, index).split('\n').length,
    text: text.replaceAll(/\s+/g, ' '),
  }));
}

if (import.meta.main) {
  const root = new URL('../src/', import.meta.url).pathname;
  const offences = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.gen.ts'))
    .flatMap((name) =>
      halfSentences(readFileSync(`${root}${name}`, 'utf8')).map(
        ({ line, text }) => `src/${name}:${line}: ${text}`,
      ),
    );
  if (offences.length > 0) {
    process.stderr.write(`doc comments that begin with half a sentence:\n${offences.join('\n')}\n`);
    process.exit(1);
  }
}
