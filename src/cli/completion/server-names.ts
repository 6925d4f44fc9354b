import { readFileSync } from 'node:fs';
import { ResourceClient } from '../../client/api/resource-client.ts';
import { parseDocument } from '../../client/config/config-document.ts';
import type { CommandContext } from '../shared/command.ts';
import type { Session } from '../shared/session/session.ts';

/** Names that are offered at most. */
const maxNames = 500;

/** The types that the server has. */
export async function typeNames(session: Session): Promise<string[]> {
  const discovery = await session.discovery();
  const { resources } = await discovery.api();
  return [
    ...new Set(resources.filter(({ verbs }) => verbs.includes('get')).map(({ resource }) => resource)),
  ].sort();
}

/** The objects of a type, in the namespace that is meant. */
export async function namesOf(session: Session, word: string): Promise<string[]> {
  const discovery = await session.discovery();
  const type = await discovery.resource(word);
  const objects = new ResourceClient(await session.client(), type);
  const namespace = type.namespaced ? await session.namespace() : '';
  const { items } = await objects.listMetadata(namespace, { limit: maxNames });
  return items.map(({ metadata }) => metadata.name ?? '');
}

/** Contexts in the configuration's files. */
export function contextNames({ host }: CommandContext): string[] {
  const list = host.env['KUBECONFIG'] || `${host.home}/.kube/config`;
  return list
    .split(':')
    .filter((path) => path !== '')
    .flatMap((path) => [...parseDocument(readFileSync(path, 'utf8'), path).contexts.keys()]);
}
