import type { Method } from './paths.ts';

/** Documentation of the verbs of a resource. */
export interface VerbDescription {
  method: Method;
  /** The action of the operation. */
  action: string;
  /** The operation's id begins with it. */
  word: string;
  /** The kind of the body, if there is one. */
  body?: 'object' | 'options' | 'patch';
  /** Codes of success, and what comes with them. */
  codes: readonly number[];
  answer: 'object' | 'list' | 'status';
  /** `{kind}` is filled in; of subresources, `{kind}` is `<subresource> of the specified <kind>`. */
  description: string;
}

export const collectionVerbs: Readonly<Record<string, VerbDescription>> = {
  list: {
    method: 'get',
    action: 'list',
    word: 'list',
    codes: [200],
    answer: 'list',
    description: 'list or watch objects of kind {kind}',
  },
  create: {
    method: 'post',
    action: 'post',
    word: 'create',
    body: 'object',
    codes: [200, 201, 202],
    answer: 'object',
    description: 'create {kind}',
  },
  deletecollection: {
    method: 'delete',
    action: 'deletecollection',
    word: 'delete',
    body: 'options',
    codes: [200],
    answer: 'status',
    description: 'delete a collection of {kind}',
  },
};

export const itemVerbs: Readonly<Record<string, VerbDescription>> = {
  get: {
    method: 'get',
    action: 'get',
    word: 'read',
    codes: [200],
    answer: 'object',
    description: 'read {kind}',
  },
  update: {
    method: 'put',
    action: 'put',
    word: 'replace',
    body: 'object',
    codes: [200, 201],
    answer: 'object',
    description: 'replace {kind}',
  },
  patch: {
    method: 'patch',
    action: 'patch',
    word: 'patch',
    body: 'patch',
    codes: [200, 201],
    answer: 'object',
    description: 'change {kind} in part',
  },
  delete: {
    method: 'delete',
    action: 'delete',
    word: 'delete',
    body: 'options',
    codes: [200, 202],
    answer: 'status',
    description: 'delete {kind}',
  },
};

/** Verbs of subresources: all at the path of the subresource. */
export const subresourceVerbs: Readonly<Record<string, VerbDescription>> = {
  ...itemVerbs,
  create: collectionVerbs['create']!,
};

export const patchTypes = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
];
