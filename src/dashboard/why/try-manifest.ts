import { errorOf } from '../calls/call-error.ts';
import { json } from '../calls/calls.ts';
import { typePath } from '../calls/session.ts';
import type { AppContext } from '../frame/app-context.ts';
import { type Decisions, readDecisions } from './decisions.ts';

export interface TriedManifest {
  /** `Pod web in namespace shop` */
  title: string;
  /** The refusal; "" without one. */
  problem: string;
  decisions: Decisions | undefined;
}

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name?: string; generateName?: string; namespace?: string };
}

/** Has the server create each object of a text without storing it. Rejects with a sentence for a text that is none. */
export async function tryManifest(text: string, app: AppContext): Promise<TriedManifest[]> {
  const manifests = await json<Manifest[]>('local/documents', {
    method: 'POST',
    body: text,
    contentType: 'application/yaml',
  });
  return Promise.all(manifests.map((manifest) => tryOne(manifest, app)));
}

async function tryOne(manifest: Manifest, { types, session }: AppContext): Promise<TriedManifest> {
  const { apiVersion, kind, metadata } = manifest;
  const [group, version] = apiVersion.includes('/')
    ? (apiVersion.split('/') as [string, string])
    : ['', apiVersion];
  const type = types.find((one) => one.kind === kind && one.group === group);
  const name = metadata.name ?? `${metadata.generateName ?? ''}…`;
  if (type === undefined) {
    return {
      title: `${kind} ${name}`,
      problem: `The server has no kind ${kind} in ${apiVersion}.`,
      decisions: undefined,
    };
  }
  const namespace = type.namespaced ? (metadata.namespace ?? session.namespace) || 'default' : '';
  const response = await fetch(
    `${typePath({ ...type, version }, namespace)}?dryRun=All&fieldManager=${session.fieldManager}`,
    {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        [session.explainHeader]: 'authorization, admission',
      },
      body: JSON.stringify(manifest),
    },
  );
  const answer = await response.text();
  return {
    title: `${kind} ${name}${namespace === '' ? '' : ` in namespace ${namespace}`}`,
    problem: response.ok ? '' : errorOf(response.status, answer).message,
    decisions: readDecisions(response.headers.get(session.decisionsHeader)),
  };
}
