import { fillPlaceholders } from '../../api/meta/dialect.ts';
import { Environments } from '../../api/policies/environments.ts';
import { type CheckedKind, type ExpressionWarning, typeWarnings } from '../../api/policies/type-check.ts';
import type { AdmissionregistrationV1ValidatingAdmissionPolicy } from '../../api/schema/types.gen.ts';
import { isNotFound } from '../../client/api/api-error.ts';
import { Pacer, TurnQueue } from '../../util/pacer.ts';
import type { Controller, ControllerDependencies, ControllerDescriptor } from '../controller.ts';
import { keyedQueue, queueController } from '../shared/queue-controller.ts';
import { KindTypes } from './kind-types.ts';
import { type KindName, matchedKinds } from './matched-kinds.ts';

type Policy = AdmissionregistrationV1ValidatingAdmissionPolicy;

const account = 'validatingadmissionpolicy-status-controller';
const fieldManager = 'validatingadmissionpolicy-status';
const applyType = 'application/apply-patch+yaml';
const workers = 5;

/** Says in the status of validating policies which of their expressions do not fit the kinds that they are about. */
export const policyTypeChecking: ControllerDescriptor = {
  name: account,
  account,
  gate: 'ValidatingAdmissionPolicy',
  flags: [],
  create: async (dependencies) =>
    dependencies.gates.isIn('1.28') ? createTypeChecking(dependencies) : undefined,
};

function createTypeChecking(dependencies: ControllerDependencies): Controller {
  const { client, objects, dialect, gates, log, meterOf } = dependencies;
  const type = {
    group: fillPlaceholders(dialect, 'admissionregistration.{api}'),
    version: gates.isIn('1.30') ? 'v1' : 'v1beta1',
    resource: 'validatingadmissionpolicies',
  };
  const apiVersion = `${type.group}/${type.version}`;
  const cached = objects.lister<Policy>(type);
  const served = client.resource<Policy>(type);
  const environments = new Environments(gates.release);
  const turns = new TurnQueue();

  const warningsOf = async (policy: Policy): Promise<ExpressionWarning[]> => {
    const kinds = await checkedKinds(policy, dependencies);
    return typeWarnings(policy.spec, kinds, environments, new Pacer(turns));
  };

  const work = async (name: string): Promise<void> => {
    const policy = cached.get('', name);
    if (policy === undefined || isChecked(policy)) return;
    const { generation: observedGeneration } = policy.metadata;
    const status = { observedGeneration, typeChecking: { expressionWarnings: await warningsOf(policy) } };
    const applied = { apiVersion, kind: 'ValidatingAdmissionPolicy', metadata: { name }, status };
    try {
      await served.patch('', name, applied, applyType, { subresource: 'status', fieldManager, force: true });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  };

  const queue = keyedQueue({ log, meter: meterOf?.(fieldManager), workers, work });
  return queueController([queue], (observers) => {
    observers.use(
      cached.observe(({ name, after }) => {
        const policy = after();
        if (policy !== undefined && !isChecked(policy)) queue.add(name);
      }),
    );
  });
}

const isChecked = ({ metadata, status }: Policy): boolean =>
  (metadata.generation ?? 0) <= (status?.observedGeneration ?? 0);

async function checkedKinds(
  { spec: { matchConstraints = {}, paramKind } }: Policy,
  { client, dialect }: ControllerDependencies,
): Promise<CheckedKind[]> {
  const types = new KindTypes(client, dialect);
  const params = paramKind && (await types.of(kindOfParams(paramKind), 'Params'));
  const checked: CheckedKind[] = [];
  for (const kind of await matchedKinds(matchConstraints, client)) {
    const object = await types.of(kind, 'Object');
    if (object !== undefined) checked.push({ ...kind, object, params });
  }
  return checked;
}

function kindOfParams({ apiVersion = '', kind = '' }: NonNullable<Policy['spec']['paramKind']>): KindName {
  const [version = '', group = ''] = apiVersion.split('/').toReversed();
  return { group, version, kind };
}
