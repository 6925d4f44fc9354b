import { execFile } from 'node:child_process';

/** A command of a transcript, as it is typed, and what is printed for it. */
export interface Typed {
  command: string;
  printed: string;
}

/** Commands of the blocks marked `console` behind a heading: `$ ` begins one, `> ` goes on with it, the rest is printed. */
export function transcriptIn(markdown: string, heading: string): Typed[] {
  const section = markdown.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const typed: Typed[] = [];
  for (const [, block = ''] of section.matchAll(/^```console\n(.*?)^```$/gms)) {
    for (const line of block.trimEnd().split('\n')) {
      const last = typed.at(-1);
      if (line.startsWith('$ ')) typed.push({ command: line.slice(2), printed: '' });
      else if (/^> ?/.test(line)) last!.command += `\n${line.replace(/^> ?/, '')}`;
      else last!.printed += `${line}\n`;
    }
  }
  return typed;
}

const separator = '\u001e';

/** Types the commands into one shell. Resolves with what each of them printed. */
export async function type(
  commands: readonly string[],
  { directory, env }: { directory: string; env: Record<string, string> },
): Promise<string[]> {
  const script = commands.map((command) => `printf '${separator}'\n${command}\n`).join('');
  const printed = await new Promise<string>((resolve, reject) => {
    const child = execFile(
      'bash',
      ['-c', `exec 2>&1\n${script}`],
      { cwd: directory, env },
      (error, stdout) => {
        // The last command may end with another code than 0: that is a part of the hour.
        if (error !== null && typeof error.code !== 'number') reject(error);
        else resolve(stdout);
      },
    );
    child.stdin!.end();
  });
  return printed.split(separator).slice(1);
}

/** The same for every run: ages, times, ports, revisions, sizes and counts are replaced by what they are. */
export const withoutChance = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'TIME')
    .replaceAll(/\d{4}-\d\d-\d\d/g, 'DAY')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'ADDRESS')
    .replaceAll(/\b(revision|for) \d+/g, '$1 N')
    .replaceAll(/\b\d+(\.\d+)? (MiB|ms|answered|days|checks)/g, 'N $2')
    .replaceAll(/; \S+\.(io|com) \d+.*$/gm, '; COUNTS')
    .replaceAll(/v1\.\d+\.\d+\S*/g, 'VERSION')
    .replaceAll(/ +\d+(ms|s|m)(?=\s|$)/gm, ' AGE')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/ {2,}/g, '  ')
    .trimEnd();
