import { describe, expect, it } from 'vitest';
import { goTemplatePrinter } from './printer.ts';

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', labels: { b: '2', a: '1', c: '<&\'">' }, generation: 3, gone: null },
  spec: {
    terminationGracePeriodSeconds: 3_000_000,
    hostNetwork: true,
    ratio: 0.5,
    containers: [
      { image: 'i:1', name: 'a' },
      { image: 'i:2', name: 'b' },
    ],
  },
};

const print = (template: string, allowMissingKeys = true): string =>
  goTemplatePrinter(template, { allowMissingKeys })(pod);

/** Each line is what kubectl 1.20 prints of the same object. */
describe('a Go template', () => {
  it.each([
    [
      '{{.metadata.name}} {{.metadata.generation}} {{.spec.terminationGracePeriodSeconds}} {{.spec.ratio}}',
      'web 3 3000000 0.5',
    ],
    ['{{.none}} {{.none.deeper}} {{.metadata.gone}}', '<no value> <no value> <no value>'],
    ['{{.metadata.labels}}', `map[a:1 b:2 c:<&'">]`],
    ['{{range .spec.containers}}{{.name}},{{end}}', 'a,b,'],
    ['{{range $i, $c := .spec.containers}}{{if $i}},{{end}}{{$c.image}}{{end}}', 'i:1,i:2'],
    ['{{range $k, $v := .metadata.labels}}{{$k}}={{$v}};{{end}}', `a=1;b=2;c=<&'">;`],
    ['{{range .none}}x{{else}}nothing{{end}}', 'nothing'],
    ['{{range .spec.containers}}{{.name}}{{break}}{{end}}', 'a'],
    ['{{if .none}}1{{else if eq .kind "Pod"}}2{{else}}3{{end}}', '2'],
    ['{{with .spec}}{{$.kind}} {{.ratio}}{{else}}x{{end}}{{with .none}}{{else}}else{{end}}', 'Pod 0.5else'],
    ['{{$x := 1}}{{if true}}{{$x = 2}}{{end}}{{$x}}', '2'],
    ['{{$x := 1}}{{if true}}{{$x := 2}}{{end}}{{$x}}', '1'],
    ['a {{- /* none */ -}} b\n {{- .kind -}} \n c', 'abPodc'],
    [
      '{{define "one"}}[{{.name}}]{{end}}{{template "one" .metadata}}{{block "two" .}}{{.kind}}{{end}}',
      '[web]Pod',
    ],
    ['{{.kind | printf "%s-%s" "a" | len}}', '5'],
    ['{{(index .spec.containers 1).name}} {{index .metadata.labels "a"}} {{index .kind 0}}', 'b 1 80'],
    ['{{slice .metadata.name 1 2}} {{len (slice .spec.containers 1)}}', 'e 1'],
    ['{{and 1 0}} {{or 0 "x"}} {{not 0}} {{and .none .none.x}}', '0 x true <no value>'],
    [
      '{{eq .metadata.generation 3}} {{eq .kind "a" "Pod"}} {{ne 1 2}} {{eq .none "a"}}',
      'true true true false',
    ],
    ['{{lt 1 2}} {{le 2 2}} {{gt "b" "a"}} {{ge 1.5 2.5}}', 'true true true false'],
    ['{{print "a" 1 2 "b" true nil}}|{{println "a" 1}}', 'a1 2btrue <nil>|a 1\n'],
    [
      `{{html .metadata.labels.c}} {{js "it's\\n"}} {{urlquery "a b&c"}}`,
      `&lt;&amp;&#39;&#34;&gt; it\\'s\\u000A a+b%26c`,
    ],
    ['{{base64decode "aMOk"}} {{exists . "spec" "x"}} {{exists .spec.containers 0 "name"}}', 'hä false true'],
    [`{{'a'}} {{0x10}} {{1e3}} {{\`raw\\n\`}} {{"\\u00e4\\x41"}}`, '97 16 1000 raw\\n äA'],
    ['{{print 1000000.0 " " 1.5e20 " " 0.00001 " " 123456.5}}', '1e+06 1.5e+20 1e-05 123456.5'],
  ])('%s', (template, text) => {
    expect(print(template)).toBe(text);
  });

  it.each([
    [
      '{{printf "%d|%5d|%-5d|%05d|%+d|%x|%X|%o|%b|%c|%U" 42 42 42 42 42 42 42 42 42 65 65}}',
      '42|   42|42   |00042|+42|2a|2A|52|101010|A|U+0041',
    ],
    ['{{printf "%s|%5s|%-5s|%.1s|%q|%x" "ab" "ab" "ab" "ab" "a\\"" "hi"}}', 'ab|   ab|ab   |a|"a\\""|6869'],
    [
      '{{printf "%v|%g|%f|%6.2f|%e|%.3g" 3000000.0 3.5 3.5 3.14159 12.5 1234.5678}}',
      '3e+06|3.5|3.500000|  3.14|1.250000e+01|1.23e+03',
    ],
    [
      '{{printf "%t %v %T %T" true .metadata.labels .spec .kind}}',
      `true map[a:1 b:2 c:<&'">] map[string]interface {} string`,
    ],
    [
      '{{printf "%d %s" "a"}}{{printf "%d" 1 "b"}} {{printf "%s" nil}} {{printf "100%%"}}',
      '%!d(string=a) %!s(MISSING)1%!(EXTRA string=b) %!s(<nil>) 100%',
    ],
    ['{{printf "%[2]s %[1]s" "a" "b"}} {{printf "%*d" 5 42}}', 'b a    42'],
  ])('%s', (template, text) => {
    expect(print(template)).toBe(text);
  });

  it.each([
    ['{{', 'unclosed action'],
    ['{{foo .x}}', 'function "foo" not defined'],
    ['\n{{if 1}}', 'unexpected EOF', 2],
    ['{{end}}', 'unexpected {{end}}'],
    ['{{$x}}', 'undefined variable "$x"'],
    ['{{.a | 1}}', 'non executable command in pipeline stage 2'],
    ['{{ }}', 'missing value for command'],
    ['{{if}}x{{end}}', 'missing value for if'],
    ['{{range .a}}{{else}}{{else}}{{end}}', 'expected end; found {{else}}'],
    ['{{3x}}', 'bad number syntax: "3x"'],
    ['{{"a', 'unterminated quoted string'],
    ['{{/* a }}', 'unclosed comment'],
  ])('%s is none', (template, problem, line = 1) => {
    expect(() => print(template)).toThrow(
      `error parsing template ${template}, template: output:${line}: ${problem}`,
    );
  });

  it.each([
    [
      '{{.metadata.name.bar.buz}}',
      '1:11',
      '.metadata.name.bar.buz',
      "can't evaluate field bar in type interface {}",
    ],
    [
      'x\n {{index .spec.containers 5}}',
      '2:3',
      'index .spec.containers 5',
      'error calling index: index out of range: 5',
    ],
    ['{{range .metadata.name}}x{{end}}', '1:17', '.metadata.name', "range can't iterate over web"],
    ['{{lt "a" 1}}', '1:2', 'lt "a" 1', 'error calling lt: incompatible types for comparison'],
    ['{{.metadata.name 1}}', '1:11', '.metadata.name', 'name is not a method but has arguments'],
    ['{{len}}', '1:2', 'len', 'wrong number of args for len: want 1 got 0'],
    ['{{template "x"}}', '1:11', '{{template "x"}}', 'template "x" not defined'],
    ['{{printf 1}}', '1:9', '1', 'expected string; found 1'],
    [
      '{{base64decode "a"}}',
      '1:2',
      'base64decode "a"',
      'error calling base64decode: base64 decode failed: illegal base64 data at input byte 0',
    ],
  ])('%s does not fit the object', (template, place, text, problem) => {
    const message = `template: output:${place}: executing "output" at <${text}>: ${problem}`;
    expect(() => print(template)).toThrow(`error executing template ${JSON.stringify(template)}: ${message}`);
  });

  it('refuses keys that are not there where that is asked for, and templates without end', () => {
    expect(() => print('{{.none}}', false)).toThrow('map has no entry for key "none"');
    expect(print('{{.kind}}', false)).toBe('Pod');
    expect(() => print('{{define "a"}}{{template "a"}}{{end}}{{template "a"}}')).toThrow(
      'executing "a" at <{{template "a"}}>: exceeded maximum template depth',
    );
    expect(print('{{.constructor}} {{.metadata.labels.toString}}')).toBe('<no value> <no value>');
  });
});
