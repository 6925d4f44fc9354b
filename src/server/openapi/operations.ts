import type { Dialect } from '../../api/meta/dialect.ts';
import type { ServedResource } from '../surface/api-surface.ts';
import { CustomDefinitionLibrary } from './custom-definitions.ts';
import type { Definition, DefinitionLibrary } from './definition-library.ts';
import type { DocumentRules } from './document-rules.ts';
import { capitalized, type GroupVersionKind, groupWord, messageName, tagOf } from './names.ts';
import { parametersOf, QueryOptions } from './parameters.ts';
import type { Method, Operation } from './paths.ts';
import { collectionVerbs, patchTypes, subresourceVerbs, type VerbDescription } from './verbs.ts';

const cbor = 'application/cbor';

const customFormats = ['application/json', 'application/yaml'];
const customPatchTypes = patchTypes.filter((type) => !type.includes('strategic'));

/** The subject of operations: a resource or one of its subresources. */
export interface Subject {
  served: ServedResource;
  /** Word in the names of operations: `NamespacedPodStatus`, `PodForAllNamespaces`. */
  word: string;
  /** Words in descriptions: `Pod`, `status of the specified Pod`. */
  phrase: string;
  kind: GroupVersionKind;
  /** Undefined when nothing defines what it looks like. */
  object: Definition | undefined;
}

/** The operations of verbs. */
export class ResourceOperations {
  readonly #library: DefinitionLibrary;
  readonly #dialect: Dialect;
  readonly #options: QueryOptions;
  readonly #formats: readonly string[];
  /** Media types of lists that may be watched. */
  readonly #streamedFormats: readonly string[];
  readonly #patchTypes: readonly string[];
  readonly #patch: Definition;
  /** Parts for custom resources, which have no Protobuf and no strategic patches. */
  readonly #custom: { options: QueryOptions; definitions: CustomDefinitionLibrary };

  constructor(library: DefinitionLibrary, dialect: Dialect, { offersCbor }: DocumentRules) {
    this.#library = library;
    this.#dialect = dialect;
    this.#options = new QueryOptions(library);
    this.#custom = {
      options: this.#options.ofCustomResources(),
      definitions: new CustomDefinitionLibrary(library, dialect),
    };
    this.#formats = [
      ...['application/json', 'application/yaml', dialect.protobuf],
      ...(offersCbor ? [cbor] : []),
    ];
    const streams = ['application/json', dialect.protobuf].map((format) => `${format};stream=watch`);
    this.#streamedFormats = [...this.#formats, ...streams, ...(offersCbor ? [`${cbor}-seq`] : [])];
    this.#patchTypes = offersCbor ? [...patchTypes, 'application/apply-patch+cbor'] : patchTypes;
    this.#patch = library.special('apimachinery.pkg.apis.meta.v1.Patch', {
      description: 'A change of an object in part; what it looks like follows from its media type.',
      type: 'object',
    });
  }

  /** Operations of the known verbs that there are. */
  ofVerbs(
    subject: Subject,
    verbs: readonly string[],
    known: Readonly<Record<string, VerbDescription>>,
  ): Operation[] {
    return Object.entries(known)
      .filter(([verb]) => verbs.includes(verb))
      .map(([verb, description]) => this.#ofVerb(subject, verb, description));
  }

  ofAllNamespaces(subject: Subject, verbs: readonly string[]): Operation[] {
    const word = `${subject.kind.kind}ForAllNamespaces`;
    return this.ofVerbs({ ...subject, word }, verbs, { list: collectionVerbs['list']! });
  }

  watch(subject: Subject, action: 'watch' | 'watchlist', suffix: string): Operation {
    const { phrase, served, kind, word } = subject;
    return {
      method: 'get',
      action,
      id: `watch${this.#versionWord(subject)}${word}${suffix}`,
      description: `watch objects of kind ${phrase}; deprecated: use the watch parameter of a list`,
      tag: tagOf(this.#dialect, served.definition),
      kind,
      parameters: this.#options.list,
      consumes: ['*/*'],
      produces: this.#streamedFormats,
      answers: [{ code: 200, definition: this.#library.message('meta.v1.WatchEvent') }],
    };
  }

  /** Operations of a subresource whose kind, such as PodExecOptions, says what the query of a connection may hold. */
  connections(subject: Subject, methods: readonly Method[], suffix: string): Operation[] {
    const { served, kind, phrase, word, object } = subject;
    return methods.map((method) => ({
      method,
      action: 'connect',
      id: `connect${this.#versionWord(subject)}${capitalized(method)}${word}${suffix}`,
      description: `connect ${method.toUpperCase()} requests to ${phrase}`,
      tag: tagOf(this.#dialect, served.definition),
      kind,
      parameters: object === undefined ? [] : parametersOf(this.#library.struct(messageName(kind))),
      consumes: ['*/*'],
      produces: ['*/*'],
      answers: [{ code: 200, definition: undefined }],
    }));
  }

  /** Operation of a subresource that gives text. `options`: the message that says what the query may ask for. */
  text(subject: Subject, options: string): Operation {
    return {
      ...this.#ofVerb({ ...subject, object: undefined }, 'get', subresourceVerbs['get']!),
      parameters: parametersOf(this.#library.struct(options)),
      produces: ['text/plain', ...this.#formats],
    };
  }

  /** The definition of its objects. */
  objectOf(served: ServedResource): Definition {
    return served.custom === undefined
      ? this.#library.ofKind(served.definition)
      : this.#custom.definitions.of(served).object;
  }

  #ofVerb(subject: Subject, verb: string, description: VerbDescription): Operation {
    const { word, action, method, codes, body } = description;
    const { definition: kind, custom } = subject.served;
    const infix = verb === 'deletecollection' ? 'Collection' : '';
    const definition = this.#body(subject, body);
    return {
      method,
      action,
      id: `${word}${this.#versionWord(subject)}${infix}${subject.word}`,
      description: description.description.replace('{kind}', subject.phrase),
      tag: tagOf(this.#dialect, kind),
      kind: subject.kind,
      parameters: (custom === undefined ? this.#options : this.#custom.options).ofVerb[verb] ?? [],
      ...(definition === undefined ? {} : { body: { definition, required: body !== 'options' } }),
      ...(custom === undefined
        ? {
            consumes: body === 'patch' ? this.#patchTypes : ['*/*'],
            produces: verb === 'list' ? this.#streamedFormats : this.#formats,
          }
        : { consumes: body === 'patch' ? customPatchTypes : customFormats, produces: customFormats }),
      answers: (custom !== undefined && body === 'patch' ? [200] : codes).map((code) => ({
        code,
        definition: this.#answer(subject, description),
      })),
    };
  }

  #body({ object }: Subject, body: VerbDescription['body']): Definition | undefined {
    if (body === 'options') return this.#library.message('meta.v1.DeleteOptions');
    return body === 'patch' ? this.#patch : body && object;
  }

  #answer({ served, object }: Subject, { answer, action }: VerbDescription): Definition | undefined {
    if (answer === 'list')
      return served.custom === undefined
        ? this.#library.listOf(served.definition)
        : this.#custom.definitions.of(served).list;
    if (answer === 'object') return object;
    const deletion =
      action === 'delete' && served.custom === undefined ? served.resource.rules.deletion : undefined;
    return deletion?.answersWithObject && !deletion.isDocumentedAsStatus
      ? object
      : this.#library.message('meta.v1.Status');
  }

  #versionWord({ served: { definition } }: Subject): string {
    return `${groupWord(this.#dialect, definition.group)}${capitalized(definition.version)}`;
  }
}
