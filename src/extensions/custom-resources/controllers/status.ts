import type { Dialect } from '../../../api/meta/dialect.ts';
import { type ExtensionNames, extensionNames } from '../../../api/schema/json-schema.ts';
import { setCondition } from '../../../api/structural-schema/custom-resource-definition.ts';
import { approvals } from '../../../api/validation/api-approval.ts';
import { type Condition, type Definition, isTrue } from '../definition/definition.ts';
import { decideNames, hasWantedNames, type TakenNames } from './names.ts';
import { structuralCondition } from './structural.ts';

type NewCondition = Omit<Condition, 'lastTransitionTime'>;

/** Works out the status of definitions: which names they get, whether they are served, what is wrong with them. */
export class DefinitionStatus {
  readonly #names: ExtensionNames;
  readonly #approvalOf: ReturnType<typeof approvals>['approvalOf'];
  readonly #approvalType: string;

  constructor(dialect: Dialect) {
    const { service } = dialect;
    this.#names = extensionNames(dialect);
    this.#approvalOf = approvals(dialect).approvalOf;
    this.#approvalType = `${service[0]!.toUpperCase()}${service.slice(1)}APIApprovalPolicyConformant`;
  }

  /** `taken`: by other definitions of the group. */
  next(definition: Definition, taken: TakenNames, now: string): Definition['status'] {
    let { status } = definition;
    const set = (condition: NewCondition): void => {
      status = { ...status, conditions: setCondition(status.conditions, condition, now) };
    };
    if (!hasWantedNames(definition)) {
      const { accepted, conflict } = decideNames(definition, taken);
      status = { ...status, acceptedNames: accepted };
      for (const condition of nameConditions(definition, conflict)) set(condition);
    }
    const structural = structuralCondition(definition, this.#names);
    if (structural !== undefined) set(structural);
    else {
      const conditions = status.conditions?.filter(({ type }) => type !== 'NonStructuralSchema') ?? null;
      if (conditions?.length !== status.conditions?.length) status = { ...status, conditions };
    }
    const approval = this.#approval(definition);
    if (approval !== undefined) set(approval);
    return status;
  }

  #approval(definition: Definition): NewCondition | undefined {
    const approval = this.#approvalOf(definition);
    if (approval === undefined) return undefined;
    const { state, value, text } = approval;
    const type = this.#approvalType;
    switch (state) {
      case 'approved':
        return { type, status: 'True', reason: 'ApprovedAnnotation', message: `approved in ${value}` };
      case 'bypassed':
        return { type, status: 'False', reason: 'UnapprovedAnnotation', message: `not approved: "${value}"` };
      case 'missing':
        return { type, status: 'False', reason: 'MissingAnnotation', message: text };
      case 'invalid':
        return { type, status: 'False', reason: 'InvalidAnnotation', message: text };
    }
  }
}

/** Once established, a definition stays so, under the names that it has. */
function nameConditions(
  definition: Definition,
  conflict: { reason: string; message: string } | undefined,
): NewCondition[] {
  const isEstablished = isTrue(definition, 'Established');
  if (conflict !== undefined) {
    const notAccepted = { type: 'NamesAccepted', status: 'False', ...conflict };
    if (isEstablished) return [notAccepted];
    const message = 'not all names are accepted';
    return [notAccepted, { type: 'Established', status: 'False', reason: 'NotAccepted', message }];
  }
  const accepted = {
    type: 'NamesAccepted',
    status: 'True',
    reason: 'NoConflicts',
    message: 'no conflicts found',
  };
  if (isEstablished) return [accepted];
  const message = 'the initial names have been accepted';
  return [accepted, { type: 'Established', status: 'True', reason: 'InitialNamesAccepted', message }];
}
