import protobuf from 'protobufjs';
import { expect, it } from 'vitest';
import { inheritFromBases } from './inheritance.ts';

const base = `
  syntax = "proto3";
  package apps.v1;
  // Runs pods.
  message Runner {
    option (kind) = { plural: "runners" scope: CLUSTER introduced: "1.9" };
    // What is wanted.
    RunnerSpec spec = 1;
  }
  // The wish.
  message RunnerSpec {
    string first = 1;
    bool paused = 2;
    map<string, Last> last = 3;
  }
  message Last { string text = 1; }
  message Unused { string text = 1; }
`;

function completed(derived: string): protobuf.Namespace {
  const root = new protobuf.Root();
  for (const text of [base, `syntax = "proto3"; package apps.v1beta1; ${derived}`]) {
    protobuf.parse(text, root, { keepCase: true, alternateCommentMode: true });
  }
  inheritFromBases(root, ({ name }) => (name === 'v1beta1' ? ['apps.v1'] : []));
  root.resolveAll();
  return root.lookup('apps.v1beta1') as protobuf.Namespace;
}

const fieldsOf = (version: protobuf.Namespace, name: string): string[] =>
  (version.get(name) as protobuf.Type).fieldsArray.map((field) => `${field.name} ${field.id}`);

const kind = 'message Runner { option (kind) = { introduced: "1.6" }; option (changes) = true; }';

it('a message that is not declared is copied from the base and refers to messages of its own version', () => {
  const version = completed(kind);
  expect(fieldsOf(version, 'RunnerSpec')).toEqual(['first 1', 'paused 2', 'last 3']);
  const last = (version.get('RunnerSpec') as protobuf.Type).fields['last']!;
  expect(last.resolvedType?.fullName).toBe('.apps.v1beta1.Last');
  expect(version.get('Unused')).toBeNull();
});

it('a changed message replaces, adds and removes fields of the base', () => {
  const version = completed(
    `${kind} message RunnerSpec { option (changes) = true; reserved "paused"; int32 first = 4; bool added = 5; }`,
  );
  expect(fieldsOf(version, 'RunnerSpec')).toEqual(['first 4', 'last 3', 'added 5']);
});

it('a kind inherits its names but neither its lifecycle nor that objects are stored in its version', () => {
  const [option] = (completed(kind).get('Runner') as protobuf.Type).parsedOptions as object[];
  expect(option).toEqual({
    '(kind)': { introduced: '1.6', storage: false, plural: 'runners', scope: 'CLUSTER' },
  });
});

it('comments are inherited where there is none', () => {
  const version = completed(kind);
  expect((version.get('Runner') as protobuf.Type).comment).toBe('Runs pods.');
  expect((version.get('Runner') as protobuf.Type).fields['spec']!.comment).toBe('What is wanted.');
});

it('a change of a message that no base has is an error', () => {
  expect(() => completed('message Other { option (changes) = true; }')).toThrow(
    '.apps.v1beta1.Other changes',
  );
});
