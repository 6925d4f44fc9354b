import type { Definition } from './definition-library.ts';
import type { GroupVersionKind } from './names.ts';

/** A path with its operations, for both forms of the document. */
export interface Path {
  path: string;
  /** Parameters of every operation. */
  parameters: readonly Parameter[];
  operations: readonly Operation[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  type: 'string' | 'integer' | 'boolean';
  description: string;
}

export type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch';

export interface Operation {
  method: Method;
  id: string;
  description: string;
  tag: string;
  /** `get`, `list`, `post`, …; only of resources. */
  action?: string;
  /** Only of resources. */
  kind?: GroupVersionKind;
  parameters: readonly Parameter[];
  body?: { definition: Definition; required: boolean };
  /** None when there is no body to speak of. */
  consumes: readonly string[];
  produces: readonly string[];
  /** 401 comes with every operation. */
  answers: readonly ResponseDescription[];
}

export interface ResponseDescription {
  code: number;
  /** Plain text when it is not there. */
  definition: Definition | undefined;
}

/** The definitions that paths refer to. */
export function definitionsOf(paths: readonly Path[]): Set<Definition> {
  const found = new Set<Definition>();
  for (const { body, answers } of paths.flatMap(({ operations }) => operations)) {
    if (body !== undefined) found.add(body.definition);
    for (const { definition } of answers) if (definition !== undefined) found.add(definition);
  }
  return found;
}
