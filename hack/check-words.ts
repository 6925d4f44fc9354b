/**
 * Product words belong into src/api/meta/dialect.ts alone: spelled elsewhere, a dialect could not change
 * them. Tests may spell them, and the generated types show one dialect.
 */
import { readdirSync, readFileSync } from 'node:fs';

const words = /k8s\.io|kubernetes|orch\.io|vnd\.orch|kube-|orch-system|orch-public|x-orch-/i;
const root = new URL('..', import.meta.url).pathname;

const offences: string[] = [];
for (const folder of ['src', 'api-definitions']) {
  for (const name of readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(tsx?|proto)$/.test(name) || /\.test\.ts$|\.gen\.ts$|meta\/dialect\.ts$/.test(name)) continue;
    const lines = readFileSync(`${root}${folder}/${name}`, 'utf8').split('\n');
    lines.forEach((line, index) => {
      if (words.test(line)) offences.push(`${folder}/${name}:${index + 1}: ${line.trim()}`);
    });
  }
}

if (offences.length > 0) {
  process.stderr.write(`product words outside the dialect:\n${offences.join('\n')}\n`);
  process.exit(1);
}
