import { describe, expect, it } from 'vitest';
import { creationOf, validatingPolicies } from '../../../test/support/unit/policies.ts';
import { matchConstraints, usualPolicies } from '../../../test/support/usual-policies.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';

/** Policies as clusters have them. `test/integration/admission/usual-policies.test.ts` asks them through the API. */

const pluginFor = (spec: object) =>
  validatingPolicies(
    [
      {
        metadata: { name: 'p' },
        spec: {
          failurePolicy: 'Fail',
          matchConstraints: { namespaceSelector: {}, objectSelector: {}, ...matchConstraints },
          ...spec,
        },
      },
    ],
    [{ metadata: { name: 'b' }, spec: { policyName: 'p', validationActions: ['Deny'] } }],
  );

describe.each(usualPolicies)('$name', ({ spec, passes, refused }) => {
  const ask = async (object: ApiObject): Promise<string> => {
    try {
      await pluginFor(spec).validate(creationOf(object));
      return 'passed';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it.each(passes.map((object, index) => [index + 1, object] as const))('lets pass: %i', async (_, object) => {
    expect(await ask(object)).toBe('passed');
  });

  it.each(refused.map(([object, message], index) => [index + 1, object, message] as const))(
    'refuses: %i',
    async (_, object, message) => {
      expect(await ask(object)).toBe(
        `pods "web" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: ${message}`,
      );
    },
  );
});
