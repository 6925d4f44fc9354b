import { errorOf } from '../calls/call-error.ts';
import { json } from '../calls/calls.ts';
import { typePath } from '../calls/session.ts';
import type { AppContext } from '../frame/app-context.ts';
import { type Decisions, readDecisions } from './decisions.ts';

export interface TriedManifest {
  /** `Pod web in namespace shop` */
  title: string;
  /** The state that the server would leave it in. */
  outcome: 'created' | 'changed' | 'refused';
  /** The refusal; "" without one. */
  problem: string;
  decisions: Decisions | undefined;
}

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name?: string; generateName?: string; namespace?: string };
}

/** Has the server create each object of a text, or change the one that is there, without storing it. Rejects with a sentence for a text that is none. */
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
      outcome: 'refused',
      problem: `The server has no kind ${kind} in ${apiVersion}.`,
      decisions: undefined,
    };
  }
  const namespace = type.namespaced ? (metadata.namespace ?? session.namespace) || 'default' : '';
  const send = (method: 'PATCH' | 'POST', path: string, contentType: string, query = ''): Promise<Response> =>
    fetch(`${path}?dryRun=All&fieldManager=${session.fieldManager}${query}`, {
      method,
      headers: {
        accept: 'application/json',
        'content-type': contentType,
        [session.explainHeader]: 'authorization, admission',
      },
      body: JSON.stringify(manifest),
    });
  const at = { ...type, version };
  let response = await send('POST', typePath(at, namespace), 'application/json');
  let answer = await response.text();
  const isThere = response.status === 409 && errorOf(409, answer).reason === 'AlreadyExists';
  if (isThere) {
    const path = typePath(at, namespace, name);
    response = await send('PATCH', path, 'application/apply-patch+yaml', '&force=true');
    answer = await response.text();
  }
  return {
    title: `${kind} ${name}${namespace === '' ? '' : ` in namespace ${namespace}`}`,
    outcome: response.ok ? (isThere ? 'changed' : 'created') : 'refused',
    problem: response.ok ? '' : errorOf(response.status, answer).message,
    decisions: readDecisions(response.headers.get(session.decisionsHeader)),
  };
}
