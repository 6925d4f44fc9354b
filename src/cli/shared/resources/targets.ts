import type { ServedResource } from '../discovery/served-api.ts';
import { CliError } from '../errors/cli-error.ts';
import type { FileSelection } from '../manifests/file-flags.ts';
import type { Session } from '../session/session.ts';
import { parseWords } from './parse-words.ts';
import type { Target } from './target.ts';

export interface TargetRequest {
  /** Path of the command, `orchctl get`, for messages. */
  path: string;
  words: readonly string[];
  files: FileSelection;
  /** "" for all objects. */
  selector: string;
  fieldSelector?: string;
  allNamespaces?: boolean;
  /** A type alone does not mean all its objects: those who delete ask for a selector or `--all`. */
  needsSelection?: boolean;
  /** `--all` */
  all?: boolean;
}

/** Yields the objects of words, files and selectors, in order. Rejects with CliError, or an AggregateError of several. */
export async function* targetsOf(session: Session, request: TargetRequest): AsyncGenerator<Target> {
  const { words, files } = request;
  check(request);
  if (files.names.length > 0) {
    const { manifestTargets } = await import('../manifests/manifest-targets.ts');
    yield* manifestTargets(session, files);
    return;
  }
  const namespace = request.allNamespaces === true ? '' : await session.namespace();
  const discovery = await session.discovery();
  for (const { types, names } of parseWords(words, request.path)) {
    checkNames(names, request);
    const named: ServedResource[] = [];
    for (const type of types) named.push(...(await discovery.resources(type)));
    for (const type of named) {
      const within = type.namespaced ? namespace : '';
      if (names === undefined) yield { form: 'list', type, namespace: within };
      else for (const name of names) yield { form: 'name', type, namespace: within, name };
    }
  }
}

function check({ words, files, selector, fieldSelector = '' }: TargetRequest): void {
  if (files.kustomize !== '') {
    throw new CliError(
      `-k: orchctl does not build kustomizations; build it first and pass the result: kustomize build ${files.kustomize} | orchctl ... -f -`,
    );
  }
  if (files.names.length > 0 && words.length > 0) {
    throw new CliError(
      'when paths, URLs, or stdin is provided as input, you may not specify a resource by arguments as well',
    );
  }
  if (files.names.length === 0 && words.length === 0) {
    const isSelecting = selector !== '' || fieldSelector !== '';
    throw new CliError(
      isSelecting
        ? 'at least one resource must be specified to use a selector'
        : 'you must specify a resource by argument or filename: TYPE [NAME], TYPE/NAME or --filename',
    );
  }
}

function checkNames(names: readonly string[] | undefined, request: TargetRequest): void {
  const {
    selector,
    fieldSelector = '',
    allNamespaces = false,
    needsSelection = false,
    all = false,
  } = request;
  const isSelecting = selector !== '' || fieldSelector !== '';
  if (names !== undefined && isSelecting) {
    throw new CliError('name cannot be provided when a selector is specified');
  }
  if (names !== undefined && all) throw new CliError('setting --all and a name is not allowed');
  if (names !== undefined && allNamespaces) {
    throw new CliError('a resource cannot be retrieved by name across all namespaces');
  }
  if (names === undefined && needsSelection && !isSelecting && !all) {
    throw new CliError('resource(s) were provided, but no name was specified');
  }
}
