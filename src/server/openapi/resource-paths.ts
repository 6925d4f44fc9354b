import type { Dialect } from '../../api/meta/dialect.ts';
import type { ServedGroupVersion, ServedResource } from '../surface/api-surface.ts';
import type { Routes, SubresourceDescription } from '../surface/routes.ts';
import type { DefinitionLibrary } from './definition-library.ts';
import type { DocumentRules } from './document-rules.ts';
import { capitalized } from './names.ts';
import { ResourceOperations, type Subject } from './operations.ts';
import { pathParameter, pretty } from './parameters.ts';
import type { Method, Operation, Parameter, Path } from './paths.ts';
import { collectionVerbs, itemVerbs, subresourceVerbs } from './verbs.ts';

const namespaceParameter = pathParameter('namespace', 'Namespace of the object.');
/** The message that says what the query may hold, by subresource that gives text rather than an object. */
const textOptions: Readonly<Record<string, string>> = { 'core.v1.Pod log': 'core.v1.PodLogOptions' };

const tailParameter = pathParameter('path', 'Path that is asked for behind it.');

/**
 * The paths of resources, with an operation for every verb that the routes have.
 *
 *     /api/v1/pods                                           list in all namespaces
 *     /api/v1/namespaces/{namespace}/pods                    list, create, deletecollection
 *     /api/v1/namespaces/{namespace}/pods/{name}             get, update, patch, delete
 *     /api/v1/namespaces/{namespace}/pods/{name}/status      what there is
 *     /api/v1/watch/pods, …                                  the three ways to watch them
 */
export class ResourcePaths {
  readonly #library: DefinitionLibrary;
  readonly #operations: ResourceOperations;

  constructor(library: DefinitionLibrary, dialect: Dialect, rules: DocumentRules) {
    this.#library = library;
    this.#operations = new ResourceOperations(library, dialect, rules);
  }

  of({ resources }: ServedGroupVersion, routes: Routes): Path[] {
    return [...resources.values()]
      .flatMap((served) => [
        ...this.#main(served, routes.verbsOf(served)),
        ...served.definition.subresources.flatMap((name) => {
          const description = routes.describeSubresource(served, name);
          return description === undefined ? [] : this.#subresource(served, name, description);
        }),
      ])
      .filter(({ operations }) => operations.length > 0);
  }

  #main(served: ServedResource, verbs: readonly string[]): Path[] {
    const { kind, namespaced } = served.definition;
    const collection = collectionPath(served, '');
    const scope = namespaced ? [namespaceParameter] : [];
    const subject = this.#subject(served);
    const paths = [
      path(collection, scope, this.#operations.ofVerbs(subject, verbs, collectionVerbs)),
      path(
        `${collection}/{name}`,
        [nameParameter(kind), ...scope],
        this.#operations.ofVerbs(subject, verbs, itemVerbs),
      ),
    ];
    if (namespaced) {
      paths.push(path(everywherePath(served, ''), [], this.#operations.ofAllNamespaces(subject, verbs)));
    }
    return verbs.includes('watch') && served.custom === undefined
      ? [...paths, ...this.#watches(subject)]
      : paths;
  }

  #watches(subject: Subject): Path[] {
    const { served } = subject;
    const { kind, namespaced } = served.definition;
    const collection = collectionPath(served, 'watch/');
    const scope = namespaced ? [namespaceParameter] : [];
    const paths = [
      path(collection, scope, [this.#operations.watch(subject, 'watchlist', 'List')]),
      path(
        `${collection}/{name}`,
        [nameParameter(kind), ...scope],
        [this.#operations.watch(subject, 'watch', '')],
      ),
    ];
    if (!namespaced) return paths;
    const everywhere = this.#operations.watch(
      { ...subject, word: kind },
      'watchlist',
      'ListForAllNamespaces',
    );
    return [...paths, path(everywherePath(served, 'watch/'), [], [everywhere])];
  }

  #subresource(served: ServedResource, name: string, { verbs, kind }: SubresourceDescription): Path[] {
    const { kind: parent, namespaced } = served.definition;
    const main = this.#subject(served);
    const subject: Subject = {
      ...main,
      word: `${main.word}${capitalized(name)}`,
      phrase: `${name} of the specified ${parent}`,
      ...(kind === undefined
        ? {}
        : {
            kind: served.custom === undefined ? kind : main.kind,
            object: this.#library.ofSubresource(kind),
          }),
    };
    const parameters = [nameParameter(parent), ...(namespaced ? [namespaceParameter] : [])];
    const target = `${collectionPath(served, '')}/{name}/${name}`;
    const options =
      served.custom === undefined ? textOptions[`${served.definition.schema.name} ${name}`] : undefined;
    if (options !== undefined) return [path(target, parameters, [this.#operations.text(subject, options)])];
    if (!subject.kind.kind.endsWith('Options')) {
      return [path(target, parameters, this.#operations.ofVerbs(subject, verbs, subresourceVerbs))];
    }
    const methods = connectMethods(name, verbs);
    const connect = (suffix: string) => this.#operations.connections(subject, methods, suffix);
    const plain = { path: target, parameters, operations: connect('') };
    if (name !== 'proxy') return [plain];
    const tail = { path: `${target}/{path}`, parameters: [...parameters, tailParameter] };
    return [plain, { ...tail, operations: connect('WithPath') }];
  }

  #subject(served: ServedResource): Subject {
    const { group, version, kind, namespaced } = served.definition;
    return {
      served,
      word: `${namespaced ? 'Namespaced' : ''}${kind}`,
      phrase: kind,
      kind: { group, version, kind },
      object: this.#operations.objectOf(served),
    };
  }
}

/** A proxy passes on two more, which are verbs of no resource. */
function connectMethods(subresource: string, verbs: readonly string[]): Method[] {
  const ofVerbs = Object.entries(subresourceVerbs)
    .filter(([verb]) => verbs.includes(verb))
    .map(([, { method }]) => method);
  return subresource === 'proxy' ? [...ofVerbs, 'options', 'head'] : ofVerbs;
}

function path(target: string, parameters: readonly Parameter[], operations: Operation[]): Path {
  return { path: target, parameters: [...parameters, pretty], operations };
}

function nameParameter(kind: string): Parameter {
  return pathParameter('name', `Name of the ${kind}.`);
}

/** `prefix` stands before the namespace. */
function collectionPath(served: ServedResource, prefix: '' | 'watch/'): string {
  const scope = served.definition.namespaced ? 'namespaces/{namespace}/' : '';
  return `${rootOf(served)}/${prefix}${scope}${served.definition.plural}`;
}

function everywherePath(served: ServedResource, prefix: '' | 'watch/'): string {
  return `${rootOf(served)}/${prefix}${served.definition.plural}`;
}

function rootOf({ definition, apiVersion }: ServedResource): string {
  return definition.group === '' ? `/api/${apiVersion}` : `/apis/${apiVersion}`;
}
