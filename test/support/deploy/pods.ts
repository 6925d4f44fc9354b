import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { kubectlPath } from '../kubectl.ts';
import { deployFolder } from './places.ts';

export interface StaticPod {
  /** `kube-apiserver` */
  readonly name: string;
  readonly object: any;
  /** With $(NAME) expanded, as the kubelet does it. */
  readonly command: readonly string[];
}

/** The static pods of a node, rendered as an operator renders them. */
export function renderPods(node: string, directory: string): StaticPod[] {
  const script = join(deployFolder, 'manifests/render.sh');
  execFileSync(script, [node, directory], {
    env: { ...process.env, KUBECTL: kubectlPath },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return readdirSync(directory).map((file) => podOf(readFileSync(join(directory, file), 'utf8')));
}

function podOf(text: string): StaticPod {
  const object = parse(text);
  const [container] = object.spec.containers;
  const variables = new Map<string, string>((container.env ?? []).map((one: any) => [one.name, one.value]));
  const command = container.command.map((word: string) =>
    word.replace(/\$\((\w+)\)/g, (reference, name: string) => variables.get(name) ?? reference),
  );
  return { name: object.metadata.name, object, command };
}
