import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { parseYaml } from '../../api/codec/yaml.ts';
import { parsePlainYaml } from './plain-yaml.ts';

/** The reading of the reader of all YAML; undefined for a text that it refuses. */
function byReaderOfAll(text: string): unknown {
  try {
    return parseYaml(text);
  } catch {
    return undefined;
  }
}

const usual = `# Made by hand.
apiVersion: v1
kind: Config
preferences: {}
clusters:
- cluster:
    certificate-authority-data: LS0tLS1CRUdJTg==
    server: https://127.0.0.1:6443
    insecure-skip-tls-verify: false

  name: one
users:
  - name: 'admin'
    user:
      exec:
        command: /usr/bin/login
        args:
        - --region
        - "12"
        env: null
contexts: []
current-context: admin@one
`;

describe('the YAML of configurations', () => {
  it('is read as the reader of all YAML reads it', () => {
    const read = parsePlainYaml(usual);
    expect(read).toBeDefined();
    expect(read).toEqual(parseYaml(usual));
  });

  it.each([
    ['a block of text', 'a: |\n  b\n'],
    ['a value that goes on in the next line', 'a: b\n  c\n'],
    ['a number', 'a: 1\n'],
    ['another spelling of true', 'a: True\n'],
    ['a word of YAML 1.1', 'a: yes\n'],
    ['a key that is such a word', 'on: b\n'],
    ['an escape', 'a: "\\n"\n'],
    ['a comment behind a value', 'a: b # c\n'],
    ['a flow map', 'a: {b: c}\n'],
    ['an anchor', 'a: &b c\n'],
    ['a key that stands there twice', 'a: b\na: c\n'],
    ['a second document', 'a: b\n---\na: c\n'],
    ['a tab', 'a:\tb\n'],
    ['an indentation that fits nothing', 'a:\n    b: c\n  d: e\n'],
    ['nothing', '\n'],
  ])('leaves to the reader of all YAML: %s', (_, text) => {
    expect(parsePlainYaml(text)).toBeUndefined();
  });

  it('is never read in another way than the library reads it', () => {
    const word = fc.constantFrom(
      'a',
      'b-c',
      'true',
      'No',
      '1e3',
      '0x1',
      '--x',
      '-',
      '~',
      'a:b',
      'a:',
      '""',
      "'a'",
      '{}',
    );
    const line = fc
      .tuple(
        fc.nat({ max: 3 }),
        fc.constantFrom('', '- ', '-  ', '-'),
        word,
        fc.constantFrom('', ':', ': ', ' #'),
        word,
      )
      .map(
        ([depth, dash, key, sign, value]) =>
          `${' '.repeat(depth)}${dash}${key}${sign}${sign === ': ' ? value : ''}`,
      );
    const texts = fc.array(line, { maxLength: 7 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(texts, (text) => {
        const read = parsePlainYaml(text);
        if (read !== undefined) expect(read).toEqual(byReaderOfAll(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it('reads what the library writes, or leaves it', () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, fc.string(), fc.boolean(), fc.constant(null), tie('list'), tie('map')),
      list: fc.array(tie('value'), { maxLength: 3 }),
      map: fc.dictionary(fc.stringMatching(/^[a-z-]{1,5}$/), tie('value'), { maxKeys: 4 }),
    })).map;
    fc.assert(
      fc.property(value, fc.boolean(), (content, indentSeq) => {
        const text = stringify(content, { indentSeq });
        const read = parsePlainYaml(text);
        if (read !== undefined) expect(read).toEqual(parseYaml(text));
      }),
      { numRuns: 1_000 },
    );
  });
});
